/**
 * Takes many readings of one month at once, as a hand-held device brings them at the end of a round: placed,
 * checked and written like single ones, with the gate closed. Those that cannot be taken come back with the reason.
 */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { all, execute, one, sql, type Tx } from '#platform/database/db.ts';
import { checkReadings, placeLines } from '../check-readings.ts';
import { replacesOther } from '../queries.ts';
import { closeGate } from './lock-readings.ts';

export type Round = {
  period: string;
  source: 'MANUAL' | 'MOBILE';
  readings: readonly { meterId: string; readOn: string; registerLitres: number }[];
};

type Taken = { taken: number; flagged: number };
type Refused = { meterId: string; reason: string };

export async function captureReadings(
  tx: Tx,
  actor: Actor,
  round: Round,
): Promise<Taken & { refused: Refused[] }> {
  const { period } = round;
  const span = { from: period, to: period };
  await execute(tx, closeGate);
  const lines = sql`select n::int as row_key, (r ->> 'meterId')::uuid as meter_id, ${period}::date as period,
      (r ->> 'readOn')::date as read_on, (r ->> 'registerLitres')::bigint as register_litres, null::text as problem
    from jsonb_array_elements(${JSON.stringify(round.readings)}::jsonb) with ordinality as list (r, n)`;
  // Kept, because the checks read it several times; analyzed, because the planner must know how many they are.
  await execute(
    tx,
    sql`create temporary table if not exists placed_readings (row_key int, meter_id uuid, period date, read_on date,
    register_litres bigint, connection_id uuid, category text, connected_on date, installed_on date, opening_litres bigint,
    register_max bigint, roll_over_litres bigint, reason text) on commit delete rows`,
  );
  await execute(tx, sql`insert into pg_temp.placed_readings ${placeLines(lines, span, actor.today)}`);
  await execute(tx, sql`analyze pg_temp.placed_readings`);
  // The checks look at one reading of a connection at a time.
  await execute(
    tx,
    sql`update pg_temp.placed_readings p set reason = 'DUPLICATE_IN_FILE' where reason is null and exists (
    select from pg_temp.placed_readings o where o.connection_id = p.connection_id and o.row_key < p.row_key)`,
  );
  const placed = sql`select * from pg_temp.placed_readings where reason is null`;
  const written = await one<Taken>(
    tx,
    sql`with checked as materialized (${checkReadings(placed, span, actor.today)}),
      refused as (
        update pg_temp.placed_readings p set reason = k.reason from checked k
        where p.row_key = k.row_key and k.reason is not null
      ), added as (
        insert into meters.readings (connection_id, meter_id, period, read_on, register_litres, previous_litres, previous_on,
          consumption_litres, expected_litres, expected_from, recent_litres, recent_days, flags, figures, source, state, taken_by, replaces_other)
        select connection_id, meter_id, period, read_on, register_litres, previous_litres, previous_on, consumption_litres,
          expected_litres, expected_from, recent_litres, recent_days, flags, figures, ${round.source}, case when flags = '{}' then 'VALID' else 'FLAGGED' end,
          ${actor.userId}::uuid, ${replacesOther(sql`k.connection_id`, sql`k.period`, actor.userId)}
        from checked k where reason is null order by row_key returning flags
      )
      select count(*) as taken, count(*) filter (where flags <> '{}') as flagged from added`,
  );
  const refused = await all<Refused>(
    tx,
    sql`select meter_id as "meterId", reason from pg_temp.placed_readings
      where reason is not null order by row_key`,
  );
  await audit(tx, actor, {
    action: 'reading.capture-round',
    object: 'readings',
    objectId: period,
    after: { ...written, refused: refused.length, source: round.source },
  });
  return { ...written, refused };
}
