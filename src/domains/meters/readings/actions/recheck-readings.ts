/** Readings are checked again after something before them has changed. */
import type { Actor } from '#platform/actor.ts';
import { all, execute, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { errors } from '../../contract.ts';
import { moveOpenEstimates } from '../../estimates/actions/move-estimates.ts';
import { keptFigures, keptFlags } from '../../visits/check-visit.ts';
import { checkReadings, placeLines } from '../check-readings.ts';

type Following = { period: string; approved: number; estimates: number };

/**
 * Checks the open readings of connections that follow given ones, month after month, for each rests on the one
 * before. Refuses if one of them is approved already: its use was measured from what changes now. Estimates keep their use: they go on
 * from the figure that is there now.
 * @param changed SELECT of connection_id and period
 */
export async function recheckFollowing(tx: Tx, actor: Actor, changed: Sql): Promise<void> {
  const following = sql`select r.* from meters.readings r
    join (select connection_id, min(period) as period from (${changed}) x group by 1) f on f.connection_id = r.connection_id
    where r.living and r.period > f.period`;
  const months = await all<Following>(
    tx,
    sql`select period, count(*) filter (where not waiting) as approved,
        count(*) filter (where source = 'ESTIMATE') as estimates from (${following}) r
      group by period order by period`,
  );
  const approved = months.reduce((total, month) => total + month.approved, 0);
  if (approved > 0) throw fail(errors.later_readings_approved, { count: approved });
  if (months.some(({ estimates }) => estimates > 0)) await moveOpenEstimates(tx, actor, changed);
  for (const { period } of months) await recheck(tx, actor, following, period);
}

/** An estimate waits for its review also if it passes every check, and its use is not among the real ones. */
const flags = sql`(case when r.source = 'ESTIMATE' then array_prepend('ESTIMATED', c.flags) when r.source = 'SELF' then array_prepend('SELF_READ', c.flags) else c.flags end || ${keptFlags(sql`r`)})`;
const ownUse = sql`(case when r.source = 'ESTIMATE' and c.consumption_litres is not null and c.read_on > c.previous_on then 2 else 1 end)`;

/** Measures and checks the open readings of one month again; an approved one has to be approved once more. */
export async function recheck(tx: Tx, actor: Actor, following: Sql, period: string): Promise<void> {
  const span = { from: period, to: period };
  const lines = sql`select row_number() over (order by read_on)::int as row_key, meter_id, period, read_on, register_litres,
      null::text as problem
    from (${following}) f where period = ${period}::date`;
  const placed = sql`select * from (${placeLines(lines, span, actor.today)}) p where connection_id is not null`;
  await execute(
    tx,
    sql`update meters.readings r set previous_litres = c.previous_litres, previous_on = c.previous_on,
      consumption_litres = c.consumption_litres, expected_litres = c.expected_litres, expected_from = c.expected_from,
      recent_litres = c.recent_litres[${ownUse}:], recent_days = c.recent_days[${ownUse}:], flags = ${flags},
      figures = c.figures || ${keptFigures(sql`r`)},
      state = case when ${flags} = '{}' then 'VALID' else 'FLAGGED' end, first_approved_by = null,
      reviewed_by = null, reviewed_at = null, version = r.version + 1, changed_at = clock_timestamp()
    from (${checkReadings(placed, span, actor.today)}) c
    where r.meter_id = c.meter_id and r.period = ${period}::date and r.living`,
  );
}
