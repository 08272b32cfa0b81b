/** What of a connection's bills is late and collected, as one question: lists, the daily run and each step ask it in the statement that acts. */
import {
  heldDaysWithBillBefore,
  heldWithBillOn,
} from '#domains/billing/collection-holds/collection-holds.ts';
import { ownOpen } from '#domains/billing/invoices/taken-over.ts';
import { type Sql, sql } from '#platform/database/db.ts';

/** Held today, or from tomorrow on because somebody asked for it today. */
export const isHeld = (day: Sql): Sql =>
  sql`(${heldWithBillOn('i', day)} or ${heldWithBillOn('i', sql`(${day} + 1)`)})`;

/**
 * SELECT of connection_id, due_minor, late_since: the late bills that nobody disputes or pays by a plan. Days of a hold do not count as late.
 * What a new owner took over is not the household's.
 * @param day date
 */
export const lateDebt = (day: Sql, counts: Sql = sql`true`): Sql =>
  sql`select i.connection_id, sum(${ownOpen('i')})::bigint as due_minor, min(i.due_on + ${heldDaysWithBillBefore('i', day)}) as late_since
    from billing.invoices i
    where i.cancelled_on is null and i.settled_minor < i.total_minor and i.due_on < ${day} and ${ownOpen('i')} > 0
      and not ${isHeld(day)} and ${counts}
    group by i.connection_id`;

/** What of a connection is late, with what is held (bigint). @param counts condition on bills `i` */
export const lateInAll = (connectionId: Sql, day: Sql, counts: Sql = sql`true`): Sql =>
  sql`coalesce((select sum(${ownOpen('i')}) from billing.invoices i where i.connection_id = ${connectionId}
    and i.cancelled_on is null and i.settled_minor < i.total_minor and i.due_on < ${day} and ${ownOpen('i')} > 0 and ${counts}), 0)::bigint`;

/**
 * Nothing is asked by the ladder of a connection `c`: its category is exempt, or it is itself for some time.
 * @param rules jsonb, the rules that count
 */
export const isExempt = (day: Sql, rules: Sql): Sql =>
  sql`(${rules} -> 'exemptCategories' ? c.category or exists (select from collections.exemptions e
    where e.connection_id = c.id and e.ended_at is null and e.from_day <= ${day} and e.until_day >= ${day}))`;
