import type { Actor } from '#platform/actor.ts';
import { first, sql, type Tx } from '#platform/database/db.ts';

/**
 * The actor's access to a connection that is another's, locked until the end of the transaction: who ends it waits, and a
 * payment that began before is finished. Undefined if there is none in force.
 */
export function lockRightToPay(
  tx: Tx,
  actor: Actor,
  connectionId: string,
): Promise<{ mayPay: boolean } | undefined> {
  return first(
    tx,
    sql`select a.may_pay as "mayPay" from meters.accesses a
      join meters.connections c on c.id = a.connection_id join consumers.consumers h on h.id = a.holder_id
      where a.connection_id = ${connectionId} and ${actor.kind === 'consumer'}::boolean
        and a.consumer_id = any (consumers.known_as(${actor.consumerId}::uuid)) and a.ended_at is null
        and (a.ends_on is null or a.ends_on >= ${actor.today}::date) and c.consumer_id = coalesce(h.merged_into, h.id)
      order by a.may_pay desc limit 1 for share of a`,
  );
}
