/** How many deadlines run, and how far the last change of the calendar has come. */
import { type Db, first, sql, type Tx } from '#platform/database/db.ts';
import type { MovedKind } from '../settings/settings.rules.ts';
import type { MovingDeadlines } from './moving-deadlines.ts';

export type CalendarMove = {
  savedAt: string;
  savedBy: string;
  total: number;
  looked: number;
  moved: Partial<Record<MovedKind, number>>;
  doneAt: string | null;
};

export async function runningDeadlines(db: Db | Tx, moving: readonly MovingDeadlines[]): Promise<number> {
  let sum = 0;
  for (const part of moving) sum += await part.count(db);
  return sum;
}

export async function lastMove(db: Db | Tx): Promise<CalendarMove | null> {
  const move = await first<CalendarMove>(
    db,
    sql`select saved_at as "savedAt", saved_by_name as "savedBy", total, least(looked, total) as looked, moved, done_at as "doneAt"
      from applications.calendar_moves order by saved_at desc, id desc limit 1`,
  );
  return move ?? null;
}
