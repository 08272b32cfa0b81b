/** A connection that had no water for months is billed for what its readings show: each m³ is in one bill. The household reads the step that it is on. */
import { expect, test } from 'vitest';
import { workCalculation, workPosting } from '#domains/billing/bill-run/actions/work-run.ts';
import * as runs from '#domains/billing/bill-run/contract.ts';
import { invoiceDetail, searchInvoice } from '#domains/billing/invoices/contract.ts';
import { approvedTariff } from '#domains/billing/tariffs/factory.ts';
import { consumerDashboard } from '#domains/dashboard/contract.ts';
import { makeConnection } from '#domains/meters/factory.ts';
import { approveUnflagged } from '#domains/meters/readings/actions/approve-unflagged.ts';
import { captureReading } from '#domains/meters/readings/actions/capture-reading.ts';
import { execute, one, sql, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { dunningCalls, RULES } from '../factory.ts';
import * as contract from './contract.ts';

const app = await testApp({ now: '2026-02-02T04:00:00Z' });
const { rules, until, look, pay, caseOf, work, goTo, statusOf } = dunningCalls(app);

async function run(period: string, issuedOn: string, dueOn: string): Promise<void> {
  goTo(issuedOn);
  const [planner, approver] = [await app.staff('admin'), await app.staff('admin')];
  const { id } = await app.call(runs.planRun, { as: planner, body: { period, issuedOn, dueOn } });
  await workCalculation(app.db, app.clock, id);
  const { version, state } = await app.call(runs.getRun, { as: approver, params: { id } });
  if (state !== 'REVIEW') throw new Error(state);
  await app.call(runs.approveRun, { as: approver, params: { id }, body: { version } });
  await app.call(runs.postRun, { as: planner, params: { id } });
  await workPosting(app.db, app.clock, id);
}

async function heldIn(period: string, issuedOn: string, dueOn: string): Promise<string | null> {
  goTo(issuedOn);
  const as = await app.staff('admin');
  const { id } = await app.call(runs.planRun, { as, body: { period, issuedOn, dueOn } });
  await workCalculation(app.db, app.clock, id);
  const { items } = await app.call(runs.listRunItems, { as, params: { id }, query: {} });
  await app.call(runs.giveUpRun, { as, params: { id }, body: { reason: 'nothing to bill' } });
  return items[0]?.reason ?? null;
}

test('what goes through the meter before it is cut off and after it is connected again is billed once, and nothing is estimated', async () => {
  await approvedTariff(app.db, {
    effectiveFrom: '2025-01-01',
    blocks: [{ from: '0', to: null, rate: '20' }],
  });
  await rules({ ...RULES, disconnection: { daysOverdue: 30, leastMinor: 10_000 } });
  const household = await app.consumer('Salma');
  const connection = await transaction(app.db, (tx) =>
    makeConnection(tx, app.system(), {
      ...{ connectedOn: '2025-12-31', approve: true, consumerId: String(household.consumerId) },
      readings: [['2026-01-01', '2026-01-31', 20_000]],
    }),
  );
  await run('2026-01-01', '2026-02-02', '2026-02-20');
  /** Sessions end while the clock moves. */
  const again = async () => {
    const { phone } = await one<{ phone: string }>(
      app.db,
      sql`select phone from identity.users where id = ${household.userId}`,
    );
    const { response } = await app.signIn(phone, household.password);
    return { ...household, idToken: response.AuthenticationResult.IdToken };
  };
  const homeOf = async () => (await app.call(consumerDashboard, { as: await again() })).dunning;
  await until('2026-03-25');
  expect((await caseOf(connection.id))?.state).toBe('NOTICED');
  expect(await homeOf()).toMatchObject([{ state: 'NOTICED', connectionNumber: connection.number }]);
  const as = await app.staff('engineer');
  const { items } = await app.call(contract.listCases, { as, query: {} });
  const cases = items.map(({ id, version, dueMinor }) => ({ id, version, dueMinor }));
  const { orders } = await app.call(contract.approveDisconnections, { as, body: { cases, remark: 'seen' } });
  await work(orders[0]?.orderId ?? '', 'COMPLETED');
  expect(await statusOf(connection.id)).toBe('disconnected');
  expect(await homeOf()).toMatchObject([{ state: 'DISCONNECTED', dueMinor: cases[0]?.dueMinor }]);
  const owner = await again();
  const [bill] = (await app.call(searchInvoice, { as: owner, query: {} })).items;
  expect(
    (await app.call(invoiceDetail, { as: owner, params: { id: bill?.id ?? '' } })).dunning,
  ).toMatchObject({
    state: 'DISCONNECTED',
  });
  // A month in which nobody could read it: it is held, and billed with the next reading.
  expect(await heldIn('2026-03-01', '2026-04-02', '2026-04-20')).toBe('no_reading');
  await pay(connection.id, cases[0]?.dueMinor ?? 0);
  await look();
  goTo('2026-04-20');
  await work((await caseOf(connection.id))?.reconnectionId ?? '', 'COMPLETED');
  expect([await statusOf(connection.id), await homeOf()]).toEqual(['active', []]);
  goTo('2026-05-01');
  await transaction(app.db, async (tx) => {
    const { meterId, id: connectionId } = connection;
    const period = '2026-04-01';
    await captureReading(tx, app.system(), { meterId, period, readOn: '2026-04-30', registerLitres: 31_000 });
    await approveUnflagged(tx, app.system(), { period, connectionId });
  });
  await execute(
    app.owner.db,
    sql`update meters.readings set state = 'APPROVED' where connection_id = ${connection.id} and period = '2026-04-01'`,
  );
  await run('2026-04-01', '2026-05-02', '2026-05-20');
  const billed = await one<{ litres: number; bills: number }>(
    app.db,
    sql`select sum(usage_litres)::bigint as litres, count(*) as bills from billing.invoices
      where connection_id = ${connection.id} and cancelled_on is null and adjusts_id is null`,
  );
  expect(billed).toEqual({ litres: 31_000, bills: 2 });
});
