/**
 * A connection has no water for some time because its bills are not paid, and has it again. Its meter stays in its place, and no day of it is
 * an end of the connection: it is billed for what its readings show, each m³ once. The caller has locked the connection.
 */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, first, sql, type Tx } from '#platform/database/db.ts';

type Turn = { connectionId: string; day: string; reason: string };

/** @returns false if it is closed, or has no water already */
export async function disconnectConnection(
  tx: Tx,
  actor: Actor,
  { connectionId, day, reason }: Turn,
): Promise<boolean> {
  const done = await first(
    tx,
    sql`update meters.connections set status = 'disconnected', version = version + 1
      where id = ${connectionId} and status = 'active' returning id`,
  );
  if (!done) return false;
  await execute(
    tx,
    sql`insert into meters.disconnections (connection_id, from_day, reason) values (${connectionId}, ${day}, ${reason})`,
  );
  await audit(tx, actor, {
    action: 'connection.disconnect',
    object: 'connection',
    objectId: connectionId,
    before: { status: 'active' },
    after: { status: 'disconnected', fromDay: day },
    reason,
  });
  return true;
}

/** @returns false if it is closed, or has water already */
export async function reconnectConnection(
  tx: Tx,
  actor: Actor,
  { connectionId, day, reason }: Turn,
): Promise<boolean> {
  const done = await first(
    tx,
    sql`update meters.connections set status = 'active', version = version + 1
      where id = ${connectionId} and status = 'disconnected' returning id`,
  );
  if (!done) return false;
  await execute(
    tx,
    sql`update meters.disconnections set to_day = greatest(from_day, ${day}::date) where connection_id = ${connectionId} and to_day is null`,
  );
  await audit(tx, actor, {
    action: 'connection.reconnect',
    object: 'connection',
    objectId: connectionId,
    before: { status: 'disconnected' },
    after: { status: 'active', toDay: day },
    reason,
  });
  return true;
}
