/**
 * A closure is taken back: the meter measures the connection as before. The last reading stays as any reading of its month; one
 * that was taken for the next month becomes void, because that month will be read on a day of its own. A connection that was closed without a meter has
 * none after it either, and one that was closed without water has none.
 */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, first, one, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { errors } from '../../contract.ts';
import { lockConnection, lockWithItsMeters } from '../../readings/actions/lock-readings.ts';
import { METER_TRANSITIONS } from '../../store/store.rules.ts';
import { isBilledSince, isReopenable, lastOfClosed } from '../last-reading.ts';

const putBack = METER_TRANSITIONS['put-back'];

type Ended = {
  id: string;
  connection_id: string;
  removed_on: string;
  reading_id: string | null;
  state: string | null;
};

export async function reopenConnection(
  tx: Tx,
  actor: Actor,
  { meterId, reason }: { meterId: string; reason: string },
): Promise<{ done: true }> {
  await lockConnection(tx, meterId);
  const ended = await first<Ended>(
    tx,
    sql`select a.id, a.connection_id, a.removed_on, l.id as reading_id, l.state
      from meters.assignments a join meters.connections c on c.id = a.connection_id
      left join lateral (${lastOfClosed(sql`r.id, r.state`)}) l on true
      where a.meter_id = ${meterId} and ${isReopenable}
        and not exists (select from meters.connections f where f.follows_id = c.id)`,
  );
  if (!ended) throw fail(errors.connection_not_closed);
  if (ended.state === 'BILLED') throw fail(errors.reading_billed);
  const back = await first(
    tx,
    sql`update meters.meters set status = ${putBack.to}, version = version + 1
      where id = ${meterId} and status = any(${putBack.from}::text[]) returning id`,
  );
  if (!back) throw fail(errors.meter_not_free);
  await execute(
    tx,
    sql`update meters.assignments set removed_on = null, final_status = null, changed_at = clock_timestamp()
      where id = ${ended.id}`,
  );
  const status = await asBefore(tx, ended.connection_id, reason);
  await voidOfNextMonth(tx, actor, sql`id = ${ended.reading_id}`, reason);
  await audit(tx, actor, {
    action: 'connection.reopen',
    object: 'connection',
    objectId: ended.connection_id,
    before: { status: 'closed', disconnectedOn: ended.removed_on },
    after: { status, meterId },
    reason,
  });
  return { done: true };
}

export async function reopenUnmetered(
  tx: Tx,
  actor: Actor,
  { connectionId, reason }: { connectionId: string; reason: string },
): Promise<{ done: true }> {
  await lockWithItsMeters(tx, connectionId);
  const ended = await first<{ closed_on: string; last_period: string | null; billed: boolean }>(
    tx,
    sql`select u.closed_on, u.last_period, ${isBilledSince} as billed
      from meters.unmetered_closures u where u.connection_id = ${connectionId}`,
  );
  if (!ended) throw fail(errors.connection_not_closed);
  if (ended.billed) throw fail(errors.reading_billed);
  await execute(tx, sql`delete from meters.unmetered_closures where connection_id = ${connectionId}`);
  const status = await asBefore(tx, connectionId, reason);
  const last = sql`connection_id = ${connectionId} and period = ${ended.last_period}::date and living`;
  await voidOfNextMonth(tx, actor, last, reason);
  await audit(tx, actor, {
    action: 'connection.reopen',
    object: 'connection',
    objectId: connectionId,
    before: { status: 'closed', disconnectedOn: ended.closed_on },
    after: { status },
    reason,
  });
  return { done: true };
}

/** The state that it had: one without water has none after it either, from the day of the closure on. */
async function asBefore(tx: Tx, connectionId: string, reason: string): Promise<string> {
  const { status, day } = await one<{ status: string; day: string }>(
    tx,
    sql`update meters.connections set status = coalesce(closed_from, 'active'), closed_from = null, disconnected_on = null,
        version = version + 1
      where id = ${connectionId} returning status, old.disconnected_on as day`,
  );
  if (status === 'disconnected')
    await execute(
      tx,
      sql`insert into meters.disconnections (connection_id, from_day, reason) values (${connectionId}, ${day}, ${reason})`,
    );
  return status;
}

/** @param last condition on the last reading */
async function voidOfNextMonth(tx: Tx, actor: Actor, last: Sql, reason: string): Promise<void> {
  const voided = await first<{ id: string; state: string; register_litres: number }>(
    tx,
    sql`update meters.readings set state = 'VOID', reviewed_by = ${actor.userId}, reviewed_at = ${actor.now},
      first_approved_by = null, review_reason = ${reason}, version = version + 1, changed_at = clock_timestamp()
    where ${last} and period > read_on returning id, old.state, register_litres`,
  );
  if (!voided) return;
  await audit(tx, actor, {
    action: 'reading.void',
    object: 'reading',
    objectId: voided.id,
    before: { state: voided.state, registerLitres: voided.register_litres },
    reason,
  });
}
