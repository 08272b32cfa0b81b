/** What the register of one connection's meter is compared with, outside the reader's round: before an owner changes. */
import type { Actor } from '#platform/actor.ts';
import { type Db, first, one, sql, type Tx } from '#platform/database/db.ts';
import { checkReadings, limitKey, limits, placeLines } from './check-readings.ts';
import type { Expectation } from './likely-use.rules.ts';

/**
 * @param month that is read; without one, the month after the last reading
 * @returns undefined if the connection has no meter now. The reader of the answer may see the connection: the caller has asked.
 */
export async function expectationOf(
  db: Db | Tx,
  actor: Actor,
  connectionId: string,
  month?: string,
): Promise<Expectation | undefined> {
  // The month after the last reading: a reading of this month is one to compare with.
  const { period } = await one<{ period: string }>(
    db,
    sql`select coalesce(${month ?? null}::date, greatest(date_trunc('month', ${actor.today}::date),
        max(r.period) + interval '1 month')::date) as period
      from meters.readings r where r.connection_id = ${connectionId} and r.living`,
  );
  const span = { from: period, to: period };
  const lines = sql`select 1 as row_key, a.meter_id, ${period}::date as period, ${actor.today}::date as read_on,
      0::bigint as register_litres, null::text as problem
    from meters.assignments a where a.connection_id = ${connectionId} and a.removed_on is null`;
  return first<Expectation>(
    db,
    sql`with expected as (${checkReadings(placeLines(lines, span, actor.today), span, actor.today)}), limits as (${limits})
      select e.previous_litres as "previousLitres", e.previous_on as "previousOn", e.expected_litres as "expectedLitres",
        ${actor.today}::date as "expectedOn", t.high_factor::float8 as "highFactor", t.high_litres as "highLitres",
        t.low_factor::float8 as "lowFactor", t.low_litres as "lowLitres"
      from expected e join meters.connections c on c.id = e.connection_id left join limits t on t.category = ${limitKey}`,
  );
}
