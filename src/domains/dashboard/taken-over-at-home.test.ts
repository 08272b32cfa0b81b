/** After a change of owner: the new one reads at home what they took over and have to pay; the earlier one that it changed hands. */
import { expect, test } from 'vitest';
import { makeInvoice } from '#domains/billing/factory.ts';
import { billingIds } from '#domains/billing/invoices/contract.ts';
import { makeOffice } from '#domains/ownership/factory-calls.ts';
import { makePayment } from '#domains/payments/contract.ts';
import { completeGatewayPayment, openOrder } from '#domains/payments/gateway/contract.ts';
import { myPayables } from '#domains/payments/payables/contract.ts';
import { all, execute, one, sql, transaction } from '#platform/database/db.ts';
import { asConsumer } from '#platform/http/binder.ts';
import { type Person, testApp } from '#test/app.ts';
import { consumerDashboard } from './contract.ts';
import { getConsumerDashboard } from './queries.ts';

const app = await testApp();
const office = await makeOffice(app);
const DUE = 11_500;

const home = (as: Person) => app.call(consumerDashboard, { as, query: {} });
const lists = (as: Person) => app.call(billingIds, { as, query: {} });
const sumOf = (rows: readonly { dueMinor: number }[]) =>
  rows.reduce((sum, { dueMinor }) => sum + dueMinor, 0);
const bill = (connectionId: string) =>
  transaction(app.db, (tx) => makeInvoice(tx, app.system(), { connectionId, period: '2026-10-01' }));

async function sold(liabilityMinor: number) {
  const [before, after] = [await app.consumer('Rahima'), await app.consumer('Karim')];
  const connection = await office.connect({ consumerId: String(before.consumerId) });
  if (liabilityMinor > 0) await bill(connection.id);
  const { phone } = await one<{ phone: string }>(
    app.db,
    sql`select phone from consumers.consumers where id = ${after.consumerId}`,
  );
  await office.request({ connection, phone, upTo: 'COMPLETED', liabilityMinor });
  const next = await one<{ id: string; on: string; litres: number }>(
    app.db,
    sql`select f.id, f.connected_on as on, a.opening_litres as litres from meters.connections f
      join meters.assignments a on a.connection_id = f.id where f.follows_id = ${connection.id}`,
  );
  return { before, after, connection, next };
}

test('home and the lists of bills name what was taken over, with the sum of /pay, until it is paid', async () => {
  const { after, connection, next } = await sold(DUE);
  await bill(next.id);
  const { connections, takenOver } = await home(after);
  expect(takenOver).toMatchObject([
    {
      ...{ connectionId: connection.id, connectionNumber: connection.number },
      dueMinor: DUE,
      openInvoices: 1,
    },
  ]);
  expect(takenOver[0]?.isBeingPaid).toBe(false);
  const { items } = await app.call(myPayables, { as: after });
  expect(sumOf(connections) + sumOf(takenOver)).toBe(sumOf(items));
  expect(sumOf(items)).toBe(2 * DUE);
  // The list of bills names it, beside the connections that are theirs.
  const list = await lists(after);
  expect(list.takenOver).toMatchObject([{ connectionId: connection.id, dueMinor: DUE }]);
  expect(list.items.map(({ connectionId }) => connectionId)).toEqual([next.id]);
  // Also if another connection is selected in the header.
  const selected = await app.call(consumerDashboard, { as: after, query: { applicationId: next.id } });
  expect(sumOf(selected.takenOver)).toBe(DUE);

  const { id: paymentId } = await app.call(makePayment, {
    as: after,
    body: { connectionId: connection.id, amountMinor: DUE, tender: { method: 'GATEWAY' } },
  });
  await app.call(openOrder, { as: after, body: { paymentId } });
  expect((await home(after)).takenOver).toMatchObject([{ isBeingPaid: true }]);
  await execute(
    app.db,
    sql`update payments.sandbox_orders set status = 'APPROVED', decided_at = ${app.clock.now()}
      where order_id = (select order_id from payments.orders where payment_id = ${paymentId})`,
  );
  await app.call(completeGatewayPayment, { as: after, body: { paymentId } });
  expect((await home(after)).takenOver).toEqual([]);
  expect((await lists(after)).takenOver).toEqual([]);
});

test('a payment of the earlier owner that is at the bank is nothing that the new one reads', async () => {
  const [before, after] = [await app.consumer('Rahima'), await app.consumer('Karim')];
  const connection = await office.connect({ consumerId: String(before.consumerId) });
  await bill(connection.id);
  const { id: paymentId } = await app.call(makePayment, {
    as: before,
    body: { connectionId: connection.id, amountMinor: 1_000, tender: { method: 'GATEWAY' } },
  });
  await app.call(openOrder, { as: before, body: { paymentId } });
  const { phone } = await one<{ phone: string }>(
    app.db,
    sql`select phone from consumers.consumers where id = ${after.consumerId}`,
  );
  await office.request({ connection, phone, upTo: 'COMPLETED', liabilityMinor: DUE });
  expect((await home(after)).takenOver).toMatchObject([{ dueMinor: DUE, isBeingPaid: false }]);
  // Also under the program's own role, which row-level security does not limit.
  const alone = await getConsumerDashboard(app.db, app.actorOf(after), undefined);
  expect(alone.takenOver).toMatchObject([{ isBeingPaid: false }]);
  expect((await home(before)).connections).toMatchObject([{ isBeingPaid: true }]);
});

test('who took nothing over reads nothing of it, and neither do the earlier owner, a stranger and the office', async () => {
  const { before, after } = await sold(0);
  const withBills = await sold(DUE);
  for (const person of [before, after, withBills.before, await app.consumer('Salma')]) {
    expect((await home(person)).takenOver).toEqual([]);
    expect((await lists(person)).takenOver).toEqual([]);
    expect((await getConsumerDashboard(app.db, app.actorOf(person), undefined)).takenOver).toEqual([]);
  }
  expect((await lists(await app.staff('admin'))).takenOver).toEqual([]);
});

test('before the first reading of the new owner the home shows what the meter showed at the handover', async () => {
  const { after, next } = await sold(0);
  expect((await home(after)).lastReading).toEqual({
    ...{ readOn: next.on, registerLitres: next.litres },
    consumptionLitres: null,
  });
  // A meter that is new at its place was not read.
  const other = await app.consumer('Salma');
  await office.connect({ consumerId: String(other.consumerId) });
  expect(await home(other)).toMatchObject({ connections: [{ changedOn: null }], lastReading: null });
});

test('the earlier owner reads at home and in the list when it changed hands, and whether the last bill came', async () => {
  const { before, after, connection, next } = await sold(0);
  const own = await office.connect({ consumerId: String(before.consumerId) });
  const ofList = async (as: Person) =>
    (await lists(as)).items.map(({ connectionId, changedOn, hasFinalBill }) => [
      connectionId,
      changedOn,
      hasFinalBill,
    ]);
  const ofHome = async (as: Person) =>
    (await home(as)).connections.map(({ id, changedOn, hasFinalBill }) => [id, changedOn, hasFinalBill]);
  // What is still theirs comes first.
  expect(await ofHome(before)).toEqual([
    [own.id, null, false],
    [connection.id, next.on, false],
  ]);
  expect(await ofList(before)).toContainEqual([connection.id, next.on, false]);
  expect(await ofList(before)).toContainEqual([own.id, null, false]);
  expect(await ofHome(after)).toEqual([[next.id, null, false]]);
  const { id } = await bill(connection.id);
  expect(await ofHome(before)).toContainEqual([connection.id, next.on, false]);
  await execute(app.owner.db, sql`update billing.invoices set is_final = true where id = ${id}`);
  expect(await ofHome(before)).toContainEqual([connection.id, next.on, true]);
  expect(await ofList(before)).toContainEqual([connection.id, next.on, true]);
});

test('on which day a connection changed hands is told to who had it, and to the office', async () => {
  const { before, after, connection, next } = await sold(0);
  const dayFor = (as: Person) =>
    transaction(app.db, async (tx) => {
      await asConsumer(tx, app.actorOf(as));
      return (
        await all<{ on: string | null }>(tx, sql`select meters.changed_hands_on(${connection.id}) as on`)
      )[0]?.on;
    });
  expect(await dayFor(before)).toBe(next.on);
  expect(await dayFor(after)).toBeNull();
  expect(await dayFor(await app.consumer('Salma'))).toBeNull();
  const office = sql<{ on: string | null }>`select meters.changed_hands_on(${connection.id}) as on`;
  expect((await one(app.db, office)).on).toBe(next.on);
});
