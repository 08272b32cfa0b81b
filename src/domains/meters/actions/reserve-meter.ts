/** Keeps a meter in stock for one application or one request to change a meter, and lets it go again. The row decides who is first. */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { first, sql, type Tx } from '#platform/database/db.ts';
import { isPlated } from '../by-number.ts';
import { type Holder, holderId } from '../holder.ts';
import { METER_TRANSITIONS } from '../store/store.rules.ts';

type ReservedMeter = { id: string; number: string };

const { reserve, release } = METER_TRANSITIONS;

/** By the number that somebody wrote, or by its id if that is known. */
type Reservation = { holder: Holder } & ({ meterNumber: string } | { meterId: string });

/** Reserves a meter; undefined if it is not in stock. */
export async function reserveMeter(
  tx: Tx,
  actor: Actor,
  input: Reservation,
): Promise<ReservedMeter | undefined> {
  const wanted = 'meterId' in input ? sql`m.id = ${input.meterId}` : isPlated(input.meterNumber);
  const meter = await first<ReservedMeter>(
    tx,
    sql`update meters.meters m
      set status = ${reserve.to}, reserved_for = ${holderId(input.holder)}, version = version + 1
      where ${wanted} and m.status = any(${reserve.from}::text[]) returning m.id, m.number`,
  );
  if (!meter) return undefined;
  await audit(tx, actor, {
    action: 'meter.reserve',
    object: 'meter',
    objectId: meter.id,
    after: { meterNumber: meter.number, ...input.holder },
  });
  return meter;
}

/** Puts the meter that is kept for it back into stock; nothing happens if there is none. */
export async function releaseMeter(tx: Tx, actor: Actor, holder: Holder): Promise<void> {
  const meter = await first<{ id: string }>(
    tx,
    sql`update meters.meters set status = ${release.to}, reserved_for = null, version = version + 1
      where reserved_for = ${holderId(holder)} and status = any(${release.from}::text[]) returning id`,
  );
  if (!meter) return;
  await audit(tx, actor, {
    action: 'meter.release',
    object: 'meter',
    objectId: meter.id,
    before: { ...holder },
  });
}
