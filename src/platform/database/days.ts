/**
 * Which day an instant is, in SQL: the utility's day, not the server's. openDatabase tells each connection the
 * utility's time zone (TIME_ZONE). In TypeScript the same question is `dayOf` of shared/dates.ts.
 */
import { DEFAULT_TIME_ZONE } from '#shared/time-zone.ts';
import { type Db, one, type Sql, sql, type Tx } from './db.ts';

/** Name of the connection's setting that holds the utility's time zone. */
export const TIME_ZONE_SETTING = 'app.time_zone';

const ZONE = sql`coalesce(nullif(current_setting(${sql.lit(TIME_ZONE_SETTING)}, true), ''), ${sql.lit(DEFAULT_TIME_ZONE)})`;

/** The day of an instant. @param instant expression of a timestamptz */
export function dayOfInstant(instant: Sql): Sql {
  return sql`((${instant}) at time zone ${ZONE})::date`;
}

/** The instant at which a day begins. @param day expression of a date */
export const startOfDay = (day: Sql): Sql => sql`((${day})::timestamp at time zone ${ZONE})`;

type Days = { from?: string | undefined; to?: string | undefined };

/** Conditions that a calendar day is one of these, both included. @param day expression of a date */
export function betweenDays(day: Sql, { from, to }: Days): Sql[] {
  return [...(from ? [sql`${day} >= ${from}::date`] : []), ...(to ? [sql`${day} <= ${to}::date`] : [])];
}

/**
 * Conditions that an instant is in these days, both included. The days become instants, so that an index on the
 * instant is used.
 */
export function duringDays(instant: Sql, { from, to }: Days): Sql[] {
  return [
    ...(from ? [sql`${instant} >= ${startOfDay(sql`${from}::date`)}`] : []),
    ...(to ? [sql`${instant} < ${startOfDay(sql`${to}::date + 1`)}`] : []),
  ];
}

/** The utility's time zone, for rules that need wall-clock times. */
export async function timeZoneOf(db: Db | Tx): Promise<string> {
  return (await one<{ zone: string }>(db, sql`select ${ZONE} as zone`)).zone;
}
