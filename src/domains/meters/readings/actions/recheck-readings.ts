/** Readings are checked again after something before them has changed. */
import type { Actor } from '#platform/actor.ts';
import { one, type Sql, sql, type Tx } from '#platform/db.ts';
import { fail } from '#shared/errors.ts';
import { errors } from '../../contract.ts';
import { checkReadings, placeLines } from '../check-readings.ts';

type After = { readings: number; approved: number; from: string | null; to: string | null };

/**
 * Checks the open readings of connections that follow given ones; refuses where one of them is approved already,
 * for its use was measured from what changes now.
 * @param changed SELECT of connection_id and period
 */
export async function recheckFollowing(tx: Tx, actor: Actor, changed: Sql): Promise<void> {
  const following = sql`select r.* from meters.readings r
    join (select connection_id, min(period) as period from (${changed}) x group by 1) f on f.connection_id = r.connection_id
    where r.living and r.period > f.period`;
  const after = await one<After>(
    tx,
    sql<After>`select count(*) as readings, count(*) filter (where not waiting) as approved,
      min(period) as from, max(period) as to from (${following}) r`,
  );
  if (after.approved > 0) throw fail(errors.later_readings_approved, { count: after.approved });
  if (!after.from || !after.to) return;
  const span = { from: after.from, to: after.to };
  const ids = sql`select id from (${following}) f`;
  const lines = sql`select row_number() over ()::int as row_key, meter_id, period, read_on, register_litres, null::text as problem from (${following}) f`;
  const placed = sql`select * from (${placeLines(lines, span, actor.today, ids)}) p where connection_id is not null`;
  await sql`update meters.readings r set previous_litres = c.previous_litres, previous_on = c.previous_on,
      consumption_litres = c.consumption_litres, expected_litres = c.expected_litres, expected_from = c.expected_from,
      flags = c.flags, figures = c.figures, state = case when c.flags = '{}' then 'VALID' else 'FLAGGED' end,
      first_approved_by = null, version = r.version + 1, changed_at = clock_timestamp()
    from (${checkReadings(placed, span, actor.today, ids)}) c
    where r.meter_id = c.meter_id and r.period = c.period and r.living
      and r.period between ${span.from}::date and ${span.to}::date`.execute(tx);
}
