/**
 * The utility's time zone in the tests: the default, or the one that TEST_TIME_ZONE names, so that a whole run can be
 * in another zone. Hours in a test are hours of this zone.
 */
import { instantOf } from '#shared/dates.ts';
import { DEFAULT_TIME_ZONE } from '#shared/time-zone.ts';

export const ZONE = process.env.TEST_TIME_ZONE || DEFAULT_TIME_ZONE;

/** The instant of a wall-clock time of the utility, as ISO text. */
export function at(day: string, time: string): string {
  return instantOf(day, time, ZONE).toISOString();
}

/**
 * When the clock of a test starts on a day. In Dhaka in the morning; in another zone late in the evening: west of
 * Greenwich it is the next day by then in UTC and in Dhaka, so a day that was taken from there is seen.
 */
export function startOn(day: string): string {
  return at(day, process.env.TEST_TIME_ZONE ? '21:00' : '10:00');
}
