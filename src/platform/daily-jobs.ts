/**
 * Jobs that run once a day at a time of the utility's day. The worker's crontab knows UTC only, and in a zone with
 * summer time no hour of UTC is right for the whole year: each minute is asked instead.
 */
import type { CronItem } from 'graphile-worker';
import { dayOf, timeOf } from '#shared/dates.ts';
import type { Clock } from './clock.ts';

/** name: of the job; at: 'HH:MM' in the utility's time zone. */
export type DailyJob = { name: string; at: string };

/** A minute in UTC, as the worker describes it: without its year. */
type Minute = { min: number; hour: number; date: number; month: number };

const MINUTE_MS = 60_000;
/** How far back the time may have been reached already: by the minute before, or before the clocks were put back. */
const EARLIER_MINUTES = [1, 30, 60];

/** The same as an item for the worker. */
export function dailyItem({ name, at }: DailyJob, clock: Clock): CronItem {
  return { task: name, match: (minute) => isDue(instantOfMinute(minute, clock.now()), at, clock.timeZone) };
}

/**
 * True in the first minute of a local day that is not before `at`. If the clocks jump over `at`, that is the first
 * minute after the jump; if `at` comes twice because they are put back, it is the first of the two.
 */
export function isDue(instant: Date, at: string, timeZone: string): boolean {
  const day = dayOf(instant, timeZone);
  const isReached = (when: Date) => dayOf(when, timeZone) === day && timeOf(when, timeZone) >= at;
  return (
    isReached(instant) &&
    EARLIER_MINUTES.every((minutes) => !isReached(new Date(instant.getTime() - minutes * MINUTE_MS)))
  );
}

/** The worker asks about minutes near now. Around New Year both years have the same time in the zone. */
function instantOfMinute({ min, hour, date, month }: Minute, now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), month - 1, date, hour, min));
}
