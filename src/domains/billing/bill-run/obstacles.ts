/** What prevents the reversal of a posted run: bills that something rests on. */
import { all, type Db, one, type Sql, sql, type Tx } from '#platform/database/db.ts';
import type { RunObstacles } from './contract.ts';
import { findRun } from './queries.ts';

/** How many bills are named; all are counted. */
const NAMED = 20;

/** What rests on a bill `i`. Advances are the connection's own and go back to it. */
const resting: Sql = sql`array_remove(array[
    case when i.settled_minor <> (select coalesce(sum(u.amount_minor), 0) from billing.advance_uses u where u.invoice_id = i.id)
      then 'paid' end,
    case when exists (select from billing.adjustments a where a.invoice_id = i.id) then 'corrected' end,
    case when exists (select from billing.invoices l where ${isLater(sql`l`)}) then 'built_on' end
  ], null)`;

/** A later bill of the same connection. */
function isLater(later: Sql): Sql {
  return sql`${later}.connection_id = i.connection_id and ${later}.period > i.period
    and ${later}.adjusts_id is null and ${later}.cancelled_on is null`;
}

/** Select of a run's living bills, with what rests on each. */
export const livingBills = (runId: string): Sql =>
  sql`select i.id, i.reading_id, i.number, ${resting} as obstacles from billing.invoices i
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
    sql`select b.id, b.number, u.name as "consumerName", u.name_bn as "consumerNameBn", i.settled_minor as "settledMinor", b.obstacles,
        (select json_build_object('id', r.id, 'period', r.period) from billing.invoices l
          join billing.bill_runs r on r.id = l.run_id where ${isLater(sql`l`)} order by l.period desc limit 1) as "laterRun"
      from (${blocked}) b join billing.invoices i on i.id = b.id join consumers.consumers u on u.id = i.consumer_id
      order by b.number limit ${NAMED}`,
  );
  return { ...counts, items };
}
