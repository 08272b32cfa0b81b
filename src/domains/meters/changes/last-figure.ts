/** The last figure of the meter of a place: its last reading there, or what it showed when it was installed. */
import { type Sql, sql } from '#platform/database/db.ts';

/** Lateral over meters.assignments `a`: last_on, last_litres, and the use of the last six real readings. */
export const lastFigure: Sql = sql`lateral (
  select coalesce(r.read_on, a.installed_on) as last_on, coalesce(r.register_litres, a.opening_litres) as last_litres,
    r.recent_litres, r.recent_days
  from (select) one left join lateral (
    select * from meters.readings r where r.connection_id = a.connection_id and r.meter_id = a.meter_id and r.living
      and r.read_on >= a.installed_on order by r.period desc limit 1
  ) r on true
) l`;

/**
 * The first day on which the meter of `a` may go: what was read is measured already. A meter that was never read may go on the day on which
 * it came.
 */
export const firstDayOfChange: Sql = sql`greatest(a.installed_on, (
  select max(r.read_on) + 1 from meters.readings r where r.connection_id = a.connection_id and r.living))`;
