/**
 * A connection ends: its meter is read for the last time, by the checks of every reading, and goes. The next run makes the
 * final bill, as soon as the reading is approved. A reading that was taken on that day is the last one, if it says the same.
 *
 * A connection without a meter ends on a day that is given. The figure that its last meter had when it went becomes its last reading,
 * if no reading has it: that water is billed too.
 */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, first, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { errors } from '../../contract.ts';
import { captureReading } from '../../readings/actions/capture-reading.ts';
import { lockConnection, lockWithItsMeters } from '../../readings/actions/lock-readings.ts';
import { METER_TRANSITIONS } from '../../store/store.rules.ts';
import { firstDayOfClosing, monthOfLast, unreadRemoval } from '../last-reading.ts';

export type Closure = { meterId: string; readOn: string; registerLitres: number; reason: string };
type Place = { id: string; connection_id: string; status: string; first_day: string };

export async function closeConnection(tx: Tx, actor: Actor, input: Closure): Promise<{ readingId: string }> {
  const { meterId, readOn, registerLitres, reason } = input;
  await lockConnection(tx, meterId);
  const place = await first<Place>(
    tx,
    sql`select a.id, a.connection_id, c.status, greatest(a.installed_on, c.connected_on + 1) as first_day
      from meters.assignments a join meters.connections c on c.id = a.connection_id
      where a.meter_id = ${meterId} and a.removed_on is null`,
  );
  if (!place) throw fail(errors.not_installed);
  if (place.status === 'closed') throw fail(errors.connection_closed);
  if (readOn > actor.today) throw fail(errors.reading_in_future);
  // Nothing is billed for the day of the connection alone.
  if (readOn < place.first_day) throw fail(errors.before_installation);
  await end(tx, place, input);
  const reading =
    (await readAlready(tx, place.connection_id, input)) ??
    (await captureReading(tx, actor, {
      meterId,
      period: await monthOfLast(tx, place.connection_id, readOn),
      readOn,
      registerLitres,
      remark: reason,
    }));
  await audit(tx, actor, {
    action: 'connection.close',
    object: 'connection',
    objectId: place.connection_id,
    before: { status: place.status },
    after: { status: 'closed', disconnectedOn: readOn, meterId, registerLitres },
    reason,
  });
  return { readingId: reading.id };
}

/**
 * The living reading of that day with that register, if no other is after it. A billed one is none: its bill is not the final
 * one, and no other would come.
 */
const readAlready = (tx: Tx, connectionId: string, { meterId, readOn, registerLitres }: Closure) =>
  first<{ id: string }>(
    tx,
    sql`select r.id from meters.readings r
      where r.connection_id = ${connectionId} and r.meter_id = ${meterId} and r.living
        and r.read_on = ${readOn}::date and r.register_litres = ${registerLitres}
        and r.state <> 'BILLED'
        and not exists (select from meters.readings l where l.connection_id = r.connection_id and l.living
          and l.period > r.period)`,
  );

async function end(tx: Tx, place: Place, { meterId, readOn }: Closure): Promise<void> {
  await execute(
    tx,
    sql`update meters.assignments set removed_on = ${readOn}, final_status = 'READING', changed_at = clock_timestamp()
      where id = ${place.id}`,
  );
  await execute(
    tx,
    sql`update meters.meters set status = ${METER_TRANSITIONS.remove.to}, version = version + 1 where id = ${meterId}`,
  );
  await execute(
    tx,
    sql`update meters.connections set status = 'closed', closed_from = status, disconnected_on = ${readOn}, version = version + 1
      where id = ${place.connection_id}`,
  );
}

export type UnmeteredClosure = { connectionId: string; closedOn: string; reason: string };
type Unmetered = {
  status: string;
  metered_on: string | null;
  first_day: string;
  /** Of the last meter, if it went with a figure that no reading has. */
  meter_id: string | null;
  removed_on: string | null;
  final_litres: number | null;
  elsewhere: boolean | null;
};

export async function closeUnmetered(
  tx: Tx,
  actor: Actor,
  { connectionId, closedOn, reason }: UnmeteredClosure,
): Promise<{ done: true }> {
  await lockWithItsMeters(tx, connectionId);
  const connection = await first<Unmetered>(
    tx,
    sql`select c.status, c.metered_on, ${firstDayOfClosing} as first_day, g.*
      from meters.connections c left join lateral (${unreadRemoval(sql`a.meter_id, a.removed_on, a.final_litres,
        exists (select from meters.assignments o where o.meter_id = a.meter_id and o.installed_on = a.removed_on and o.id <> a.id) as elsewhere`)}) g on true
      where c.id = ${connectionId}`,
  );
  if (!connection) throw fail(commonErrors.not_found);
  const { status, metered_on, first_day: day } = connection;
  if (status === 'closed') throw fail(errors.connection_closed);
  if (metered_on !== null) throw fail(errors.connection_has_meter);
  if (closedOn > actor.today) throw fail(errors.closing_in_future);
  if (closedOn < day) throw fail(errors.closing_too_early, { day });
  await readWhatWasRemoved(tx, actor, { ...connection, connectionId, reason });
  await execute(
    tx,
    sql`update meters.connections set status = 'closed', closed_from = status, disconnected_on = ${closedOn}, version = version + 1
      where id = ${connectionId}`,
  );
  await execute(
    tx,
    sql`insert into meters.unmetered_closures (connection_id, closed_on, last_period, closed_at, closed_by)
      select ${connectionId}, ${closedOn}, max(r.period), ${actor.now}, ${actor.userId} from meters.readings r
      where r.connection_id = ${connectionId} and r.living and r.state <> 'BILLED'`,
  );
  await audit(tx, actor, {
    action: 'connection.close',
    object: 'connection',
    objectId: connectionId,
    before: { status },
    after: { status: 'closed', disconnectedOn: closedOn },
    reason,
  });
  return { done: true };
}

type Removed = Pick<Unmetered, 'meter_id' | 'removed_on' | 'final_litres' | 'elsewhere'> &
  Omit<UnmeteredClosure, 'closedOn'>;

async function readWhatWasRemoved(tx: Tx, actor: Actor, removed: Removed): Promise<void> {
  const {
    meter_id: meterId,
    removed_on: readOn,
    final_litres: registerLitres,
    connectionId,
    reason,
  } = removed;
  if (meterId === null || readOn === null || registerLitres === null) return;
  // A reading of that day would be one of the other connection.
  if (removed.elsewhere) throw fail(errors.removed_meter_elsewhere, { day: readOn });
  const period = await monthOfLast(tx, connectionId, readOn);
  await captureReading(tx, actor, { meterId, period, readOn, registerLitres, remark: reason });
}
