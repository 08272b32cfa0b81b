/**
 * Billed readings turn out to be wrong: the corrected ones take their place as the billed ones, and what was measured
 * from them is measured again. Billing calls this and recalculates the bills in the same transaction.
 */
import type { Actor } from '#platform/actor.ts';
import { all, execute, one, oneWithOnePlan, PLANNED_ONCE, sql, type Tx } from '#platform/database/db.ts';
import { AppError, commonErrors, fail } from '#shared/errors.ts';
import { errors } from '../../contract.ts';
import { lowerBefore } from '../../estimates/actions/lower-estimates.ts';
import { moveEstimates } from '../../estimates/actions/move-estimates.ts';
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
  source: string;
};
type Corrected = { readingId: string; registerLitres: number };
type Asked = {
  corrected: readonly Corrected[];
  reason: string;
  /** The field in which the figure of a reading was typed; left out: the names of the fields say it. */
  fields?: ReadonlyMap<string, string> | undefined;
};

const columns = sql`id, meter_id as "meterId", connection_id as "connectionId", period, read_on as "readOn",
  register_litres as "registerLitres", import_id as "importId", state, source`;

/**
 * The caller holds the gate and the connection.
 * @param corrected what the registers really showed: the first wrong reading, and those after it that were wrong too. Each is a billed one of
 *   the connection; if one is not any more, the person saw something else (`stale_version`). One that is noted so already stays
 * @param handedOver told of each figure that was handed over to another owner
 * @returns the new readings whose bills have to be calculated again, in order of time: estimates before them that are lower now, the
 *   corrected ones, the estimates after them (move-estimates.ts), and the next real one, if that is billed. Of those after it only the
 *   expectation changes.
 */
export async function correctBilledReadings(
  tx: Tx,
  actor: Actor,
  { corrected, reason, fields }: Asked,
  handedOver: HandoverCorrected,
): Promise<string[]> {
  const given = new Map(corrected.map(({ readingId, registerLitres }) => [readingId, registerLitres]));
  const readings = await fromFirst(tx, corrected);
  const changed: string[] = [];
  // The reading before, if it has another figure or another use now.
  let before: { id: string; period: string; meterId: string } | null = null;
  for (const [index, reading] of readings.entries()) {
    const { meterId, period } = reading;
    const registerLitres: number = given.get(reading.id) ?? reading.registerLitres;
    // An estimate that is named is a figure now, also if it is the one that was estimated.
    if (
      registerLitres !== reading.registerLitres ||
      (reading.source === 'ESTIMATE' && given.has(reading.id))
    ) {
      const right = { ...reading, registerLitres };
      const { id, lowered } = await correctOne(tx, actor, right, reason, handedOver).catch(
        (refusal: unknown) => {
          throw atField(refusal, fields?.get(reading.id));
        },
      );
      changed.push(...lowered, id);
      before = { id, period, meterId };
    } else if (reading.source === 'ESTIMATE') {
      // Those after the first one were made again together with it.
      const previous = readings[index - 1];
      if (before?.meterId === meterId && !(previous && isKeptEstimate(previous, given)))
        changed.push(...(await moveRun(tx, actor, { from: before, after: readings.slice(index), given })));
    } else {
      // Nobody took its value again: a check that refuses readings only marks it.
      if (before && reading.state === 'BILLED') {
        const { id, lowered } = await replace(tx, actor, reading, reason);
        changed.push(...lowered, id);
      }
      before = null;
    }
  }
  await recheckOpen(tx, actor, readings);
  return changed;
}

const OF_FIGURE = [errors.beyond_register, errors.check_refused, errors.no_consumption, errors.own_handover];

/** What refuses a figure is told at the field in which that figure was typed: one call has several. */
function atField(refusal: unknown, path: string | undefined): unknown {
  if (!path || !(refusal instanceof AppError) || !OF_FIGURE.includes(refusal.error)) return refusal;
  const { error, params } = refusal;
  return fail(error, params, [{ path, code: error.code, params }]);
}

/** @returns the reading that takes its place, and estimates before it that are lower now */
async function correctOne(
  tx: Tx,
  actor: Actor,
  right: Row,
  reason: string,
  handedOver: HandoverCorrected,
): Promise<{ id: string; lowered: string[] }> {
  const { connectionId, readOn, registerLitres } = right;
  await refuseBeyondRegister(tx, right);
  await handedOver(tx, actor, { connectionId, readOn, registerLitres, reason });
  const { refused, ...corrected } = await replace(tx, actor, right, reason);
  if (refused) throw fail(errors.check_refused, { flag: refused });
  return corrected;
}

type Given = ReadonlyMap<string, number>;

const isKeptEstimate = ({ id, source }: Row, given: Given): boolean =>
  source === 'ESTIMATE' && !given.has(id);

type Run = {
  from: { id: string; period: string; meterId: string };
  /** From its first estimate on. */
  after: readonly Row[];
  given: Given;
};

/** The estimates of the meter up to the next real figure go on from the corrected one. Gives those that are billed. */
async function moveRun(tx: Tx, actor: Actor, { from, after, given }: Run): Promise<string[]> {
  const isOfRun = (reading: Row) => isKeptEstimate(reading, given) && reading.meterId === from.meterId;
  const end = after.findIndex((reading) => !isOfRun(reading));
  const run = end < 0 ? after : after.slice(0, end);
  const moved = sql`select r.id, r.period, b.register_litres as base_litres, b.recent_litres, b.recent_days
    from meters.readings r join meters.readings b on b.id = ${from.id} and b.period = ${from.period}::date
    where r.id = any(${run.map(({ id }) => id)}::uuid[])`;
  const made = await moveEstimates(tx, actor, moved);
  return made.flatMap(({ id, isBilled }) => (isBilled ? [id] : []));
}

/** The first corrected reading and all after it. */
async function fromFirst(tx: Tx, corrected: readonly Corrected[]): Promise<Row[]> {
  const ids = corrected.map(({ readingId }) => readingId);
  const readings = await all<Row>(
    tx,
    sql`select ${columns} from meters.readings r where living and exists (
        select from meters.readings f where f.id = ${ids[0]}::uuid and f.living and f.connection_id = r.connection_id and r.period >= f.period)
      order by period, read_on`,
  );
  const billed = new Set(readings.filter(({ state }) => state === 'BILLED').map(({ id }) => id));
  if (readings[0]?.id !== ids[0] || ids.some((id) => !billed.has(id)) || new Set(ids).size < ids.length)
    throw fail(commonErrors.stale_version);
  return readings;
}

async function recheckOpen(tx: Tx, actor: Actor, readings: readonly Row[]): Promise<void> {
  const [first] = readings;
  const open = sql`select * from meters.readings where connection_id = ${first?.connectionId} and living
    and period > ${first?.period}::date and state <> 'BILLED'`;
  const months = new Set(readings.filter(({ state }) => state !== 'BILLED').map(({ period }) => period));
  for (const period of months) await recheck(tx, actor, open, period);
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
): Promise<{ id: string; refused: string | null; lowered: string[] }> {
  await execute(
    tx,
    sql`update meters.readings set state = 'SUPERSEDED', review_reason = ${reason}, version = version + 1,
    changed_at = clock_timestamp() where id = ${reading.id} and period = ${reading.period}::date`,
  );
  const { meterId, period, readOn, registerLitres, importId } = reading;
  const check = () =>
    oneWithOnePlan<Checked>(
      tx,
      sql`${PLANNED_ONCE} ${checkReadings(placeAgain(reading), { from: period, to: period }, actor.today)}`,
    );
  const checked = await check();
  const { id } = await writeReading(
    tx,
    actor,
    { meterId, period, readOn, registerLitres, remark: reason },
    checked,
    { id: reading.id, importId },
  );
  // Before it more was estimated than the right figure shows.
  const isBelow = checked.flags.includes('BELOW_ESTIMATE');
  const lowered = isBelow
    ? await lowerBefore(tx, actor, { id, connectionId: reading.connectionId, period })
    : [];
  // It has a use only now.
  const { refused } = isBelow ? await check() : checked;
  const { used } = await one<{ used: number | null }>(
    tx,
    // A figure that is only measured again is still that of who took it.
    sql`update meters.readings r set state = 'BILLED', replaces_other = false, reviewed_by = ${actor.userId},
        reviewed_at = ${actor.now}, review_reason = ${reason}, source = case when k.kept then o.source else r.source end,
        remark = case when k.kept then o.remark else r.remark end, taken_by = case when k.kept then o.taken_by else r.taken_by end
      from meters.readings o
      cross join lateral (select o.register_litres = ${registerLitres} and o.source <> 'ESTIMATE' as kept) k
      where r.id = ${id} and r.period = ${period}::date and o.id = ${reading.id} and o.period = r.period
      returning r.consumption_litres as used`,
  );
  if (used === null) throw fail(errors.no_consumption);
  return { id, refused, lowered };
}
