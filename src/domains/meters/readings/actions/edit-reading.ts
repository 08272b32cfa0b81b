/** A wrong value is replaced by a new reading; the one that was written first stays, superseded. */
import { type Actor, may } from '#platform/actor.ts';
import { execute, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { isLastOfClosed } from '../../closure/last-reading.ts';
import { errors } from '../../contract.ts';
import type { HandoverCorrected } from '../../points.ts';
import type { Reading } from '../contract.ts';
import { getReading, lockReading } from '../queries.ts';
import { OPEN_STATES } from '../reading.rules.ts';
import { captureReading } from './capture-reading.ts';
import { lockConnection } from './lock-readings.ts';
import { recheckFollowing } from './recheck-readings.ts';

type Edit = { id: string; version: number; readOn: string; registerLitres: number; reason: string };

/** @param corrected told of a figure that was handed over to another owner */
export async function editReading(
  tx: Tx,
  actor: Actor,
  input: Edit,
  corrected: HandoverCorrected,
): Promise<Reading> {
  const before = await getReading(tx, actor, input.id);
  await lockConnection(tx, before.meterId);
  const old = await lockReading(tx, actor, input.id);
  if (old.state === 'BILLED') throw fail(errors.reading_billed);
  if (!OPEN_STATES.includes(old.state)) throw fail(errors.reading_not_open);
  if (old.version !== input.version) throw fail(commonErrors.stale_version);
  // Who took a reading may correct it until it is reviewed; anybody else must be a reviewer.
  if (!may(actor, 'readings:review') && old.taken_by !== actor.userId) {
    throw fail(commonErrors.not_permitted, { permission: 'readings:review' });
  }
  // The connection ends on its day: another day would leave water after the last bill.
  if (input.readOn !== before.readOn && (await isLastOfClosed(tx, input.id)))
    throw fail(errors.last_of_closed);
  const { registerLitres, reason } = input;
  if (registerLitres !== before.registerLitres)
    await corrected(tx, actor, {
      ...{ connectionId: before.connectionId, readOn: before.readOn },
      ...{ registerLitres, reason },
    });
  await execute(
    tx,
    sql`update meters.readings set state = 'SUPERSEDED', review_reason = ${input.reason}, version = version + 1,
    changed_at = clock_timestamp() where id = ${input.id}`,
  );
  await followRemoval(tx, before, input);
  const { id } = await captureReading(
    tx,
    actor,
    {
      meterId: before.meterId,
      period: before.period,
      readOn: input.readOn,
      registerLitres: input.registerLitres,
      remark: input.reason,
    },
    { id: input.id, importId: before.importId },
  );
  await recheckFollowing(tx, actor, sql`select connection_id, period from meters.readings where id = ${id}`);
  return getReading(tx, actor, id);
}

/**
 * The figure with which a meter went became the last reading, and no other meter came: the two are one figure, so the one of
 * the removal is corrected with the reading.
 */
async function followRemoval(tx: Tx, before: Reading, { readOn, registerLitres }: Edit): Promise<void> {
  await execute(
    tx,
    sql`update meters.assignments a set final_litres = ${registerLitres}, changed_at = clock_timestamp()
    where a.connection_id = ${before.connectionId} and a.meter_id = ${before.meterId} and a.removed_on = ${readOn}::date
      and a.removed_on = ${before.readOn}::date and a.final_litres = ${before.registerLitres}
      and not exists (select from meters.assignments n where n.id <> a.id and n.installed_on >= a.removed_on
        and (n.connection_id = a.connection_id or n.meter_id = a.meter_id))`,
  );
}
