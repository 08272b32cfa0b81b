/** What a household is asked for by its plan now: for the pages where it pays, its home and its bills. */
import { isConsumer } from '#domains/consumers/queries.ts';
import type { Actor } from '#platform/actor.ts';
import { type Db, first, type Sql, sql, type Tx } from '#platform/database/db.ts';
import type { PlanNote } from './note.schema.ts';
import { instalmentsOf, leftOf } from './standing.ts';

const plannedIds = sql`select h.invoice_id from billing.collection_holds h where h.cause = 'payment_plan' and h.to_day is null`;

/** An invoice with this alias is paid by a plan, which the household may still have to accept. */
export const isAmongPlans = (invoice: string): Sql => sql`(${sql.ref(`${invoice}.id`)} in (${plannedIds}))`;

/** The plan of this connection is not accepted yet, or its first payment is open: the household has done nothing of it. */
export const isPlanToBegin = (connectionId: Sql): Sql =>
  sql`exists (select from billing.payment_plans p where p.connection_id = ${connectionId} and p.ended_at is null
    and (p.state = 'PROPOSED' or p.state = 'ACTIVE' and p.sum_minor - ${leftOf('p')} < p.first_minor))`;

/** What of older bills beside a plan is open: money pays it before the plan's next instalment. */
export const olderBeside = (plan: string): Sql => sql`coalesce((
    select sum(o.total_minor - o.settled_minor) from billing.invoices o where o.connection_id = ${sql.ref(`${plan}.connection_id`)} and o.cancelled_on is null
      and o.settled_minor < o.total_minor and not exists (select from billing.collection_holds h where h.invoice_id in (o.id, o.adjusts_id) and h.to_day is null)
      and not exists (select from billing.taken_over_bills t where t.invoice_id = o.id)
      and o.issued_on < (select max(b.issued_on) from billing.payment_plan_bills m join billing.invoices b on b.id = m.invoice_id
        where m.plan_id = ${sql.ref(`${plan}.id`)} and b.settled_minor < b.total_minor)), 0)::bigint`;

/**
 * SELECT of the plan of a connection: id, number, state, acceptBy, leftMinor; what was missed and what comes next (nextMinor, nextOn, isLate);
 * askedMinor, that with older bills beside the plan, which money pays first. Who does not see the plan gets no row.
 */
export const planNote = (connectionId: Sql, actor: Actor): Sql<PlanNote> => {
  const { today } = actor;
  const isOwn = actor.kind === 'consumer' ? isConsumer(sql`p.consumer_id`, actor.consumerId) : sql`true`;
  return sql<PlanNote>`select p.id, p.number, p.state, p.accept_by as "acceptBy", ${leftOf('p')} as "leftMinor", n.due_on as "nextOn",
      n.left_minor as "nextMinor", coalesce(n.due_on < ${today}::date, false) as "isLate",
      n.left_minor + ${olderBeside('p')} as "askedMinor"
    from billing.payment_plans p
    cross join lateral (
      select coalesce(sum(q.left_minor), 0)::bigint as left_minor, min(q.due_on) as due_on from (${instalmentsOf('p', today)}) q
      where q.left_minor > 0 and q.due_on <= coalesce(
        (select min(w.due_on) from billing.payment_plan_instalments w join (${instalmentsOf('p', today)}) z on z.seq = w.seq
          where w.plan_id = p.id and z.left_minor > 0 and w.due_on >= ${today}::date), 'infinity'::date)
    ) n
    where p.connection_id = ${connectionId} and p.state in ('PROPOSED', 'ACTIVE') and ${isOwn}`;
};

export const planOfConnection = async (
  db: Db | Tx,
  actor: Actor,
  connectionId: string,
): Promise<PlanNote | null> => (await first(db, planNote(sql`${connectionId}::uuid`, actor))) ?? null;
