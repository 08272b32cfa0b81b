/**
 * Which meters a reader can still read for a month: one rule for the home, the figures, both lists, the sheet and the way.
 * What it does not let through, taking a reading would refuse: a month is never read after a later one.
 */
import { type Sql, sql } from '#platform/database/db.ts';
import { addMonths } from '#shared/dates.ts';

/** Readings `r` of the connection `c` that close the month: its own one, and those of later months. */
export const closingReadings = (period: string): Sql =>
  sql`r.connection_id = c.id and r.period >= ${period}::date and r.living`;

/**
 * Condition on a connection `c`, its meter's assignment `a` and what is left-joined by `closingReadings` as `r`. A left join,
 * because the planner then reckons with half of the town: of `not exists` it expects one row, and joins as if that were so.
 */
export const stillToRead = (period: string): Sql =>
  sql`c.status = 'active' and ${isInstalledFor(period)} and not coalesce(r.living, false)`;

/** Condition on the assignment `a`: the meter was there in the month or before. */
export const isInstalledFor = (period: string): Sql => sql`a.installed_on < ${addMonths(period, 1)}::date`;

/** Condition on a connection `c` that has no reading of the month: a later month was read instead, so it stays without one. */
export const isPassedOver = (period: string): Sql => sql`exists (
  select from meters.readings l where l.connection_id = c.id and l.living and l.period > ${period}::date)`;
