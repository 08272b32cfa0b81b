/** The register finds that the earlier owner and who took the bills over are one person: the bills are their own again. */
import { afterEach, expect, test } from 'vitest';
import { searchInvoice } from '#domains/billing/invoices/contract.ts';
import { mergeConsumers } from '#domains/consumers/merge/contract.ts';
import { listNotices } from '#domains/identity/notices/contract.ts';
import { invariants } from '#domains/ledger/queries.ts';
import { makePayment } from '#domains/payments/contract.ts';
import { BILL } from '#domains/payments/factory-corrections.ts';
import { completeGatewayPayment, openOrder } from '#domains/payments/gateway/contract.ts';
import { getPayable, myPayables } from '#domains/payments/payables/contract.ts';
import { differences } from '#domains/payments/queries.ts';
import { execute, one, sql } from '#platform/database/db.ts';
import type { Person } from '#test/app.ts';
import { PROVEN } from './factory-sale.ts';
import { CREDIT, LESS, takenOffice } from './factory-taken.ts';

const { app, officer, cashier, pay, advance, owed, adjust, sold } = await takenOffice();
const FIRST = 40_000;
const TAKEN = BILL - FIRST;

afterEach(async () =>
  expect({ ...(await invariants(app.db)), ...(await differences(app.db)) }).toEqual(PROVEN),
);

type Sold = Awaited<ReturnType<typeof sold>>;
async function merge({ before, after }: Sold) {
  const entry = (id: string | null | undefined) =>
    one<{ number: string; version: number }>(
      app.db,
      sql`select number, version from consumers.consumers where id = ${String(id)}`,
    );
  const [from, into] = [await entry(before.consumerId), await entry(after.consumerId)];
  await app.call(mergeConsumers, {
    as: officer,
    body: {
      ...{ fromId: String(before.consumerId), intoId: String(after.consumerId) },
      ...{ fromVersion: from.version, intoVersion: into.version },
      ...{ confirmNumber: from.number, reason: 'registered twice' },
    },
  });
}
const mine = async ({ after, id }: Sold) =>
  (await app.call(myPayables, { as: after })).items
    .filter((item) => item.id === id)
    .map(({ dueMinor, takenOverMinor }) => [dueMinor, takenOverMinor]);

async function atTheBank(as: Person, connectionId: string): Promise<string> {
  const body = { connectionId, amountMinor: TAKEN, tender: { method: 'GATEWAY' as const } };
  const { id: paymentId } = await app.call(makePayment, { as, body });
  await app.call(openOrder, { as, body: { paymentId } });
  return paymentId;
}
async function comes(as: Person, paymentId: string): Promise<void> {
  await execute(
    app.db,
    sql`update payments.sandbox_orders set status = 'APPROVED', decided_at = ${app.clock.now()}
      where order_id = (select order_id from payments.orders where payment_id = ${paymentId})`,
  );
  await app.call(completeGatewayPayment, { as, body: { paymentId } });
}

test('what is to be paid is listed one time, and an online payment pays it', async () => {
  const house = await sold(FIRST);
  await merge(house);
  const { after, id, billId } = house;
  expect(await mine(house)).toEqual([[TAKEN, 0]]);
  const detail = await app.call(getPayable, { as: after, query: { connectionId: id } });
  expect(detail).toMatchObject({ dueMinor: TAKEN, takenOverMinor: 0, items: [{ openMinor: TAKEN }] });
  const list = await app.call(searchInvoice, { as: after, query: { connectionId: id } });
  expect(list.items).toMatchObject([{ id: billId, isTakenOver: false, takenOverMinor: 0, dueMinor: TAKEN }]);
  const paymentId = await atTheBank(after, id);
  await comes(after, paymentId);
  expect([await owed(id), await advance(id)]).toEqual([0, 0]);
});

test('money that was at the bank for what was taken over pays it', async () => {
  const house = await sold(FIRST);
  const { after, id } = house;
  const paymentId = await atTheBank(after, id);
  await merge(house);
  await comes(after, paymentId);
  expect([await owed(id), await advance(id)]).toEqual([0, 0]);
});

test('at the counter any money of theirs pays it, and nobody is asked whose it is', async () => {
  const house = await sold();
  await merge(house);
  const counter = await app.call(getPayable, { as: cashier, query: { connectionId: house.id } });
  expect(counter).toMatchObject({ dueMinor: BILL, takenOverMinor: 0, taker: null });
  expect(await pay(house.id, BILL)).toMatchObject({ invoices: [{ id: house.billId, amountMinor: BILL }] });
  expect(await owed(house.id)).toBe(0);
});

test('a credit is told as of an own bill', async () => {
  const house = await sold();
  await merge(house);
  await adjust(house.billId, LESS);
  expect(await mine(house)).toEqual([[BILL - CREDIT, 0]]);
  const { items } = await app.call(listNotices, { as: house.after, query: {} });
  expect(items.map(({ kind }) => kind).filter((kind) => /taken|taker/.test(kind))).toEqual([]);
});
