/**
 * A connection ends: its meter is read for the last time, by the checks of every reading, and goes. The next run makes the
 * final bill, as soon as the reading is approved. A reading that was taken on that day is the last one, if it says the same.
 */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, first, one, sql, type Tx } from '#platform/database/db.ts';
import { addMonths, firstOfMonth } from '#shared/dates.ts';
import { fail } from '#shared/errors.ts';
import { errors } from '../../contract.ts';
import { captureReading } from '../../readings/actions/capture-reading.ts';
import { lockConnection } from '../../readings/actions/lock-readings.ts';

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
      period: await monthOf(tx, place.connection_id, readOn),
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

/** The month of the day; the next one if a reading of an earlier day has that month. */
async function monthOf(tx: Tx, connectionId: string, readOn: string): Promise<string> {
  const own = firstOfMonth(readOn);
  const { isTaken } = await one<{ isTaken: boolean }>(
    tx,
    sql`select exists (select from meters.readings r where r.connection_id = ${connectionId} and r.living
      and r.period = ${own}::date and r.read_on < ${readOn}::date) as "isTaken"`,
  );
  return isTaken ? addMonths(own, 1) : own;
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
    sql`update meters.meters set status = 'REMOVED', version = version + 1 where id = ${meterId}`,
  );
  await execute(
    tx,
    sql`update meters.connections set status = 'closed', disconnected_on = ${readOn}, version = version + 1
      where id = ${place.connection_id}`,
  );
}
