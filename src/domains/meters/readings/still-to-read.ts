/**
 * Which meters a reader can still read for a month: one rule for the home, the figures, both lists, the sheet and the way.
 * What it does not let through, taking a reading would refuse: a month is never read after a later one.
 */
import { type Sql, sql } from '#platform/database/db.ts';
import { addMonths } from '#shared/dates.ts';

/**
 * Condition on a connection `c`: its meter was there in the month or before, and neither the month nor a later one is read.
 * The connection says both itself (migration 0084), so that no meter and no reading is looked at.
 */
export const stillToRead = (period: string): Sql =>
  sql`c.status = 'active' and c.metered_on < ${addMonths(period, 1)}::date and (c.last_read is null or c.last_read < ${period}::date)`;

/** Condition on the assignment `a`: the meter was there in the month or before. */
export const isInstalledFor = (period: string): Sql => sql`a.installed_on < ${addMonths(period, 1)}::date`;

/** Condition on a connection `c` that has no reading of the month: a later month was read instead, so it stays without one. */
export const isPassedOver = (period: string): Sql => sql`exists (
  select from meters.readings l where l.connection_id = c.id and l.living and l.period > ${period}::date)`;
