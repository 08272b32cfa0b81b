/** The seal that a meter has from a day on. Those before stay in its history. */
import type { z } from 'zod';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { errors, type sealMeter as sealCall } from '../contract.ts';
import { lockMeter } from '../lock-meter.ts';

type Sealed = z.output<(typeof sealCall)['body']>;

export async function sealMeter(
  tx: Tx,
  actor: Actor,
  { number, sealedOn, reason, ...step }: Sealed,
): Promise<{ done: true }> {
  const meter = await lockMeter(tx, step);
  if (meter.status === 'SCRAPPED') throw fail(errors.meter_wrong_state, { status: meter.status });
  if (meter.sealNumber === number) throw fail(errors.seal_same);
  if (sealedOn > actor.today) throw fail(errors.seal_in_future);
  await execute(
    tx,
    sql`update meters.meters set seal_number = ${number}, version = version + 1 where id = ${meter.id}`,
  );
  await noteSeal(tx, actor, { meterId: meter.id, number, sealedOn, reason });
  await audit(tx, actor, {
    action: 'meter.seal',
    object: 'meter',
    objectId: meter.id,
    before: { sealNumber: meter.sealNumber },
    after: { sealNumber: number, sealedOn },
    reason,
  });
  return { done: true };
}

type NewSeal = { meterId: string; number: string; sealedOn: string; reason?: string };

/** Into the history; the caller writes it on the meter. */
export async function noteSeal(
  tx: Tx,
  actor: Actor,
  { meterId, number, sealedOn, reason }: NewSeal,
): Promise<void> {
  await execute(
    tx,
    sql`insert into meters.seals (meter_id, number, sealed_on, sealed_by, sealed_by_name, reason, at)
      values (${meterId}, ${number}, ${sealedOn}, ${actor.userId}, ${actor.name}, ${reason ?? null}, ${actor.now})`,
  );
}
