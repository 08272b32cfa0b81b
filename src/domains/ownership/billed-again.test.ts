/** A taken-over bill that is cancelled and whose month is billed again: the new bill is taken over as far as the old one was. */
import { afterEach, expect, test } from 'vitest';
import { listNotices } from '#domains/identity/notices/contract.ts';
import { invariants } from '#domains/ledger/queries.ts';
import { BILL, OCTOBER } from '#domains/payments/factory-corrections.ts';
import { differences } from '#domains/payments/queries.ts';
import { one, sql } from '#platform/database/db.ts';
import type { Person } from '#test/app.ts';
import { PROVEN } from './factory-sale.ts';
import { BILL_OF_HALF, CREDIT, HALF, LESS, SUPPLEMENT, takenOffice } from './factory-taken.ts';

const { app, adjust, cancel, sold, toldTo, run, list, asked, advances } = await takenOffice();
const FIRST = 40_000;
const TAKEN = BILL - FIRST;

afterEach(async () =>
  expect({ ...(await invariants(app.db)), ...(await differences(app.db)) }).toEqual(PROVEN),
);

type Sold = Awaited<ReturnType<typeof sold>>;
/** The newest bill of the month, which is not cancelled. */
const living = async ({ id }: Sold) =>
  String((await list(id)).items.find(({ state }) => state !== 'CANCELLED')?.id);
const bell = async (as: Person) =>
  (await app.call(listNotices, { as, query: {} })).items
    .filter(({ kind }) => /^billing\..*(bill_|taken|taker)/.test(kind))
    .map(({ kind, params }) => `${kind.replace('billing.', '')} ${params.minor}`)
    .toSorted();
const smsOf = async (consumerId: string | null | undefined, event: string) => {
  const { phone } = await one<{ phone: string }>(
    app.db,
    sql`select phone from consumers.consumers where id = ${String(consumerId)}`,
  );
  return toldTo(phone, event);
};

test('the new owner pays the new bill, and both are told so', async () => {
  const house = await sold();
  const earlier = await bell(house.before);
  await cancel(house.billId);
  expect(await asked(house)).toEqual([0, 0]);
  await run(OCTOBER);
  expect(await asked(house)).toEqual([0, BILL]);
  expect(await bell(house.after)).toEqual([`taken_again ${BILL}`, `taken_lowered ${BILL}`]);
  const told = (await bell(house.before)).filter((line) => !earlier.includes(line));
  expect(told).toEqual([`again_of_taker ${BILL}`, `cancelled_of_taker ${BILL}`]);
  expect(await toldTo(house.phone, 'billing.taken-again')).toContain('662.50');
  expect(await smsOf(house.before.consumerId, 'billing.bill-cancelled')).toContain('had taken it over');
  await house.payTaken();
  expect(await asked(house)).toEqual([0, 0]);
});

test('the earlier owner had paid a part: it pays their part of the new bill', async () => {
  const house = await sold(FIRST);
  await cancel(house.billId, true);
  expect(await advances(house)).toEqual([-FIRST, 0]);
  await run(OCTOBER);
  expect(await asked(house)).toEqual([0, TAKEN]);
  expect(await advances(house)).toEqual([0, 0]);
  expect(await bell(house.before)).toContain(`bill_issued ${FIRST}`);
  expect(await smsOf(house.before.consumerId, 'billing.bill-cancelled')).toContain('kept as your advance');
});

test('the new owner had paid: what was moved to them stays their advance, and the new bill is asked of them', async () => {
  const house = await sold();
  await house.payTaken();
  await cancel(house.billId, true);
  await run(OCTOBER);
  expect(await advances(house)).toEqual([0, -BILL]);
  expect(await asked(house)).toEqual([0, BILL]);
});

test('a new bill of less: what is less is taken off the new owner’s part, as by a correction', async () => {
  const house = await sold(FIRST);
  await adjust(house.billId, LESS);
  await cancel(house.billId, true);
  await run(OCTOBER);
  expect(await asked(house)).toEqual([0, 0]);
  expect(await advances(house)).toEqual([-(FIRST - (BILL - CREDIT)), 0]);
  // The correction is undone: the new owner pays what they took over, and the earlier one what they had paid.
  await adjust(await living(house), 50_000);
  expect(await asked(house)).toEqual([0, TAKEN]);
  expect(await advances(house)).toEqual([0, 0]);
});

test('a new bill of a little less: the new owner is told and asked what is more than the earlier owner’s part', async () => {
  const house = await sold(FIRST);
  await adjust(house.billId, HALF);
  await cancel(house.billId, true);
  await run(OCTOBER);
  expect(await asked(house)).toEqual([0, BILL_OF_HALF - FIRST]);
  expect(await bell(house.after)).toContain(`taken_again ${BILL_OF_HALF - FIRST}`);
});

test('a bill with its supplementary bill is one sum, also if it is cancelled and billed again twice', async () => {
  const house = await sold(FIRST, 0, true);
  await cancel(house.billId, true);
  await run(OCTOBER);
  expect(await asked(house)).toEqual([0, TAKEN + SUPPLEMENT]);
  await cancel(await living(house), true);
  await run(OCTOBER);
  expect(await asked(house)).toEqual([0, TAKEN + SUPPLEMENT]);
  await house.payTaken(TAKEN + SUPPLEMENT);
  expect([await asked(house), await advances(house)]).toEqual([
    [0, 0],
    [0, 0],
  ]);
});

test('more than was taken over is the earlier owner’s', async () => {
  const house = await sold();
  await adjust(house.billId, 60_000);
  await cancel(house.billId);
  await run(OCTOBER);
  expect(await asked(house)).toEqual([SUPPLEMENT, BILL]);
  expect(await bell(house.before)).toContain(`bill_issued ${SUPPLEMENT}`);
});
