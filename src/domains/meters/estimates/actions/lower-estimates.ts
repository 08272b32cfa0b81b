/**
 * A real reading shows less water than was estimated since the last real one. It is no fall of the register and no full turn: the
 * estimates were too high. They are made again between the two real figures, each by the same part of itself, so that none rises;
 * what is billed of them is credited. Then the reading has a use, and each litre between the two figures is billed one time.
 */
import type { Actor } from '#platform/actor.ts';
import { all, execute, one, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { errors } from '../../contract.ts';
import type { EstimatesLowered } from '../../points.ts';
import { recheck } from '../../readings/actions/recheck-readings.ts';

type Measured = { id: string; connectionId: string; period: string; takenBy: string | null };
type Lowered = { id: string; period: string; isBilled: boolean };

/**
 * The caller holds the gate, the connection and the reading, and has seen that no earlier reading is open.
 * @param lowered told of the estimates that are billed
 */
export async function lowerEstimates(
  tx: Tx,
  actor: Actor,
  { id, connectionId, period, takenBy }: Measured,
  lowered: EstimatesLowered,
): Promise<void> {
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
  await execute(
    tx,
    sql`create temporary table if not exists lowered_estimates (id uuid, new_id uuid, period date, litres bigint, register_litres bigint,
      previous_litres bigint, is_billed boolean) on commit delete rows`,
  );
  await execute(
    tx,
    sql`insert into pg_temp.lowered_estimates
      with chain as (
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
      select id, uuidv7(), period, new_until - lag(new_until, 1, 0::bigint) over (order by period), (base + new_until) % register_max,
        (base + lag(new_until, 1, 0::bigint) over (order by period)) % register_max, state = 'BILLED'
      from shared`,
  );
  await execute(
    tx,
    sql`update meters.readings r set state = 'SUPERSEDED', version = r.version + 1, changed_at = clock_timestamp()
      from pg_temp.lowered_estimates l where r.id = l.id and r.period = l.period`,
  );
  await execute(
    tx,
    sql`insert into meters.readings (id, connection_id, meter_id, period, read_on, register_litres, previous_litres, previous_on,
        consumption_litres, expected_litres, expected_from, recent_litres, recent_days, flags, figures, source, state, replaces_id,
        reviewed_by, reviewed_at)
      select l.new_id, r.connection_id, r.meter_id, r.period, r.read_on, l.register_litres, l.previous_litres, r.previous_on, l.litres,
        r.expected_litres, r.expected_from, r.recent_litres, r.recent_days, r.flags, r.figures, r.source,
        case when l.is_billed then 'BILLED' else 'ESTIMATED' end, r.id, ${actor.userId}::uuid, ${actor.now}
      from pg_temp.lowered_estimates l join meters.readings r on r.id = l.id and r.period = l.period order by r.period`,
  );
  await execute(
    tx,
    sql`insert into meters.estimates (reading_id, period, method, litres, days, basis_litres, basis_days, in_row, asked_by, asked_at)
      select l.new_id, l.period, 'BETWEEN', l.litres, r.read_on - r.previous_on, ${waterLitres}::bigint,
        (sum(r.read_on - r.previous_on) over () + ${days}::int)::int, row_number() over (order by l.period)::int, ${actor.userId}::uuid, ${actor.now}
      from pg_temp.lowered_estimates l join meters.readings r on r.id = l.new_id and r.period = l.period`,
  );
  await recheckOne(tx, actor, { id, period });
  const changed = await all<Lowered>(
    tx,
    sql`select new_id as id, period, is_billed as "isBilled" from pg_temp.lowered_estimates order by period`,
  );
  const readingIds = changed.filter(({ isBilled }) => isBilled).map(({ id: newId }) => newId);
  if (readingIds.length === 0) return;
  const { notComparable } = await lowered(tx, actor, { connectionId, readingIds, takenBy });
  if (notComparable) throw fail(errors.estimate_bill_changed, { number: notComparable });
}

const recheckOne = (tx: Tx, actor: Actor, { id, period }: Pick<Measured, 'id' | 'period'>): Promise<void> =>
  recheck(
    tx,
    actor,
    sql`select * from meters.readings where id = ${id} and period = ${period}::date`,
    period,
  );
