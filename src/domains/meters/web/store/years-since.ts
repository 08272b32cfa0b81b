/** Whole years from a day until today. */
import { today } from '#web/today.ts';

export function yearsSince(day: string): number {
  const now = today();
  const years = Number(now.slice(0, 4)) - Number(day.slice(0, 4));
  return Math.max(0, now.slice(5) < day.slice(5) ? years - 1 : years);
}
