/**
 * Locks of readings, always taken in this order: the gate, then connections, then readings. Imports close the
 * gate while they check and commit, so that nothing comes in between; everything else passes it side by side.
 */
import { execute, sql, type Tx } from '#platform/database/db.ts';

const GATE = sql`hashtext('meters.readings')`;

/** Waits for imports, and keeps the meter's connection to itself until the end of the transaction. */
export async function lockConnection(tx: Tx, meterId: string): Promise<void> {
  await passGate(tx);
  await execute(
    tx,
    sql`select from meters.connections c where c.id in (
    select connection_id from meters.assignments where meter_id = ${meterId}) order by c.id for update`,
  );
}

/** The same for a reading that somebody names: a reading that stops living changes its connection (migration 0084). */
export async function lockConnectionOf(tx: Tx, readingId: string): Promise<void> {
  await passGate(tx);
  await execute(
    tx,
    sql`select from meters.connections c where c.id = (
    select connection_id from meters.readings where id = ${readingId}) for update`,
  );
}

/** A connection with all that its meters measured before or after it, so that a reading of such a meter comes in the same order. */
export async function lockWithItsMeters(tx: Tx, connectionId: string): Promise<void> {
  await passGate(tx);
  await execute(
    tx,
    sql`select from meters.connections c where c.id = ${connectionId} or c.id in (
      select o.connection_id from meters.assignments a join meters.assignments o on o.meter_id = a.meter_id
      where a.connection_id = ${connectionId}) order by c.id for update`,
  );
}

export async function passGate(tx: Tx): Promise<void> {
  await execute(tx, sql`select pg_advisory_xact_lock_shared(${GATE})`);
}

/** SQL, for imports run on a connection of their own. */
export const closeGate = sql`select pg_advisory_xact_lock(${GATE})`;
