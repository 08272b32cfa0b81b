/**
 * Calendar days are 'YYYY-MM-DD' texts, months the first day of theirs, instants ISO texts in UTC.
 * A day belongs to the utility's time zone (a setting, Asia/Dhaka); only this file converts.
 */
import { z } from 'zod';

/** Zod schema of a calendar day. */
export const daySchema = z.iso.date();
/** Zod schema of a month, written as its first day. */
export const monthSchema = z.iso
  .date()
  .refine((day) => day.endsWith('-01'), { error: 'common.first_of_month' });
/** Zod schema of an instant as the server sends it. */
export const instantSchema = z.iso.datetime({ offset: true });

// Making one costs as much as a query; there are as many as time zones in use.
const dayFormats = new Map<string, Intl.DateTimeFormat>();

/** The calendar day of an instant in a time zone. */
export function dayOf(instant: Date, timeZone: string): string {
  const format =
    dayFormats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
  dayFormats.set(timeZone, format);
  return format.format(instant);
}

// As with the days.
const timeFormats = new Map<string, Intl.DateTimeFormat>();

/** The wall-clock time ('HH:MM') of an instant in a time zone. */
export function timeOf(instant: Date, timeZone: string): string {
  const format =
    timeFormats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, timeStyle: 'short' });
  timeFormats.set(timeZone, format);
  return format.format(instant);
}

// As with the days.
const wholeFormats = new Map<string, Intl.DateTimeFormat>();

/** How many milliseconds the clocks of a time zone are ahead of UTC at an instant. */
function aheadOfUtc(instant: number, timeZone: string): number {
  const format =
    wholeFormats.get(timeZone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  wholeFormats.set(timeZone, format);
  return Date.parse(`${format.format(instant).replace(' ', 'T')}Z`) - instant;
}

/**
 * The instant of a wall-clock time ('HH:MM') in a time zone. On a day on which the clocks change: of a time that is
 * skipped, as much later as was skipped; of a time that comes twice, one of the two.
 */
export function instantOf(day: string, time: string, timeZone: string): Date {
  const asUtc = Date.parse(`${day}T${time}:00Z`);
  const near = asUtc - aheadOfUtc(asUtc, timeZone);
  // The clocks may have changed between the two.
  const ahead = aheadOfUtc(near, timeZone);
  const there = asUtc - ahead;
  return new Date(aheadOfUtc(there, timeZone) === ahead ? there : near);
}

/** Adds days to a calendar day (negative goes back). */
export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** Adds months to a day; the day of the month is cut to the target month's length. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, dayOfMonth = 1] = day.split('-').map(Number);
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  const length = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(dayOfMonth, length));
  return first.toISOString().slice(0, 10);
}

/** First day of the month that a day is in. */
export function firstOfMonth(day: string): string {
  return `${day.slice(0, 7)}-01`;
}

/** Milliseconds of a day without a change of the clock, as every day in Dhaka and in UTC. */
export const DAY_MS = 86_400_000;

/** Days from one day to another: 1 from today to tomorrow. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);
}
