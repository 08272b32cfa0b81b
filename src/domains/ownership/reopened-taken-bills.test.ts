/** A payment from before a change of owner is reversed: who took the bill over pays what was noted, and the earlier owner the rest. */
import { afterEach, expect, test } from 'vitest';
import {
  billingIds,
  customerBillCart,
  invoiceDetail,
  searchInvoice,
} from '#domains/billing/invoices/contract.ts';
import { getConsumer } from '#domains/consumers/contract.ts';
import { consumerDashboard } from '#domains/dashboard/contract.ts';
import { invariants } from '#domains/ledger/queries.ts';
import { makePayment } from '#domains/payments/contract.ts';
import { BILL } from '#domains/payments/factory-corrections.ts';
import { getPayable, myPayables } from '#domains/payments/payables/contract.ts';
import { differences } from '#domains/payments/queries.ts';
import type { Person } from '#test/app.ts';
import { PROVEN } from './factory-sale.ts';
import { CREDIT, LESS, takenOffice } from './factory-taken.ts';

const { app, office, cashier, detail, pay, advance, owed, adjust, cancel, sold, reverse } =
  await takenOffice();
const FIRST = 40_000;
const TAKEN = BILL - FIRST;

afterEach(async () =>
  expect({ ...(await invariants(app.db)), ...(await differences(app.db)) }).toEqual(PROVEN),
);

const asks = async (as: Person, id: string) =>
  (await app.call(myPayables, { as })).items.find((item) => item.id === id)?.dueMinor ?? 0;
type Sold = Awaited<ReturnType<typeof sold>>;
/** What the earlier owner and who took the bill over are asked for. */
const asked = async ({ before, after, id }: Sold) => [await asks(before, id), await asks(after, id)];

test('what opens again is the earlier owner’s on every page; who took the bill over is asked for no more than was noted', async () => {
  const house = await sold(FIRST);
  const { before, after, id, billId } = house;
  expect(await asked(house)).toEqual([0, TAKEN]);
  await house.reverseFirst();
  expect(await asked(house)).toEqual([FIRST, TAKEN]);
  const home = await app.call(consumerDashboard, { as: before, query: {} });
  expect(home.connections).toMatchObject([{ id, dueMinor: FIRST, openInvoices: 1, takenOverMinor: TAKEN }]);
  const taker = await app.call(consumerDashboard, { as: after, query: {} });
  expect(taker.takenOver).toMatchObject([{ connectionId: id, dueMinor: TAKEN }]);
  const own = await app.call(searchInvoice, { as: before, query: { open: true } });
  expect(own).toMatchObject({
    items: [{ id: billId, dueMinor: FIRST, takenOverMinor: TAKEN, isTakenOver: false }],
    sums: { dueMinor: FIRST },
  });
  const read = await app.call(invoiceDetail, { as: before, params: { id: billId } });
  expect(read).toMatchObject({ dueMinor: FIRST, can: { pay: true } });
  const cart = await app.call(customerBillCart, { as: before, query: { connectionId: id } });
  expect(cart.dueMinor).toBe(FIRST);
  for (const as of [before, office.admin]) {
    const { items } = await app.call(billingIds, { as, query: { connectionId: id } });
    expect(items).toMatchObject([{ dueMinor: as === before ? FIRST : BILL, takenOverMinor: TAKEN }]);
  }
  const counter = await app.call(getPayable, { as: cashier, query: { connectionId: id } });
  expect(counter).toMatchObject({
    ...{ dueMinor: FIRST, takenOverMinor: TAKEN, items: [{ openMinor: FIRST }] },
    taker: { name: 'Karim' },
  });
  const mine = await app.call(getPayable, { as: after, query: { connectionId: id } });
  expect(mine).toMatchObject({ dueMinor: TAKEN, items: [{ openMinor: TAKEN }] });
  const due = async (person: Person) =>
    (await app.call(getConsumer, { as: office.admin, params: { id: String(person.consumerId) } })).dueMinor;
  expect([await due(before), await due(after)]).toEqual([FIRST, TAKEN]);
});

test('each pays their own part of the bill: more of who took it over is refused, more of the earlier owner is their advance', async () => {
  const house = await sold(FIRST);
  await house.reverseFirst();
  const body = { connectionId: house.id, amountMinor: TAKEN + 1, tender: { method: 'CASH' as const } };
  expect(await app.codeOf(makePayment, { as: cashier, body: { ...body, takenOver: true } })).toBe(
    'payments.above_taken',
  );
  const paid = await pay(house.id, FIRST + 5_000, { takenOver: false, toPayBack: true });
  expect(paid).toMatchObject({ invoices: [{ id: house.billId, amountMinor: FIRST }], advanceMinor: 5_000 });
  expect(await asked(house)).toEqual([0, TAKEN]);
  await house.payTaken(TAKEN);
  expect(await asked(house)).toEqual([0, 0]);
  expect(await detail(house.billId)).toMatchObject({ state: 'PAID', dueMinor: 0 });
  // Taken back again, each for themselves.
  await reverse(paid.id);
  expect(await asked(house)).toEqual([FIRST, 0]);
});

test('who took the bill over pays first: their money pays their part, and the earlier owner’s stays open', async () => {
  const house = await sold(FIRST);
  await house.reverseFirst();
  await house.payTaken(TAKEN);
  expect(await asked(house)).toEqual([FIRST, 0]);
});

test('who took the bill over has paid it: the reversal asks only the earlier owner, whose advance pays it', async () => {
  const house = await sold(FIRST);
  await house.payTaken();
  await pay(house.id, 3_000, { toPayBack: true });
  expect(await advance(house.id)).toBe(-3_000);
  await house.reverseFirst();
  expect(await asked(house)).toEqual([FIRST - 3_000, 0]);
  expect([await advance(house.id), await owed(house.id)]).toEqual([0, FIRST - 3_000]);
});

test('a payment of who took the bill over that is reversed opens their part again', async () => {
  const house = await sold(FIRST);
  const { id } = await house.payTaken();
  await house.reverseFirst();
  await reverse(id);
  expect(await asked(house)).toEqual([FIRST, TAKEN]);
});

test('a credit lowers first what was taken over, before and after the reversal', async () => {
  for (const isAfter of [true, false]) {
    const house = await sold(FIRST);
    if (isAfter) await house.reverseFirst();
    await adjust(house.billId, LESS);
    if (!isAfter) await house.reverseFirst();
    // ৳402.50 less: nothing of the ৳262.50 is left, and ৳260 of the ৳400.
    expect(await asked(house)).toEqual([BILL - CREDIT, 0]);
    expect([await advance(house.id), await advance(house.successor.id)]).toEqual([0, 0]);
  }
});

test('a credit from before the change is not counted again', async () => {
  const house = await sold(0, CREDIT);
  expect(await asked(house)).toEqual([0, BILL - CREDIT]);
  await house.payTaken();
  expect(await asked(house)).toEqual([0, 0]);
});

test('a credit of a bill that opened again goes to who paid it, and not to what the earlier owner owes', async () => {
  const house = await sold(FIRST);
  await house.payTaken();
  await house.reverseFirst();
  expect(await adjust(house.billId, LESS)).toMatchObject({ state: 'DONE' });
  expect(await asked(house)).toEqual([BILL - CREDIT, 0]);
  expect([await advance(house.id), await advance(house.successor.id)]).toEqual([0, -TAKEN]);
  await cancel(house.billId, true);
  expect(await asked(house)).toEqual([0, 0]);
  expect([await advance(house.id), await advance(house.successor.id)]).toEqual([0, -TAKEN]);
});
