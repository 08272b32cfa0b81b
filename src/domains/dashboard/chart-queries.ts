/** Points of the charts: one row per month, aggregated in the database, months without anything included. */

import { litresOfCredit } from '#domains/billing/invoices/queries.ts';
import { isConsumer } from '#domains/consumers/queries.ts';
import { collected } from '#domains/payments/collected.ts';
import type { Actor } from '#platform/actor.ts';
import { all, type Db, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { addMonths, firstOfMonth } from '#shared/dates.ts';
import type { Minor } from '#shared/money.ts';

/** The last `months` months up to this one, as a relation with the column `period`. */
function monthsUntil(actor: Actor, months: number): { from: string; relation: Sql } {
  const last = firstOfMonth(actor.today);
  const from = addMonths(last, 1 - months);
  return {
    from,
    relation: sql`(select m::date as period from generate_series(${from}::date, ${last}::date, interval '1 month') m) months`,
  };
}

const own = (actor: Actor, column: Sql): Sql =>
  actor.kind === 'consumer' ? isConsumer(column, actor.consumerId) : sql`true`;

/** What others pay for bills that they took over is none of the earlier owner's business. */
const ofOwn = (actor: Actor) =>
  actor.kind === 'consumer'
    ? {
        payments: sql`(${own(actor, sql`p.consumer_id`)} and not p.taken_over)`,
        connections: own(actor, sql`c.consumer_id`),
      }
    : undefined;

/** Billed by month of issue, collected by month of the money. */
export async function billPoints(db: Db | Tx, actor: Actor, months: number) {
  const { from, relation } = monthsUntil(actor, months);
  const points = await all<{ period: string; billedMinor: Minor; collectedMinor: Minor }>(
    db,
    sql`select period, coalesce(b.minor, 0)::bigint as "billedMinor", coalesce(c.minor, 0)::bigint as "collectedMinor"
      from ${relation}
      left join (select date_trunc('month', issued_on)::date as period, sum(total_minor) as minor from billing.invoices
        where cancelled_on is null and issued_on >= ${from} and ${own(actor, sql`consumer_id`)} group by 1) b using (period)
      left join (select date_trunc('month', day)::date as period, sum(minor) as minor
        from ${collected({ from, of: ofOwn(actor) })} m group by 1) c using (period)
      order by period`,
  );
  return { points };
}

/** Bills by month of issue and what became of them. */
export async function billStatusPoints(db: Db | Tx, actor: Actor, months: number) {
  const { from, relation } = monthsUntil(actor, months);
  const points = await all<{ period: string; paid: number; partly: number; unpaid: number }>(
    db,
    sql`select period, coalesce(paid, 0) as paid, coalesce(partly, 0) as partly, coalesce(unpaid, 0) as unpaid
      from ${relation}
      left join (select date_trunc('month', issued_on)::date as period,
          count(*) filter (where settled_minor >= total_minor) as paid,
          count(*) filter (where settled_minor > 0 and settled_minor < total_minor) as partly,
          count(*) filter (where settled_minor = 0 and total_minor > 0) as unpaid
        from billing.invoices where cancelled_on is null and issued_on >= ${from} and ${own(actor, sql`consumer_id`)}
        group by 1) b using (period)
      order by period`,
  );
  return { points };
}

/** Billed use by the month it was billed for: a supplementary bill has what a correction added, a credit note what it took off. */
export async function consumptionPoints(db: Db | Tx, actor: Actor, months: number) {
  const { from, relation } = monthsUntil(actor, months);
  const points = await all<{ period: string; litres: number }>(
    db,
    sql`select period, coalesce(litres, 0)::bigint as litres from ${relation}
      left join (select period, sum(litres) as litres from (
          select period, usage_litres as litres from billing.invoices
          where cancelled_on is null and period >= ${from} and ${own(actor, sql`consumer_id`)}
          union all
          select i.period, ${litresOfCredit} from billing.invoices i
          join billing.adjustments a on a.invoice_id = i.id and a.supplement_id is null
          where i.cancelled_on is null and i.period >= ${from} and ${own(actor, sql`i.consumer_id`)}) u group by 1) b using (period)
      order by period`,
  );
  return { points };
}

/** Readings by month: those that may be billed, those that wait for somebody, estimates. */
export async function readingPoints(db: Db | Tx, actor: Actor, months: number) {
  const { from, relation } = monthsUntil(actor, months);
  const points = await all<{ period: string; approved: number; waiting: number; estimated: number }>(
    db,
    sql`select period, coalesce(approved, 0) as approved, coalesce(waiting, 0) as waiting, coalesce(estimated, 0) as estimated
      from ${relation}
      left join (select period,
          count(*) filter (where state in ('APPROVED', 'BILLED') and source <> 'ESTIMATE') as approved,
          count(*) filter (where state in ('CAPTURED', 'VALID', 'FLAGGED', 'REREAD')) as waiting,
          count(*) filter (where source = 'ESTIMATE') as estimated
        from meters.readings where period >= ${from} and state not in ('VOID', 'SUPERSEDED') and source <> 'OPENING'
        group by 1) r using (period)
      order by period`,
  );
  return { points };
}

export async function meterStatusPoints(db: Db | Tx) {
  const points = await all<{ status: string; meters: number }>(
    db,
    sql`select status, count(*) as meters from meters.meters group by status order by meters desc`,
  );
  return { points };
}
