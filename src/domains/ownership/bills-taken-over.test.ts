/** Open bills that a new owner takes over in writing: their sums are read and paid by that one, and nothing else of the earlier owner. */
import { expect, test } from 'vitest';
import { makeInvoice } from '#domains/billing/factory.ts';
import { invoiceDetail, searchInvoice } from '#domains/billing/invoices/contract.ts';
import { invariants } from '#domains/ledger/queries.ts';
import { getPayment, makePayment } from '#domains/payments/contract.ts';
import { completeGatewayPayment, openOrder } from '#domains/payments/gateway/contract.ts';
import { getPayable, myPayables } from '#domains/payments/payables/contract.ts';
import { getPayable as findPayable } from '#domains/payments/payables/queries.ts';
import { all, execute, one, sql, transaction } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { getRequest } from './contract.ts';
import { makeOffice } from './factory-calls.ts';

const app = await testApp();
const office = await makeOffice(app);
const DUE = 11_500;

/** The bank says yes to an order that is on its page. */
const approve = (paymentId: string) =>
  execute(
    app.db,
    sql`update payments.sandbox_orders set status = 'APPROVED', decided_at = ${app.clock.now()}
      where order_id = (select order_id from payments.orders where payment_id = ${paymentId})`,
  );

/** ৳115 of October are open, and taken over by the new owner. Money of the earlier owner is kept there too. */
async function sold() {
  const [before, after] = [await app.consumer('Rahima'), await app.consumer('Karim')];
  const connection = await office.connect({ consumerId: String(before.consumerId) });
  const bill = (period: string) =>
    transaction(app.db, (tx) => makeInvoice(tx, app.system(), { connectionId: connection.id, period }));
  const taken = await bill('2026-10-01');
  const { phone } = await one<{ phone: string }>(
    app.db,
    sql`select phone from consumers.consumers where id = ${after.consumerId}`,
  );
  const { id } = await office.request({ connection, phone, upTo: 'COMPLETED', liabilityMinor: DUE });
  return {
    before,
    after,
    connectionId: connection.id,
    number: connection.number,
    taken,
    bill,
    requestId: id,
  };
}
const payable = (as: Person, connectionId: string) => app.call(getPayable, { as, query: { connectionId } });
const begin = (as: Person, connectionId: string, amountMinor: number) =>
  app.call(makePayment, { as, body: { connectionId, amountMinor, tender: { method: 'GATEWAY' } } });
const beginCode = (as: Person, connectionId: string, amountMinor: number) =>
  app.codeOf(makePayment, { as, body: { connectionId, amountMinor, tender: { method: 'GATEWAY' } } });

test('what was paid between the note and the change is taken over by nobody: the page of the change says what was', async () => {
  const [before, after] = [await app.consumer('Rahima'), await app.consumer('Karim')];
  const connection = await office.connect({ consumerId: String(before.consumerId) });
  const connectionId = connection.id;
  await transaction(app.db, (tx) => makeInvoice(tx, app.system(), { connectionId, period: '2026-10-01' }));
  const { phone } = await one<{ phone: string }>(
    app.db,
    sql`select phone from consumers.consumers where id = ${after.consumerId}`,
  );
  const { id: requestId } = await office.request({
    ...{ connection, phone, upTo: 'READY_TO_APPROVE', liabilityMinor: DUE },
  });
  const taken = async (as: Person) =>
    (await app.call(getRequest, { as, query: { requestId } })).liabilityMinor;
  expect(await taken(office.admin)).toBe(DUE);
  const open = async (as: Person) =>
    (await app.call(getRequest, { as, query: { requestId } })).liabilityOpenMinor;
  expect(await open(office.admin)).toBeNull();
  await app.call(makePayment, {
    as: await app.staff('cashier'),
    body: { connectionId, amountMinor: 5_000, tender: { method: 'CASH' } },
  });
  await office.accept(requestId);
  expect([await taken(office.admin), await taken(before), await taken(after)]).toEqual([
    DUE - 5_000,
    DUE - 5_000,
    DUE - 5_000,
  ]);
  expect([await open(before), await open(after)]).toEqual([DUE - 5_000, DUE - 5_000]);
  await app.call(makePayment, {
    as: await app.staff('cashier'),
    body: { connectionId, amountMinor: 1_000, tender: { method: 'CASH' }, takenOver: true },
  });
  expect([await open(before), await open(after)]).toEqual([DUE - 6_000, DUE - 6_000]);
});

test('the page of a change that is done tells the earlier owner what they still owe, not what they gave away', async () => {
  const { before, connectionId, bill, requestId } = await sold();
  const open = async () => (await app.call(getRequest, { as: before, query: { requestId } })).openMinor;
  expect(await open()).toBe(0);
  await bill('2026-11-01');
  expect([await open(), (await payable(before, connectionId)).dueMinor]).toEqual([DUE, DUE]);
});

test('the new owner reads what is open of it, pays it at the bank, and has the receipt; the earlier owner sees that it is paid', async () => {
  const { before, after, connectionId, number, taken, requestId } = await sold();
  const request = () => app.call(getRequest, { as: after, query: { requestId } });
  expect((await request()).takenOver).toEqual({ connectionId, openMinor: DUE });
  const own = (await app.call(myPayables, { as: after })).items.find(({ id }) => id === connectionId);
  expect(own).toMatchObject({ kind: 'CONNECTION', number, dueMinor: DUE, payerName: 'Karim' });
  expect(await payable(after, connectionId)).toMatchObject({
    ...{ dueMinor: DUE, advanceMinor: 0, payerName: 'Karim' },
    items: [{ number: taken.number, period: '2026-10-01', openMinor: DUE }],
  });

  const { id: paymentId } = await begin(after, connectionId, DUE);
  await app.call(openOrder, { as: after, body: { paymentId } });
  await approve(paymentId);
  const done = await app.call(completeGatewayPayment, { as: after, body: { paymentId } });
  expect(done).toMatchObject({ state: 'APPROVED' });
  expect(await app.call(getPayment, { as: after, params: { id: paymentId } })).toMatchObject({
    amountMinor: DUE,
    payerName: 'Karim',
  });
  const [allocation] = await all<{ invoice: string; minor: number }>(
    app.db,
    sql`select invoice_id as invoice, amount_minor as minor from payments.allocations where payment_id = ${paymentId}`,
  );
  expect(allocation).toEqual({ invoice: taken.id, minor: DUE });
  expect((await request()).takenOver).toBeNull();
  expect((await app.call(myPayables, { as: after })).items.map(({ id }) => id)).not.toContain(connectionId);
  expect(await app.codeOf(getPayable, { as: after, query: { connectionId } })).toBe('common.not_found');
  expect((await app.call(invoiceDetail, { as: before, params: { id: taken.id } })).settledMinor).toBe(DUE);
  expect(await invariants(app.db)).toMatchObject({ sumMinor: 0, badJournals: 0 });
});

test('no bill of after is theirs: neither its sum, nor more money than they took over', async () => {
  const { after, connectionId, taken, bill } = await sold();
  const later = await bill('2026-11-01');
  expect((await payable(after, connectionId)).items.map((item) => item.number)).not.toContain(later.number);
  expect((await payable(after, connectionId)).dueMinor).toBe(DUE);
  // Also without row-level security.
  const { items } = await findPayable(app.db, app.actorOf(after), { connectionId });
  expect(items.map((item) => item.number)).toEqual([taken.number]);
  expect(await beginCode(after, connectionId, DUE + 1)).toBe('payments.above_taken');
  expect(await beginCode(after, connectionId, DUE)).toBeUndefined();
});

test('their lists of bills and the bill itself stay closed, and others find nothing', async () => {
  const { before, after, connectionId, taken, requestId } = await sold();
  expect((await app.call(searchInvoice, { as: after, query: {} })).items).toEqual([]);
  expect(await app.codeOf(invoiceDetail, { as: after, params: { id: taken.id } })).toBe('common.not_found');
  const stranger = await app.consumer();
  expect(await app.codeOf(getPayable, { as: stranger, query: { connectionId } })).toBe('common.not_found');
  expect(await beginCode(stranger, connectionId, DUE)).toBe('common.not_found');
  expect((await app.call(getRequest, { as: before, query: { requestId } })).takenOver).toBeNull();
  expect((await app.call(getRequest, { as: office.clerk, query: { requestId } })).takenOver).toBeNull();
});

test('a payment at the bank while the owner changes pays the bill of who began it, and the new owner reads nothing of it', async () => {
  const [before, after] = [await app.consumer('Rahima'), await app.consumer('Karim')];
  const connection = await office.connect({ consumerId: String(before.consumerId) });
  const bill = await transaction(app.db, (tx) =>
    makeInvoice(tx, app.system(), { connectionId: connection.id, period: '2026-10-01' }),
  );
  const { id: paymentId } = await begin(before, connection.id, DUE + 5_000);
  await app.call(openOrder, { as: before, body: { paymentId } });
  const { phone } = await one<{ phone: string }>(
    app.db,
    sql`select phone from consumers.consumers where id = ${after.consumerId}`,
  );
  app.clock.set(new Date(app.clock.now().getTime() + 60_000).toISOString());
  await office.request({ connection, phone, upTo: 'COMPLETED', liabilityMinor: DUE });
  await approve(paymentId);
  expect(await app.call(completeGatewayPayment, { as: before, body: { paymentId } })).toMatchObject({
    state: 'APPROVED',
  });
  const receipt = await app.call(getPayment, { as: before, params: { id: paymentId } });
  expect(receipt).toMatchObject({ amountMinor: DUE + 5_000, payerName: 'Rahima' });
  // What is above the bill stays an advance of the connection that has ended.
  expect(await findPayable(app.db, app.system(), { connectionId: connection.id })).toMatchObject({
    dueMinor: 0,
    advanceMinor: 5_000,
  });
  expect((await app.refused(getPayment, { as: after, params: { id: paymentId } })).status).toBe(404);
  const own = (await app.call(myPayables, { as: after })).items;
  expect(own.filter(({ id }) => id === connection.id)).toEqual([]);
  expect((await app.call(invoiceDetail, { as: before, params: { id: bill.id } })).settledMinor).toBe(DUE);
  const next = await one<{ id: string }>(
    app.db,
    sql`select id from meters.connections where follows_id = ${connection.id}`,
  );
  expect(await findPayable(app.db, app.system(), { connectionId: next.id })).toMatchObject({
    dueMinor: 0,
    advanceMinor: 0,
  });
  expect(await invariants(app.db)).toEqual({ sumMinor: 0, badJournals: 0, subledgerDifferenceMinor: 0 });
});
