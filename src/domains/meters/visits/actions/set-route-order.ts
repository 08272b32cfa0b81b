/** Sets the order in which the connections of a road are read: one statement that changes nothing if it is not as it was shown. */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, one, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { passGate } from '../../readings/actions/lock-readings.ts';
import { errors } from '../contract.ts';

export async function setRouteOrder(
  tx: Tx,
  actor: Actor,
  { roadId, was, order }: { roadId: string; was: readonly string[]; order: readonly string[] },
): Promise<void> {
  // Locks in the order of all: the gate, then connections by their ids.
  await passGate(tx);
  await execute(
    tx,
    sql`select from meters.connections c where c.road_id = ${roadId} order by c.id for update`,
  );
  const { moved } = await one<{ moved: number }>(
    tx,
    sql`with now as (
        select array_agg(c.id order by c.route_order, c.id) as ids
        from meters.connections c where c.road_id = ${roadId} and c.status <> 'closed'
      ), given as (
        select g.id, g.place::int from unnest(${order}::uuid[]) with ordinality g (id, place)
      ), moved as (
        update meters.connections c set route_order = g.place from given g cross join now
        where c.id = g.id and c.road_id = ${roadId} and now.ids = ${was}::uuid[]
          -- The same connections, each one time.
          and (select array_agg(id order by id) from given) = (select array_agg(id order by id) from unnest(now.ids) i (id))
        returning 1
      )
      select count(*)::int as moved from moved`,
  );
  if (moved !== order.length) throw fail(errors.route_changed);
  await audit(tx, actor, { action: 'road.order', object: 'road', objectId: roadId, after: { count: moved } });
}
