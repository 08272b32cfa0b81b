/** Working hours: what falls on a weekend, a holiday or outside the office's hours does not count. */
import { addDays, dayOf, instantOf } from '#shared/dates.ts';

export type Office = {
  /** 0 is Sunday. */
  weekend: readonly number[];
  /** 'HH:MM' in the utility's time zone. */
  opensAt: string;
  closesAt: string;
  holidays: readonly string[];
  timeZone: string;
};

const MINUTE_MS = 60_000;
/** A calendar without a working day within a year is a mistake, not a wait. */
const MOST_DAYS = 366;

/** The instant at which `minutes` of work have passed since `from`; of negative minutes, since which they have passed at `from`. */
export function addWorkingMinutes(from: Date, minutes: number, office: Office): Date {
  const isBack = minutes < 0;
  let left = Math.abs(minutes) * MINUTE_MS;
  let day = dayOf(from, office.timeZone);
  for (let idle = 0; idle < MOST_DAYS; idle += 1) {
    const { opens, closes } = hoursOf(day, office);
    if (closes > opens) idle = 0;
    const start = isBack ? opens : Math.max(opens, from.getTime());
    const end = isBack ? Math.min(closes, from.getTime()) : closes;
    if (end - start >= left) return new Date(isBack ? end - left : start + left);
    left -= Math.max(0, end - start);
    day = addDays(day, isBack ? -1 : 1);
  }
  throw new Error('the office calendar has no working hours');
}

/** Whole minutes of work between two instants; negative if the second is earlier. */
export function workingMinutesBetween(from: Date, to: Date, office: Office): number {
  if (to < from) return -workingMinutesBetween(to, from, office);
  let sum = 0;
  const last = dayOf(to, office.timeZone);
  for (let day = dayOf(from, office.timeZone); day <= last; day = addDays(day, 1)) {
    const { opens, closes } = hoursOf(day, office);
    sum += Math.max(0, Math.min(closes, to.getTime()) - Math.max(opens, from.getTime()));
  }
  return Math.floor(sum / MINUTE_MS);
}

/** Minutes of work of one day. */
export function minutesOfDay({ opensAt, closesAt }: Pick<Office, 'opensAt' | 'closesAt'>): number {
  const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
  return Math.max(0, minutes(closesAt) - minutes(opensAt));
}

/** Whether nobody works on a day: a day off of every week, or a holiday. */
export function isDayOff(day: string, { weekend, holidays }: Pick<Office, 'weekend' | 'holidays'>): boolean {
  return weekend.includes(new Date(`${day}T00:00:00Z`).getUTCDay()) || holidays.includes(day);
}

/** The first day after this one on which the office works. */
export function nextWorkingDay(day: string, office: Pick<Office, 'weekend' | 'holidays'>): string {
  let next = addDays(day, 1);
  for (let count = 1; count < MOST_DAYS && isDayOff(next, office); count += 1) next = addDays(next, 1);
  return next;
}

/** Opening and closing instant of a day in milliseconds; equal if the office is closed. */
function hoursOf(day: string, office: Office): { opens: number; closes: number } {
  const opens = instantOf(day, office.opensAt, office.timeZone).getTime();
  return {
    opens,
    closes: isDayOff(day, office)
      ? opens
      : Math.max(opens, instantOf(day, office.closesAt, office.timeZone).getTime()),
  };
}
