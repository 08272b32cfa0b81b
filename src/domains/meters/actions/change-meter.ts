/**
 * One meter goes, another comes, in one transaction: the final register of the old and the opening of the new are
 * both kept, and the next reading's use holds both parts. The final register waits to be confirmed (changes/actions/settle-final.ts).
 */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, first, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { errors } from '../contract.ts';
import { METER_TRANSITIONS } from '../store/store.rules.ts';
import { installMeter } from './install-meter.ts';

export type MeterChange = {
  connectionId: string;
  /** Day of the change: the old meter's last, the new one's first. */
  changedOn: string;
  finalLitres: number;
  newMeterId: string;
  openingLitres: number;
  sealNumber?: string;
  reason: string;
  /** The request that the new meter is kept for. */
  changeRequestId?: string;
};

/** @returns the place of the meter that went, meters.assignments.id */
export async function changeMeter(tx: Tx, actor: Actor, input: MeterChange): Promise<{ placeId: string }> {
  const { connectionId, changedOn, finalLitres, newMeterId, openingLitres, reason } = input;
  const old = await first<{ id: string; meter_id: string }>(
    tx,
    sql`update meters.assignments set removed_on = ${changedOn}, final_litres = ${finalLitres},
        final_status = 'DUMPED_PENDING', changed_at = clock_timestamp()
      where connection_id = ${connectionId} and removed_on is null returning id, meter_id`,
  );
  if (!old) throw fail(errors.not_installed);
  await execute(
    tx,
    sql`update meters.meters set status = ${METER_TRANSITIONS.remove.to}, version = version + 1 where id = ${old.meter_id}`,
  );
  await installMeter(tx, actor, {
    ...{ connectionId, meterId: newMeterId, installedOn: changedOn, openingLitres },
    ...(input.sealNumber ? { sealNumber: input.sealNumber } : {}),
    ...(input.changeRequestId ? { holder: { changeRequestId: input.changeRequestId } } : {}),
  });
  await audit(tx, actor, {
    action: 'meter.change',
    object: 'connection',
    objectId: connectionId,
    before: { meterId: old.meter_id },
    after: { meterId: newMeterId, changedOn, finalLitres, openingLitres },
    reason,
  });
  return { placeId: old.id };
}
