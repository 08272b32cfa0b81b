/**
 * Bills of a connection beside its plan. Money pays the oldest bill first, so what a household brings for a new bill may settle the plan
 * instead. It is not late with the new bill then: what was paid of the plan ahead of its days counts for the bills beside it, the oldest first.
 */
import { type Sql, sql } from '#platform/database/db.ts';
import { isHeldNow } from '../disputes/disputed.ts';
import { leftOf } from './standing.ts';

/** What was paid of the plan before its day. */
const aheadOf = (plan: string, today: string): Sql =>
  sql`greatest(${sql.ref(`${plan}.sum_minor`)} - ${leftOf(plan)} - coalesce((select sum(q.amount_minor)
    from billing.payment_plan_instalments q where q.plan_id = ${sql.ref(`${plan}.id`)} and q.due_on <= ${today}::date), 0), 0)`;

/** SELECT of the bills beside the plan that are late and not covered by what was paid ahead: invoice_id. */
export const lateBeside = (plan: string, today: string): Sql =>
  sql`select s.invoice_id from (
      select i.id as invoice_id, sum(i.total_minor - i.settled_minor) over (order by i.issued_on, i.id) as so_far_minor
      from billing.invoices i where i.connection_id = ${sql.ref(`${plan}.connection_id`)} and i.cancelled_on is null
        and i.settled_minor < i.total_minor and i.due_on < ${today}::date and not ${isHeldNow(sql`i.id`)}
        and not exists (select from billing.taken_over_bills t where t.invoice_id = i.id)
    ) s where s.so_far_minor > ${aheadOf(plan, today)}`;
