/** What is paid and open of a plan, asked each time: nothing of it is stored but what was agreed. Fragments over `billing.payment_plans p`. */
import { type Sql, sql } from '#platform/database/db.ts';

const livingBills = sql`select b.open_minor, i.total_minor - i.settled_minor as left_minor
  from billing.payment_plan_bills b join billing.invoices i on i.id = b.invoice_id and i.cancelled_on is null`;

/** What is open of its bills; of one that is over, what was open then. A bill that was cancelled owes nothing. */
export const leftOf = (plan: string): Sql =>
  sql`coalesce(${sql.ref(`${plan}.end_left_minor`)}, ${openOf(plan)})`;

/** What is open of its bills now, also of a plan that is over. */
export const openOf = (plan: string): Sql =>
  sql`coalesce((select sum(l.left_minor) from (${livingBills} where b.plan_id = ${sql.ref(`${plan}.id`)}) l), 0)::bigint`;

/** More is open of one of its bills than was agreed to: a payment from before was taken back. */
export const hasMoreOpen = (plan: string): Sql =>
  sql`exists (select from (${livingBills} where b.plan_id = ${sql.ref(`${plan}.id`)}) l where l.left_minor > l.open_minor)`;

/** Nothing is left of its bills but cancelled ones. */
export const hasNoBill = (plan: string): Sql =>
  sql`not exists (${livingBills} where b.plan_id = ${sql.ref(`${plan}.id`)})`;

/** Its connection went on under a new owner, who does not pay by it. */
export const changedOwner = (plan: string): Sql =>
  sql`exists (select from meters.connections f where f.follows_id = ${sql.ref(`${plan}.connection_id`)})`;

/** Money of a plan: what was settled of its bills since it began pays the oldest instalment first. Of the day, or of its last one. */
export const instalmentsOf = (plan: string, today: string): Sql => {
  const [id, sum, endedOn] = [
    sql.ref(`${plan}.id`),
    sql.ref(`${plan}.sum_minor`),
    sql.ref(`${plan}.ended_on`),
  ];
  return sql`select n.seq, n.due_on, n.amount_minor, n.paid_minor, n.amount_minor - n.paid_minor as left_minor,
      case when n.paid_minor = n.amount_minor then 'PAID' when n.due_on < coalesce(${endedOn}, ${today}::date) then 'MISSED'
        when n.paid_minor > 0 then 'PARTLY' else 'DUE' end as state
    from (
      select s.seq, s.due_on, s.amount_minor, least(greatest(d.done_minor - s.before_minor, 0), s.amount_minor) as paid_minor
      from (
        select q.seq, q.due_on, q.amount_minor, (sum(q.amount_minor) over (order by q.seq) - q.amount_minor)::bigint as before_minor
        from billing.payment_plan_instalments q where q.plan_id = ${id}
      ) s cross join (select ${sum} - ${leftOf(plan)} as done_minor) d
    ) n`;
};
