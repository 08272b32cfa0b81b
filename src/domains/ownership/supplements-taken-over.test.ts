/** A supplementary bill that a new owner took over: what is credited of the bill that it belongs to is theirs too, as far as they paid. */
import { afterEach, expect, test } from 'vitest';
import { invariants } from '#domains/ledger/queries.ts';
import { BILL } from '#domains/payments/factory-corrections.ts';
import { myPayables } from '#domains/payments/payables/contract.ts';
import { differences } from '#domains/payments/queries.ts';
import type { Person } from '#test/app.ts';
import { PROVEN } from './factory-sale.ts';
import { CREDIT, LESS, SUPPLEMENT, takenOffice } from './factory-taken.ts';

const { app, advance, owed, adjust, cancel, sold, toldTo } = await takenOffice();
/** The register before the supplementary bill. */
const BEFORE = 50_000;

afterEach(async () =>
  expect({ ...(await invariants(app.db)), ...(await differences(app.db)) }).toEqual(PROVEN),
);

const asked = async (as: Person, id: string) =>
  (await app.call(myPayables, { as })).items.find((item) => item.id === id)?.dueMinor ?? 0;

test('a bill that is cancelled with its supplementary bill: who paid both has both back, and nobody else anything', async () => {
  const { id, billId, successor, payTaken, phone } = await sold(0, 0, true);
  await payTaken();
  await cancel(billId, true);
  expect([await advance(id), await advance(successor.id)]).toEqual([0, -(BILL + SUPPLEMENT)]);
  expect(await toldTo(phone)).not.toBe('');
});

test('the earlier owner paid the bill, the new one its supplementary bill, which was too much: the credit is the new one’s', async () => {
  const { id, billId, successor, payTaken, phone } = await sold(BILL, 0, true);
  await payTaken();
  await adjust(billId, BEFORE);
  expect([await advance(id), await advance(successor.id)]).toEqual([0, -SUPPLEMENT]);
  expect(await toldTo(phone)).not.toBe('');
});

test('the same before it is paid: the new owner is asked for nothing, and the earlier one gets nothing', async () => {
  const { id, billId, successor, after, before, phone } = await sold(BILL, 0, true);
  expect(await asked(after, id)).toBe(SUPPLEMENT);
  await adjust(billId, BEFORE);
  expect([await asked(after, id), await asked(before, id), await owed(id)]).toEqual([0, 0, 0]);
  expect([await advance(id), await advance(successor.id)]).toEqual([0, 0]);
  expect(await toldTo(phone, 'billing.credit-lowered')).not.toBe('');
});

test('more is credited than the new owner paid: the rest is the earlier owner’s', async () => {
  const { id, billId, successor, payTaken } = await sold(BILL, 0, true);
  await payTaken();
  await adjust(billId, LESS);
  expect([await advance(id), await advance(successor.id)]).toEqual([-CREDIT, -SUPPLEMENT]);
});

test('both were taken over and paid in part: the credit lowers both, and what was paid too much goes back', async () => {
  const { id, billId, successor, payTaken, after } = await sold(0, 0, true);
  await payTaken(BILL + 10_000);
  await adjust(billId, LESS);
  // What they still needed to pay was ৳245; they have the rest of the credit back.
  expect(await asked(after, id)).toBe(0);
  expect([await advance(id), await advance(successor.id)]).toEqual([0, -(CREDIT + 10_000)]);
  expect(await owed(id)).toBe(0);
});

test('both were taken over and neither is paid: the new owner is asked for what is left, the earlier one for nothing', async () => {
  const { id, billId, successor, after, before } = await sold(0, 0, true);
  await adjust(billId, LESS);
  expect([await asked(after, id), await asked(before, id)]).toEqual([BILL - CREDIT, 0]);
  expect([await advance(id), await advance(successor.id), await owed(id)]).toEqual([0, 0, BILL - CREDIT]);
});
