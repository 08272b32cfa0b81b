/** A correction of a taken-over bill that is undone: what was taken off what the new owner took over is charged to the new owner again. */
import { afterEach, expect, test } from 'vitest';
import { listNotices } from '#domains/identity/notices/contract.ts';
import { invariants } from '#domains/ledger/queries.ts';
import { BILL } from '#domains/payments/factory-corrections.ts';
import { differences } from '#domains/payments/queries.ts';
import type { Person } from '#test/app.ts';
import { PROVEN } from './factory-sale.ts';
import { BILL_OF_HALF, CREDIT, HALF, LESS, MORE, SUPPLEMENT, takenOffice } from './factory-taken.ts';

const { app, adjust, cancel, sold, toldTo, asked, advances } = await takenOffice();
/** The register of the bill that was taken over. */
const RIGHT = 50_000;
const FIRST = 40_000;
const TAKEN = BILL - FIRST;

afterEach(async () =>
  expect({ ...(await invariants(app.db)), ...(await differences(app.db)) }).toEqual(PROVEN),
);

test('the new owner paid: what they got back is asked of them again, and is theirs again after the next credit', async () => {
  const house = await sold();
  await house.payTaken();
  await adjust(house.billId, LESS);
  await adjust(house.billId, RIGHT);
  expect(await asked(house)).toEqual([0, CREDIT]);
  expect(await advances(house)).toEqual([0, -CREDIT]);
  await house.payTaken(CREDIT);
  expect(await asked(house)).toEqual([0, 0]);
  await adjust(house.billId, LESS);
  expect(await advances(house)).toEqual([0, -2 * CREDIT]);
  await cancel(house.billId, true);
  expect(await advances(house)).toEqual([0, -(BILL + CREDIT)]);
});

test('before it is paid: the new owner is asked for what they took over, and the earlier one for nothing', async () => {
  const house = await sold();
  await adjust(house.billId, LESS);
  expect(await asked(house)).toEqual([0, BILL - CREDIT]);
  await adjust(house.billId, RIGHT);
  expect(await asked(house)).toEqual([0, BILL]);
  await house.payTaken();
  expect(await asked(house)).toEqual([0, 0]);
  expect(await advances(house)).toEqual([0, 0]);
});

test('both are told: by SMS and bell who pays it, by bell its owner', async () => {
  const house = await sold();
  await adjust(house.billId, LESS);
  await adjust(house.billId, RIGHT);
  const bell = async (as: Person) =>
    (await app.call(listNotices, { as, query: {} })).items
      .filter(({ kind }) => kind.includes('again'))
      .map(({ kind, params }) => `${kind} ${params.minor}`);
  expect(await bell(house.after)).toEqual([`billing.taken_again ${CREDIT}`]);
  expect(await bell(house.before)).toEqual([`billing.again_of_taker ${CREDIT}`]);
  expect(await toldTo(house.phone, 'billing.taken-again')).not.toBe('');
});

test('the credit went to both: each is charged what they got', async () => {
  const house = await sold(FIRST);
  await house.payTaken();
  await adjust(house.billId, LESS);
  expect(await advances(house)).toEqual([-(CREDIT - TAKEN), -TAKEN]);
  await adjust(house.billId, RIGHT);
  // The earlier owner’s advance pays the earlier owner’s part.
  expect(await asked(house)).toEqual([0, TAKEN]);
  expect(await advances(house)).toEqual([0, -TAKEN]);
});

test('undone in part: the earlier owner’s part first, because it was lowered last', async () => {
  const house = await sold(FIRST);
  await house.payTaken();
  await adjust(house.billId, LESS);
  await adjust(house.billId, HALF);
  expect(await asked(house)).toEqual([0, BILL_OF_HALF - FIRST]);
  expect(await advances(house)).toEqual([0, -TAKEN]);
  await adjust(house.billId, LESS);
  expect(await asked(house)).toEqual([0, 0]);
  expect(await advances(house)).toEqual([-(CREDIT - TAKEN), -TAKEN]);
});

test('more than before is the earlier owner’s, and the next credit lowers that first', async () => {
  const house = await sold();
  await adjust(house.billId, LESS);
  await adjust(house.billId, MORE);
  expect(await asked(house)).toEqual([SUPPLEMENT, BILL]);
  await adjust(house.billId, RIGHT);
  expect(await asked(house)).toEqual([0, BILL]);
  expect(await advances(house)).toEqual([0, 0]);
});

test('up and then down again: the new owner is asked for what they took over, not for less', async () => {
  for (const isPaid of [false, true]) {
    const house = await sold();
    if (isPaid) await house.payTaken();
    await adjust(house.billId, MORE);
    expect(await asked(house)).toEqual([SUPPLEMENT, isPaid ? 0 : BILL]);
    await adjust(house.billId, RIGHT);
    expect(await asked(house)).toEqual([0, isPaid ? 0 : BILL]);
    expect(await advances(house)).toEqual([0, 0]);
  }
});

test('the earlier owner’s payment is reversed after it: each is asked for their own part', async () => {
  const house = await sold(FIRST);
  await adjust(house.billId, HALF);
  await adjust(house.billId, RIGHT);
  expect(await asked(house)).toEqual([0, TAKEN]);
  await house.reverseFirst();
  expect(await asked(house)).toEqual([FIRST, TAKEN]);
});
