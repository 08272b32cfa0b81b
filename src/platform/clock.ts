/** The only source of time. Tests pass a clock they can move. */
import { dayOf } from '#shared/dates.ts';

export type Clock = { now(): Date; timeZone: string };

/** The machine's clock in the utility's time zone. */
export function systemClock(timeZone: string): Clock {
  return { now: () => new Date(), timeZone };
}

/** The business day of this moment. */
export function today(clock: Clock): string {
  return dayOf(clock.now(), clock.timeZone);
}
