/** Who is in the crew of an order, and who was: nobody verifies work that they did. */
import type { Actor } from '#platform/actor.ts';
import { execute, sql, type Tx } from '#platform/database/db.ts';
import type { Member } from '../../queries.ts';

/** The first one leads. */
export async function joinCrew(
  tx: Tx,
  actor: Actor,
  { orderId, crew }: { orderId: string; crew: readonly Member[] },
): Promise<void> {
  await execute(
    tx,
    sql`insert into work_orders.crew_members (order_id, user_id, user_name, is_leader, since)
      select ${orderId}, m.id, m.name, m.no = 1, ${actor.now}
      from rows from (unnest(${crew.map(({ id }) => id)}::uuid[]), unnest(${crew.map(({ name }) => name)}::text[]))
        with ordinality m (id, name, no)`,
  );
}

/** Somebody has arrived for it: the work is theirs from now on, also if it is taken from them. */
export async function noteWorkers(tx: Tx, actor: Actor, orderId: string): Promise<void> {
  await execute(
    tx,
    sql`update work_orders.crew_members set worked_at = ${actor.now} where order_id = ${orderId} and left_at is null`,
  );
}

/** The order is assigned to nobody any more. */
export async function crewLeaves(tx: Tx, actor: Actor, orderId: string): Promise<void> {
  await execute(
    tx,
    sql`update work_orders.crew_members set left_at = ${actor.now} where order_id = ${orderId} and left_at is null`,
  );
}
