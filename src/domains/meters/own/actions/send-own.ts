/**
 * A household's own figure: within the days of the settings, checked like any reading, and reviewed by staff in any case. It takes
 * the place of an estimate that is not billed, and of an own figure that nobody has decided.
 */
import { randomUUID } from 'node:crypto';
import type { Actor } from '#platform/actor.ts';
import { execute, first, sql, type Tx } from '#platform/database/db.ts';
import { keepUpload } from '#platform/files/files.ts';
import { type AppError, commonErrors, fail } from '#shared/errors.ts';
import { ownWindow } from '../../estimates/estimate.rules.ts';
import { readEstimateSettings } from '../../estimates/queries.ts';
import { captureReading } from '../../readings/actions/capture-reading.ts';
import { passGate } from '../../readings/actions/lock-readings.ts';
import { expectationOf } from '../../readings/expectation.ts';
import { likelyUse } from '../../readings/likely-use.rules.ts';
import { noteVisit } from '../../visits/actions/note-visit.ts';
import { errors } from '../contract.ts';
import { givesWay, isOwnMetered, isOwnPhoto } from '../queries.ts';

type Sent = {
  connectionId: string;
  period: string;
  registerLitres: number;
  photoId: string | null;
  unusual: boolean;
};

export async function sendOwnReading(tx: Tx, actor: Actor, sent: Sent): Promise<void> {
  const { connectionId, period, registerLitres, photoId, unusual } = sent;
  const { from, to, ...window } = ownWindow(actor.today, await readEstimateSettings(tx));
  if (!window.isOpen || window.period !== period) throw fail(errors.own_window_closed, { from, to });
  await passGate(tx);
  const meter = await first<{ id: string }>(
    tx,
    sql`select a.meter_id as id from meters.connections c join meters.assignments a on a.connection_id = c.id and a.removed_on is null
      where c.id = ${connectionId} and ${isOwnMetered(actor)} and a.installed_on < ${actor.today}::date for update of c`,
  );
  if (!meter) throw fail(commonErrors.not_found);
  await execute(
    tx,
    sql`update meters.readings r set state = 'SUPERSEDED', version = r.version + 1, changed_at = clock_timestamp()
      where r.connection_id = ${connectionId} and r.period = ${period}::date and r.living and ${givesWay(actor)}`,
  );
  const question = unusual ? null : await questionAbout(tx, actor, sent);
  await captureReading(tx, actor, {
    ...{ meterId: meter.id, period, readOn: actor.today, registerLitres, source: 'SELF' },
  });
  // What is refused in any case is told first; nothing is kept of what is asked about.
  if (question) throw question;
  await notePhoto(tx, actor, { connectionId, meterId: meter.id, period, photoId });
}

/** One digit too many or too few: the same limits as at the clerk's entry, and asked as there, one time. */
async function questionAbout(
  tx: Tx,
  actor: Actor,
  { connectionId, period, registerLitres }: Sent,
): Promise<AppError | null> {
  const meter = await expectationOf(tx, actor, connectionId, period);
  if (!meter) return null;
  const { used, usual, verdict } = likelyUse(meter, registerLitres, actor.today);
  if (verdict === 'fall') return fail(errors.own_lower, { fall: Math.abs(used ?? 0) });
  if (verdict === 'high' || verdict === 'low')
    return fail(errors.own_unusual, { used: used ?? 0, usual: usual ?? 0 });
  return null;
}

/** The review shows it with its photo, like the visit of a reader. */
async function notePhoto(
  tx: Tx,
  actor: Actor,
  of: { connectionId: string; meterId: string; period: string; photoId: string | null },
): Promise<void> {
  const { photoId, ...visited } = of;
  const [id, at] = [randomUUID(), actor.now.toISOString()];
  await noteVisit(tx, actor, {
    ...visited,
    visit: { id, at, place: null },
    visited: { at, distanceM: null, sinceLastS: null, flags: [], figures: {}, refused: null },
  });
  if (!photoId) {
    await keepPhoto(tx, actor, of, id);
    return;
  }
  const file = await keepUpload(tx, actor, photoId, {
    fits: ({ media_type: mediaType }) => mediaType.startsWith('image/'),
    refusal: errors.own_photo_unknown,
  });
  await execute(tx, sql`update meters.read_attempts set photo_file_id = ${file.id} where id = ${id}`);
}

/** Another figure with the photo that was sent before: it stays the photo of what waits. */
async function keepPhoto(
  tx: Tx,
  actor: Actor,
  of: { connectionId: string; meterId: string; period: string },
  id: string,
): Promise<void> {
  await execute(
    tx,
    sql`update meters.read_attempts n set photo_file_id = (select a.photo_file_id from meters.read_attempts a
        where ${isOwnPhoto(actor, of)} and a.meter_id = ${of.meterId} order by a.visited_at desc, a.id desc limit 1)
      where n.id = ${id}`,
  );
}
