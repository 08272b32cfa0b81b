/** Months billed through the real calls: plan, calculate, approve, post. */
import { closeConnection } from '#domains/meters/closure/contract.ts';
import { type MadeConnection, makeConnection } from '#domains/meters/factory.ts';
import { all, type Db, execute, first, sql, transaction } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import { type Person, type TestApp, testApp } from '#test/app.ts';
import { approvedTariff } from '../tariffs/factory.ts';
import { workCalculation, workPosting } from './actions/work-run.ts';
import * as contract from './contract.ts';

export type Office = { app: TestApp; planner: Person; approver: Person };

export async function makeOffice(app: TestApp): Promise<Office> {
  return { app, planner: await app.staff('admin'), approver: await app.staff('admin') };
}

/** A connection whose readings are approved, also those that a check has flagged, unless `approve` is false. */
export function connect({ app }: Office, given: Parameters<typeof makeConnection>[2] = {}) {
  const actor = { ...app.system(), permissions: new Set<never>() };
  return transaction(app.db, async (tx) => {
    const made = await makeConnection(tx, actor, { approve: true, ...given });
    if (given.approve !== false) {
      await execute(
        tx,
        sql`update meters.readings set state = 'APPROVED' where connection_id = ${made.id} and waiting`,
      );
    }
    return made;
  });
}

/** Closes the connection with the last figure of its meter, whose reading is approved. */
export async function closeWith(
  { app, approver }: Office,
  { id, meterId }: MadeConnection,
  readOn: string,
  registerLitres: number,
): Promise<void> {
  const body = { meterId, readOn, registerLitres, reason: 'moved away' };
  await app.call(closeConnection, { as: approver, body });
  await execute(
    app.owner.db,
    sql`update meters.readings set state = 'APPROVED' where connection_id = ${id} and state in ('VALID', 'FLAGGED')`,
  );
}

/** Plans a run of the month, dated today, and calculates it. */
export async function calculateMonth(
  { app, planner }: Office,
  period: string,
  given: { issuedOn?: string; sectorId?: string } = {},
): Promise<string> {
  const issuedOn = given.issuedOn ?? app.system().today;
  const body = { period, issuedOn, dueOn: addDays(issuedOn, 21), ...given };
  const { id } = await app.call(contract.planRun, { as: planner, body });
  await workCalculation(app.db, app.clock, id);
  return id;
}

export async function approveRun({ app, approver }: Office, id: string) {
  const { version } = await app.call(contract.getRun, { as: approver, params: { id } });
  return app.call(contract.approveRun, { as: approver, params: { id }, body: { version } });
}

/** Posts an approved run. */
export async function postRun({ app, planner }: Office, id: string): Promise<void> {
  await app.call(contract.postRun, { as: planner, params: { id } });
  await workPosting(app.db, app.clock, id);
}

export async function billMonth(office: Office, period: string): Promise<string> {
  const id = await calculateMonth(office, period);
  await approveRun(office, id);
  await postRun(office, id);
  return id;
}

/** What the run makes of each connection: BILLED, or why it is held. */
export async function outcomesOf({ app }: Office, id: string): Promise<Map<string, string>> {
  const rows = await all<{ connection: string; result: string }>(
    app.db,
    sql`select connection_id as connection, coalesce(reason, outcome) as result
      from billing.bill_run_items where run_id = ${id}`,
  );
  return new Map(rows.map(({ connection, result }) => [connection, result]));
}

/** ৳10 a m³ and ৳30 a month. */
export async function makeTown(now = '2026-12-02T04:00:00Z', given?: TestApp): Promise<Office> {
  const app = given ?? (await testApp({ now }));
  const blocks = [{ from: '0', to: null, rate: '10' }];
  await approvedTariff(app.db, { effectiveFrom: '2024-01-01', blocks, fixedAmount: '30' });
  return makeOffice(app);
}

/** The water and the fixed charge of each bill of a connection, in Taka, by month. */
export async function chargesOf({ app }: Office, connectionId: string) {
  const rows = await all<{ month: string; water: number; fixed: number }>(
    app.db,
    sql`select to_char(i.period, 'YYYY-MM') as month, sum(l.amount_minor) filter (where l.kind = 'water')::int / 100 as water,
        coalesce(sum(l.amount_minor) filter (where l.kind = 'fixed'), 0)::int / 100.0 as fixed
      from billing.invoices i join billing.invoice_lines l on l.invoice_id = i.id
      where i.connection_id = ${connectionId} and i.cancelled_on is null group by i.period order by i.period`,
  );
  return rows.map(({ month, water, fixed }) => [month, water, Number(fixed)]);
}

/** An item as a person sees it who is about to hold it. */
export async function seenOf(db: Db, runId: string, connectionId: string) {
  const seen = await first<{ totalMinor: number; usageLitres: number | null }>(
    db,
    sql`select total_minor as "totalMinor", usage_litres as "usageLitres" from billing.bill_run_items
      where run_id = ${runId} and connection_id = ${connectionId}`,
  );
  return seen ?? { totalMinor: 0, usageLitres: null };
}
