/** Tells those who assign work which orders are late: each order one time for each deadline. */
import { holdersOf } from '#domains/identity/notices/receivers.ts';
import type { Actor } from '#platform/actor.ts';
import { all, type Db, sql, type Tx, transaction } from '#platform/database/db.ts';
import { notifyEach } from '#platform/messages/inbox.ts';
import { OPEN_STATES } from '../../work-order.rules.ts';

const IS_OPEN = sql`o.state in (${sql.join(OPEN_STATES.map((state) => sql.lit(state)))})`;

/** @returns how many orders became late since the last time */
export function escalateLate(db: Db, actor: Actor): Promise<{ late: number }> {
  return transaction(db, async (tx) => {
    const ids = await markLate(tx, actor);
    if (ids.length > 0) await noticeLate(tx, actor, ids);
    return { late: ids.length };
  });
}

/**
 * A clock that is stopped is told when it goes on. What somebody works on at this moment is left for the next minute. Its version stays: the
 * mark is nobody's step.
 */
async function markLate(tx: Tx, actor: Actor): Promise<string[]> {
  const marked = await all<{ id: string }>(
    tx,
    sql`update work_orders.orders set late_told_at = ${actor.now} where id in (select o.id from work_orders.orders o
      where ${IS_OPEN} and o.stopped_at is null and o.late_told_at is null and o.due_at < ${actor.now}::timestamptz
      for no key update of o skip locked)
      returning id`,
  );
  return marked.map(({ id }) => id);
}

/** One notice for each person, for all of them. */
const noticeLate = (tx: Tx, actor: Actor, ids: readonly string[]): Promise<void> =>
  notifyEach(
    tx,
    actor,
    'work-orders.late',
    sql`select u.id as user_id, ${actor.now.toISOString()}::text as occasion,
        case when count(*) = 1 then '/work-order-list/' || min(o.id::text) else '/all-work-order?page=1&late=true' end as path,
        jsonb_build_object('number', min(o.number), 'count', count(*)) as params
      from work_orders.orders o cross join (${holdersOf('work-orders:assign')}) u
      where o.id = any(${ids}::uuid[]) group by u.id`,
  );
