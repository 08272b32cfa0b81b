/** Days of the calendar. A week begins on Sunday, as in the day picker: Friday and Saturday are its end. Pure. */
import { addDays } from '#shared/dates.ts';

export const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

const DAYS = WEEKDAYS.length;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

const indexOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay();

export const weekdayOf = (day: string): Weekday => WEEKDAYS[indexOf(day)] ?? 'sun';

/** The days of the week that a day is in. */
export function weekOf(day: string): string[] {
  const first = addDays(day, -indexOf(day));
  return Array.from({ length: DAYS }, (_, index) => addDays(first, index));
}

/** The day that the address names, or today: of a day that there is not, today. */
export function dayIn(text: string | undefined, today: string): string {
  if (!text || !DAY.test(text) || Number.isNaN(Date.parse(`${text}T00:00:00Z`))) return today;
  // 30 February is read as 2 March.
  return addDays(text, 0) === text ? text : today;
}

/** A week further on a desk, a day further on a phone, which shows one. */
export const stepTo = (day: string, step: 1 | -1, isPhone: boolean) =>
  addDays(day, step * (isPhone ? 1 : DAYS));
