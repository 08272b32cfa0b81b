/** What prevents the reversal of a posted run: bills that something rests on. */
import { all, type Db, one, type Sql, sql, type Tx } from '#platform/database/db.ts';
import type { RunObstacles } from './contract.ts';
import { findRun } from './queries.ts';

/** How many bills are named; all are counted. */
const NAMED = 20;

/** What rests on a bill `i` with its surcharges `w`. Advances are the connection's own and go back to it. */
const resting: Sql = sql`array_remove(array[
    case when w.settled_minor <> w.advances_minor then 'paid' end,
    case when w.is_corrected then 'corrected' end,
    case when exists (select from billing.invoices l where ${isLater(sql`l`)}) then 'built_on' end
  ], null)`;

/** Select of the living surcharges of a bill. */
const livingSurcharges = (billId: Sql): Sql =>
  sql`select e.id, e.settled_minor, e.total_minor from billing.surcharges g join billing.invoices e on e.id = g.invoice_id
    where g.of_invoice_id = ${billId} and e.cancelled_on is null`;

/** Lateral: a bill `i` with its surcharges, as one sum. */
const withSurcharges: Sql = sql`lateral (
    select sum(e.settled_minor)::bigint as settled_minor,
      sum((select coalesce(sum(u.amount_minor), 0) from billing.advance_uses u where u.invoice_id = e.id))::bigint as advances_minor,
      bool_or(exists (select from billing.adjustments a where a.invoice_id = e.id)) as is_corrected
    from (select i.id, i.settled_minor union all select s.id, s.settled_minor from (${livingSurcharges(sql`i.id`)}) s) e
  ) w`;

/** A later bill of the same connection. */
function isLater(later: Sql): Sql {
  return sql`${later}.connection_id = i.connection_id and ${later}.period > i.period
    and ${later}.adjusts_id is null and ${later}.cancelled_on is null`;
}

/** Select of a run's living bills, with what is settled of each and its surcharges, and what rests on it. */
export const livingBills = (runId: string): Sql =>
  sql`select i.id, i.reading_id, i.number, w.settled_minor, ${resting} as obstacles
    from billing.invoices i cross join ${withSurcharges}
    where i.run_id = ${runId} and i.cancelled_on is null`;

/** Select of all that a reversal cancels: the run's living bills, and the surcharges that were charged on them. */
export const reversedBills = (runId: string): Sql =>
  sql`select i.id, i.connection_id, i.total_minor, i.id as bill_id from billing.invoices i
      where i.run_id = ${runId} and i.cancelled_on is null
    union all
    select s.id, i.connection_id, s.total_minor, i.id from billing.invoices i
      cross join lateral (${livingSurcharges(sql`i.id`)}) s
      where i.run_id = ${runId} and i.cancelled_on is null`;

/** All obstacles by their kind, and the first bills that have one, with the run that billed on top of them. */
export async function runObstacles(db: Db | Tx, runId: string): Promise<RunObstacles> {
  await findRun(db, runId);
  const blocked = sql`select * from (${livingBills(runId)}) b where cardinality(obstacles) > 0`;
  const counts = await one<Omit<RunObstacles, 'items'>>(
    db,
    sql`select count(*) as total, count(*) filter (where 'paid' = any(obstacles)) as paid,
        count(*) filter (where 'corrected' = any(obstacles)) as corrected,
        count(*) filter (where 'built_on' = any(obstacles)) as "builtOn"
      from (${blocked}) b`,
  );
  const items = await all<RunObstacles['items'][number]>(
    db,
    sql`select b.id, b.number, u.name as "consumerName", u.name_bn as "consumerNameBn", b.settled_minor as "settledMinor", b.obstacles,
        (select json_build_object('id', r.id, 'period', r.period) from billing.invoices l
          join billing.bill_runs r on r.id = l.run_id where ${isLater(sql`l`)} order by l.period desc limit 1) as "laterRun"
      from (${blocked}) b join billing.invoices i on i.id = b.id join consumers.consumers u on u.id = i.consumer_id
      order by b.number limit ${NAMED}`,
  );
  return { ...counts, items };
}
