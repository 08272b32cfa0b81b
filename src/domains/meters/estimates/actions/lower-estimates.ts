/**
 * A real reading shows less water than was estimated since the last real one. It is no fall of the register and no full turn: the
 * estimates were too high. They are made again between the two real figures, each by the same part of itself, so that none rises;
 * what is billed of them is credited. Then the reading has a use, and each litre between the two figures is billed one time.
 */
import type { Actor } from '#platform/actor.ts';
import { one, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { errors } from '../../contract.ts';
import type { EstimatesLowered } from '../../points.ts';
import { recheck } from '../../readings/actions/recheck-readings.ts';
import { makeAgain } from './make-again.ts';

type Measured = { id: string; connectionId: string; period: string };

/**
 * The caller holds the gate, the connection and the reading, and has seen that no earlier reading is open.
 * @param lowered told of the estimates that are billed
 */
export async function lowerEstimates(
  tx: Tx,
  actor: Actor,
  { takenBy, ...measured }: Measured & { takenBy: string | null },
  lowered: EstimatesLowered,
): Promise<void> {
  const readingIds = await lowerBefore(tx, actor, measured);
  if (readingIds.length === 0) return;
  const { connectionId } = measured;
  const { notComparable } = await lowered(tx, actor, { connectionId, readingIds, takenBy });
  if (notComparable) throw fail(errors.estimate_bill_changed, { number: notComparable });
}

/**
 * The same without the bills: the estimates before an open reading are made lower, and the reading has a use.
 * @returns the new estimates that are billed, in order of time
 */
export async function lowerBefore(
  tx: Tx,
  actor: Actor,
  { id, connectionId, period }: Measured,
): Promise<string[]> {
  // The reading as it is now: an earlier one may have been corrected since it was flagged.
  await recheckOne(tx, actor, { id, period });
  const { waterLitres, estimatedLitres, days } = await one<{
    waterLitres: number | null;
    estimatedLitres: number | null;
    days: number;
  }>(
    tx,
    sql`select (figures ->> 'waterLitres')::bigint as "waterLitres", (figures ->> 'estimatedLitres')::bigint as "estimatedLitres",
        read_on - previous_on as days
      from meters.readings where id = ${id} and period = ${period}::date and 'BELOW_ESTIMATE' = any (flags)`,
  );
  if (waterLitres === null || estimatedLitres === null) throw fail(errors.no_consumption);
  // What the days after the last estimate would have been estimated with is a part of the water, too.
  const changed = await makeAgain(
    tx,
    actor,
    sql`with chain as (
        select r.*, (10 ^ m.register_digits * 1000)::bigint as register_max,
          first_value(r.previous_litres) over w as base, sum(r.consumption_litres) over w as until,
          sum(r.read_on - r.previous_on) over () as all_days
        from meters.readings r join meters.meters m on m.id = r.meter_id
        where r.connection_id = ${connectionId} and r.living and r.source = 'ESTIMATE' and r.period < ${period}::date
          and r.period > coalesce((select max(b.period) from meters.readings b where b.connection_id = ${connectionId} and b.living
            and b.source <> 'ESTIMATE' and b.period < ${period}::date), '-infinity')
        window w as (order by r.period)
      ), shared as (
        select c.*, floor(${waterLitres}::numeric * c.until * c.all_days
            / (${estimatedLitres}::numeric * (c.all_days + ${days}::int)))::bigint as new_until
        from chain c
      )
      select id, period, new_until - lag(new_until, 1, 0::bigint) over w as litres, (base + new_until) % register_max as register_litres,
        (base + lag(new_until, 1, 0::bigint) over w) % register_max as previous_litres, recent_litres, recent_days, 'BETWEEN' as method,
        ${waterLitres}::bigint as basis_litres, (all_days + ${days}::int)::int as basis_days, row_number() over w::int as in_row
      from shared window w as (order by period)`,
  );
  await recheckOne(tx, actor, { id, period });
  return changed.filter(({ isBilled }) => isBilled).map(({ id: newId }) => newId);
}

const recheckOne = (tx: Tx, actor: Actor, { id, period }: Pick<Measured, 'id' | 'period'>): Promise<void> =>
  recheck(
    tx,
    actor,
    sql`select * from meters.readings where id = ${id} and period = ${period}::date`,
    period,
  );
