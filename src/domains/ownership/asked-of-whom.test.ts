/** After a change of owner what was taken over in writing is asked of the new owner, and of nobody else. */
import { afterEach, expect, test } from 'vitest';
import { invoiceBadges } from '#domains/billing/badges.ts';
import {
  billingIds,
  customerBillCart,
  invoiceDetail,
  searchInvoice,
} from '#domains/billing/invoices/contract.ts';
import { getConsumer, listConsumers } from '#domains/consumers/contract.ts';
import { consumerDashboard } from '#domains/dashboard/contract.ts';
import { makePayment } from '#domains/payments/contract.ts';
import { findPayables, getPayable, myPayables } from '#domains/payments/payables/contract.ts';
import { one, sql, transaction } from '#platform/database/db.ts';
import { asConsumer } from '#platform/http/binder.ts';
import type { Person } from '#test/app.ts';
import { DUE, PROVEN, saleOffice } from './factory-sale.ts';

const { app, office, cashier, sold, counter, of, proofs } = await saleOffice();

afterEach(async () => expect(await proofs()).toEqual(PROVEN));

const dueOf = async (as: Person, connectionId: string) =>
  (await app.call(myPayables, { as })).items.find(({ id }) => id === connectionId)?.dueMinor ?? null;

test('the earlier owner: home, /pay, lists and counters ask for what nobody took over; the bill is marked', async () => {
  const { before, after, connectionId, taken, bill } = await sold();
  const nothing = await app.call(consumerDashboard, { as: before, query: {} });
  expect(nothing.connections).toMatchObject([
    { id: connectionId, dueMinor: 0, openInvoices: 0, dueOn: null, overdue: false, takenOverMinor: DUE },
  ]);
  expect(await dueOf(before, connectionId)).toBe(0);

  const last = await bill('2026-11-01');
  const { connections } = await app.call(consumerDashboard, { as: before, query: {} });
  expect(connections).toMatchObject([{ dueMinor: DUE, openInvoices: 1, takenOverMinor: DUE }]);
  expect([await dueOf(before, connectionId), await dueOf(after, connectionId)]).toEqual([DUE, DUE]);
  expect(await of(connectionId, '1100')).toBe(2 * DUE);
  const payable = await app.call(getPayable, { as: before, query: { connectionId } });
  expect(payable).toMatchObject({ dueMinor: DUE, takenOverMinor: DUE, taker: null });
  expect(payable.items.map(({ number }) => number)).toEqual([last.number]);
  const cart = await app.call(customerBillCart, { as: before, query: { connectionId } });
  expect(cart.items.map(({ id }) => id)).toEqual([last.id]);

  const list = (query: { open?: boolean }) => app.call(searchInvoice, { as: before, query });
  const open = await list({ open: true });
  expect(open.items.map(({ id }) => id)).toEqual([last.id]);
  expect(open.sums.dueMinor).toBe(DUE);
  const all = await list({});
  expect(all.sums).toMatchObject({ totalMinor: 2 * DUE, dueMinor: DUE });
  expect(all.items.find(({ id }) => id === taken.id)).toMatchObject({
    ...{ isTakenOver: true, dueMinor: 0, overdue: false, state: 'ISSUED' },
  });
  expect(all.items.find(({ id }) => id === last.id)).toMatchObject({ isTakenOver: false, dueMinor: DUE });
  const detail = await app.call(invoiceDetail, { as: before, params: { id: taken.id } });
  expect(detail).toMatchObject({ isTakenOver: true, dueMinor: 0, can: { pay: false } });
  const ids = await app.call(billingIds, { as: before, query: {} });
  expect(ids.items).toMatchObject([{ dueMinor: DUE, openInvoices: 1, takenOverMinor: DUE }]);
  const badges = await transaction(app.db, async (tx) => {
    const actor = { ...app.actorOf(before), permissions: new Set(['invoices:view'] as const) };
    await asConsumer(tx, actor);
    return invoiceBadges(tx, actor);
  });
  expect(badges).toEqual({ invoice_count: { item_count: 1 } });
});

test('the office: both parts at the counter, found by either owner; each consumer owes what is theirs', async () => {
  const { before, after, connectionId, number, taken, phone, bill } = await sold();
  await bill('2026-11-01');
  const payable = await app.call(getPayable, { as: cashier, query: { connectionId } });
  expect(payable).toMatchObject({
    payerName: 'Rahima',
    dueMinor: DUE,
    takenOverMinor: DUE,
    taker: { name: 'Karim' },
  });
  expect(payable.taker?.items).toMatchObject([{ number: taken.number, openMinor: DUE }]);
  const own = await one<{ customer: string; successor: string }>(
    app.db,
    sql`select u.number as customer, c.number as successor from consumers.consumers u
      join meters.connections c on c.consumer_id = u.id where u.id = ${after.consumerId}`,
  );
  for (const search of [number, phone, own.customer, own.successor]) {
    const { items } = await app.call(findPayables, { as: cashier, query: { search } });
    expect(items.find(({ id }) => id === connectionId)).toMatchObject({
      ...{ payerName: 'Rahima', dueMinor: DUE, takenOverMinor: DUE, taker: { name: 'Karim' } },
    });
  }
  const others = await app.call(findPayables, { as: cashier, query: { search: own.successor } });
  expect(others.items.find(({ number }) => number === own.successor)).toMatchObject({ taker: null });
  const owes = async (consumerId: string) =>
    (await app.call(getConsumer, { as: office.admin, params: { id: consumerId } })).dueMinor;
  expect([await owes(String(before.consumerId)), await owes(String(after.consumerId))]).toEqual([DUE, DUE]);
  const { items } = await app.call(billingIds, { as: office.admin, query: { connectionId } });
  expect(items).toMatchObject([{ dueMinor: 2 * DUE, takenOverMinor: DUE }]);
  const { items: bills } = await app.call(searchInvoice, { as: office.admin, query: { connectionId } });
  expect(bills.find(({ id }) => id === taken.id)).toMatchObject({ isTakenOver: true, dueMinor: DUE });

  await app.call(makePayment, counter(connectionId, DUE));
  const late = await app.call(listConsumers, { as: office.admin, query: { inArrears: true, limit: 200 } });
  expect(late.items.map(({ id }) => id)).not.toContain(before.consumerId);
  await app.call(makePayment, counter(connectionId, DUE, true));
  expect(await app.call(getPayable, { as: cashier, query: { connectionId } })).toMatchObject({
    ...{ dueMinor: 0, takenOverMinor: 0, taker: null },
  });
  expect([await owes(String(before.consumerId)), await owes(String(after.consumerId))]).toEqual([0, 0]);
});

test('both owners are told which sum the new owner pays', async () => {
  const { requestId } = await sold();
  const told = async (what: string) =>
    String((await office.notice(what, requestId))?.body).replace(/[০-৯]/g, (digit) =>
      String(digit.charCodeAt(0) - 0x09e6),
    );
  const body = await told('changedFromTaken');
  expect(body).toContain('115');
  expect(body).toContain('Karim');
  expect(await told('changedToTaking')).toContain('115');
});
