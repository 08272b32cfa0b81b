/**
 * Estimates the meters of a month that nobody has read, after its deadline: the statement of the preview, compared with what was shown,
 * then placed and checked like readings. The gate is closed, so nobody takes a reading meanwhile.
 */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, one, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import type { MetersEstimated } from '../../points.ts';
import { closeGate } from '../../readings/actions/lock-readings.ts';
import { checkReadings, placeLines } from '../../readings/check-readings.ts';
import { errors } from '../contract.ts';
import { deadlineOf } from '../estimate.rules.ts';
import { estimatesOf, readEstimateSettings, type Scope } from '../queries.ts';

type Asked = Scope & { period: string; count: number; litres: number };

/** @param told that meters were estimated: some of them may have reached the limit */
export async function createEstimates(
  tx: Tx,
  actor: Actor,
  asked: Asked,
  told: MetersEstimated,
): Promise<{ estimated: number }> {
  const { period } = asked;
  const settings = await readEstimateSettings(tx);
  const deadline = deadlineOf(period, settings);
  if (actor.today <= deadline) throw fail(errors.estimate_too_early, { day: deadline });
  await execute(tx, closeGate);
  await execute(
    tx,
    sql`create temporary table if not exists new_estimates (row_key int, meter_id uuid, read_on date, register_litres bigint, method text,
      litres bigint, days int, basis_litres bigint, basis_days int, in_row int) on commit delete rows`,
  );
  await execute(
    tx,
    sql`insert into pg_temp.new_estimates select row_number() over (order by connection_id)::int, meter_id, read_on, register_litres, method,
        litres, days, basis_litres, basis_days, in_row
      from (${estimatesOf(period, asked)}) e where left_out is null`,
  );
  await execute(tx, sql`analyze pg_temp.new_estimates`);
  const span = { from: period, to: period };
  const lines = sql`select row_key, meter_id, ${period}::date as period, read_on, register_litres, null::text as problem
    from pg_temp.new_estimates`;
  const placed = sql`select * from (${placeLines(lines, span, actor.today)}) p where reason is null`;
  // Only what was measured counts as history: the last use of the six is this estimate's own.
  const written = await one<{ estimated: number; litres: number }>(
    tx,
    sql`with checked as materialized (${checkReadings(placed, span, actor.today)}),
      added as (
        insert into meters.readings (connection_id, meter_id, period, read_on, register_litres, previous_litres, previous_on,
          consumption_litres, expected_litres, expected_from, recent_litres, recent_days, flags, figures, source, state, taken_by)
        select connection_id, meter_id, period, read_on, register_litres, previous_litres, previous_on, consumption_litres,
          expected_litres, expected_from, recent_litres[2:], recent_days[2:], array_prepend('ESTIMATED', flags), figures,
          'ESTIMATE', 'FLAGGED', ${actor.userId}::uuid
        from checked where reason is null and consumption_litres is not null order by row_key
        returning id, meter_id, period, consumption_litres
      ), noted as (
        insert into meters.estimates (reading_id, period, method, litres, days, basis_litres, basis_days, in_row, asked_by, asked_at)
        select r.id, r.period, e.method, e.litres, e.days, e.basis_litres, e.basis_days, e.in_row, ${actor.userId}::uuid, ${actor.now}
        from added r join pg_temp.new_estimates e on e.meter_id = r.meter_id
        returning litres
      )
      select count(*) as estimated, coalesce(sum(litres), 0)::bigint as litres from noted`,
  );
  if (written.estimated !== asked.count || written.litres !== asked.litres) {
    throw fail(errors.estimates_moved, { count: written.estimated });
  }
  await audit(tx, actor, {
    action: 'reading.estimate',
    object: 'readings',
    objectId: period,
    after: { ...asked },
  });
  await told(tx);
  return { estimated: written.estimated };
}
