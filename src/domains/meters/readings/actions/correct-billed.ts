/**
 * A billed reading turns out to be wrong: the corrected one takes its place as the billed one, and what was measured
 * from it is measured again. Billing calls this and recalculates the bills in the same transaction.
 */
import type { Actor } from '#platform/actor.ts';
import { all, execute, one, oneWithOnePlan, PLANNED_ONCE, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { errors } from '../../contract.ts';
import type { HandoverCorrected } from '../../points.ts';
import { checkReadings, placeAgain } from '../check-readings.ts';
import { type Checked, writeReading } from './capture-reading.ts';
import { recheck } from './recheck-readings.ts';

type Row = {
  id: string;
  meterId: string;
  connectionId: string;
  period: string;
  readOn: string;
  registerLitres: number;
  importId: string | null;
  state: string;
};

const columns = sql`id, meter_id as "meterId", connection_id as "connectionId", period, read_on as "readOn",
  register_litres as "registerLitres", import_id as "importId", state`;

/**
 * The caller holds the gate and the connection.
 * @param handedOver told of a figure that was handed over to another owner
 * @returns the new readings whose bills have to be calculated again, in order of time: the corrected one, and the
 *   next one if that is billed too. Of those after it only the expectation changes.
 */
export async function correctBilledReading(
  tx: Tx,
  actor: Actor,
  input: { readingId: string; registerLitres: number; reason: string },
  handedOver: HandoverCorrected,
): Promise<string[]> {
  const wrong = await one<Row>(tx, sql`select ${columns} from meters.readings where id = ${input.readingId}`);
  const corrected = { ...wrong, registerLitres: input.registerLitres };
  await refuseBeyondRegister(tx, corrected);
  const { connectionId, readOn } = wrong;
  const { registerLitres, reason } = input;
  await handedOver(tx, actor, { connectionId, readOn, registerLitres, reason });
  const { id, refused } = await replace(tx, actor, corrected, input.reason);
  if (refused) throw fail(errors.check_refused, { flag: refused });
  const changed = [id];
  const later = await all<Row>(
    tx,
    sql`select ${columns} from meters.readings where connection_id = ${wrong.connectionId} and living
      and period > ${wrong.period}::date order by period, read_on`,
  );
  const [next] = later;
  // Nobody took its value again: a check that refuses readings only marks it.
  if (next?.state === 'BILLED') changed.push((await replace(tx, actor, next, input.reason)).id);
  const open = sql`select * from meters.readings where connection_id = ${wrong.connectionId} and living
    and period > ${wrong.period}::date and state <> 'BILLED'`;
  const months = new Set(later.filter(({ state }) => state !== 'BILLED').map(({ period }) => period));
  for (const period of months) await recheck(tx, actor, open, period);
  return changed;
}

async function refuseBeyondRegister(tx: Tx, { meterId, registerLitres }: Row): Promise<void> {
  const { isBeyond } = await one<{ isBeyond: boolean }>(
    tx,
    sql`select ${registerLitres}::bigint >= (10 ^ register_digits * 1000)::bigint as "isBeyond" from meters.meters
      where id = ${meterId}`,
  );
  if (isBeyond) throw fail(errors.beyond_register);
}

/**
 * The first value stays, superseded. Its bill has the limits and the second person of a correction: none for the reading.
 * The new one has the place of the first. Gives the check that refuses its value, too.
 */
async function replace(
  tx: Tx,
  actor: Actor,
  reading: Row,
  reason: string,
): Promise<{ id: string; refused: string | null }> {
  await execute(
    tx,
    sql`update meters.readings set state = 'SUPERSEDED', review_reason = ${reason}, version = version + 1,
    changed_at = clock_timestamp() where id = ${reading.id} and period = ${reading.period}::date`,
  );
  const { meterId, period, readOn, registerLitres, importId } = reading;
  const checked = await oneWithOnePlan<Checked>(
    tx,
    sql`${PLANNED_ONCE} ${checkReadings(placeAgain(reading), { from: period, to: period }, actor.today)}`,
  );
  const { id } = await writeReading(
    tx,
    actor,
    { meterId, period, readOn, registerLitres, remark: reason },
    checked,
    { id: reading.id, importId },
  );
  const { used } = await one<{ used: number | null }>(
    tx,
    sql`update meters.readings set state = 'BILLED', replaces_other = false, reviewed_by = ${actor.userId},
        reviewed_at = ${actor.now}, review_reason = ${reason}
      where id = ${id} and period = ${period}::date returning consumption_litres as used`,
  );
  if (used === null) throw fail(errors.no_consumption);
  return { id, refused: checked.refused };
}
