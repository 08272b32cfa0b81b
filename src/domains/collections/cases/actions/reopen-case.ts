/** The closure of a connection without water was taken back: its case goes on, because somebody has to bring the water again. */

import { OPEN_STATES } from '#domains/work-orders/work-order.rules.ts';
import type { Actor } from '#platform/actor.ts';
import { execute, first, sql, type Tx } from '#platform/database/db.ts';

/**
 * The caller has locked the connection. A paid order to reconnect that was left to people is its order again.
 *
 * @returns false if the connection has water or is closed, or its last case is no disconnection that ended with the closure.
 */
export async function reopenCase(tx: Tx, actor: Actor, connectionId: string): Promise<boolean> {
  const isUnderWay = sql`exists (select from work_orders.orders o where o.id = k.reconnection_id and o.state = any(${[...OPEN_STATES]}::text[]))`;
  const reopened = await first<{ id: string }>(
    tx,
    sql`update collections.cases k set state = case when ${isUnderWay} then 'RECONNECTING' else 'DISCONNECTED' end,
        reconnection_id = case when ${isUnderWay} then k.reconnection_id end,
        state_on = ${actor.today}, closed_on = null, closed_because = null, version = k.version + 1
      from meters.connections c
      where c.id = k.connection_id and c.status = 'disconnected'
        and k.id = (select l.id from collections.cases l where l.connection_id = ${connectionId} order by l.id desc limit 1)
        and k.state = 'CLOSED' and k.closed_because = 'connection_closed' and k.disconnected_on is not null
      returning k.id`,
  );
  if (!reopened) return false;
  await execute(
    tx,
    sql`insert into collections.case_events (case_id, at, day, event, due_minor, actor_id, actor_name)
      select id, ${actor.now}, ${actor.today}, 'reopened', due_minor, ${actor.userId}::uuid, ${actor.name}
      from collections.cases where id = ${reopened.id}`,
  );
  return true;
}
