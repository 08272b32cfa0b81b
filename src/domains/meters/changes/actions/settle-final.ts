/**
 * The figure with which a meter went is looked at by another person than who read it: confirmed, corrected with a reason, or discarded, so
 * that the meter ends with its last reading. What was measured from it is measured again.
 */
import type { z } from 'zod';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, first, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { lockWithItsMeters } from '../../readings/actions/lock-readings.ts';
import { recheckFollowing } from '../../readings/actions/recheck-readings.ts';
import { METER_TRANSITIONS } from '../../store/store.rules.ts';
import { errors, type settleFinal as settleCall } from '../contract.ts';
import { lastFigure } from '../last-figure.ts';
import { tellHousehold } from './tell-household.ts';

const { confirm } = METER_TRANSITIONS;

type Settled = z.output<(typeof settleCall)['body']>;
type Place = {
  connectionId: string;
  meterId: string;
  removedOn: string;
  finalLitres: number;
  finalStatus: string | null;
  registerDigits: number;
  lastLitres: number;
  readById: string | null;
};

export async function settleFinal(tx: Tx, actor: Actor, input: Settled) {
  const place = await lockPlace(tx, actor, input);
  const { finalLitres, reason } = input;
  if (finalLitres !== place.finalLitres && !reason) throw fail(errors.final_reason);
  if (finalLitres >= 10 ** place.registerDigits * 1000)
    throw fail(errors.final_beyond_register, { digits: place.registerDigits });
  await settle(tx, actor, input.id, place, finalLitres);
  await audit(tx, actor, {
    action: 'meter.confirm-final',
    object: 'connection',
    objectId: place.connectionId,
    before: { meterId: place.meterId, finalLitres: place.finalLitres },
    after: { meterId: place.meterId, finalLitres },
    reason,
  });
  return { id: input.id, finalLitres };
}

type Discarded = { id: string; seenLitres: number; reason: string };

export async function discardFinal(tx: Tx, actor: Actor, input: Discarded) {
  const place = await lockPlace(tx, actor, input);
  const { meterId, lastLitres: finalLitres } = place;
  // From here on the database keeps it at the last reading, also if that is corrected (migration 0434).
  await execute(tx, sql`update meters.assignments set final_discarded = true where id = ${input.id}`);
  await settle(tx, actor, input.id, place, finalLitres);
  await audit(tx, actor, {
    action: 'meter.discard-final',
    object: 'connection',
    objectId: place.connectionId,
    before: { meterId, finalLitres: place.finalLitres },
    after: { meterId, finalLitres },
    reason: input.reason,
  });
  return { id: input.id, finalLitres };
}

async function lockPlace(
  tx: Tx,
  actor: Actor,
  { id, seenLitres }: { id: string; seenLitres: number },
): Promise<Place> {
  const known = await first<{ connectionId: string }>(
    tx,
    sql`select connection_id as "connectionId" from meters.assignments where id = ${id} and final_status is not null`,
  );
  if (!known) throw fail(commonErrors.not_found);
  await lockWithItsMeters(tx, known.connectionId);
  const place = await first<Place>(
    tx,
    sql`select a.connection_id as "connectionId", a.meter_id as "meterId", a.removed_on as "removedOn", a.final_litres as "finalLitres",
        a.final_status as "finalStatus", m.register_digits as "registerDigits", l.last_litres as "lastLitres", q.asked_by as "readById"
      from meters.assignments a join meters.meters m on m.id = a.meter_id join ${lastFigure} on true
      left join meters.change_requests q on q.connection_id = a.connection_id and q.meter_id = a.meter_id
        and q.changed_on = a.removed_on and q.state = 'ACCEPTED'
      where a.id = ${id} for update of a`,
  );
  if (place?.finalStatus !== 'DUMPED_PENDING' || place.finalLitres !== seenLitres)
    throw fail(errors.final_decided);
  if (place.readById === actor.userId) throw fail(errors.final_own);
  return place;
}

async function settle(tx: Tx, actor: Actor, id: string, place: Place, finalLitres: number): Promise<void> {
  const { connectionId, meterId, removedOn } = place;
  await execute(
    tx,
    sql`update meters.assignments set final_litres = ${finalLitres}, final_status = 'DUMPED_CONFIRMED', changed_at = clock_timestamp()
      where id = ${id}`,
  );
  await execute(
    tx,
    sql`update meters.meters set status = ${confirm.to}, version = version + 1
      where id = ${meterId} and status = any(${confirm.from}::text[])`,
  );
  if (finalLitres === place.finalLitres) return;
  await tellHousehold(tx, actor, 'corrected', id);
  const billed = await first(
    tx,
    sql`select from meters.readings r where r.connection_id = ${connectionId} and r.living and r.state = 'BILLED'
      and r.read_on >= ${removedOn}::date limit 1`,
  );
  if (billed) throw fail(errors.final_billed);
  await recheckFollowing(
    tx,
    actor,
    sql`select ${connectionId}::uuid as connection_id, coalesce(max(r.period), '-infinity'::date) as period
      from meters.readings r where r.connection_id = ${connectionId} and r.living and r.read_on < ${removedOn}::date`,
  );
}
