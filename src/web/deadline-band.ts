/** The three bands of a deadline: red for what is late, amber for what is due today, no colour for what has time. */
import { dayOf } from '#shared/dates.ts';
import { webConfig } from './config.ts';
import { today } from './today.ts';

export type DeadlineBand = 'late' | 'today' | 'later';

/** @param dueAt instant; null: nobody of the office has to act, so nothing is due */
export function deadlineBand(dueAt: string | null, isLate: boolean): DeadlineBand {
  if (dueAt === null) return 'later';
  if (isLate) return 'late';
  return dayOf(new Date(dueAt), webConfig().timeZone) === today() ? 'today' : 'later';
}
