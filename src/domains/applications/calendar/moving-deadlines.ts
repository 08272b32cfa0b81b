/** Deadlines that move when the office's calendar changes. Each kind is read and written in small parts, in the order of its ids. */
import type { Actor } from '#platform/actor.ts';
import { all, type Db, execute, type Sql, sql, type Tx } from '#platform/database/db.ts';
import type { MovedKind } from '../settings/settings.rules.ts';
import { type Calendars, reckoned } from './running-clock.rules.ts';

export type Part = { actor: Actor; calendars: Calendars; after: string | null; limit: number };
export type PartMoved = { last: string | null; looked: number; moved: number };

export type MovingDeadlines = {
  kind: MovedKind;
  /** How many run now. */
  count(db: Db | Tx): Promise<number>;
  /** Locks the next ones and reckons them again; `last` is null if there are no more. Records that have ended are left alone. */
  move(tx: Tx, part: Part): Promise<PartMoved>;
};

export type RunningRow = {
  id: string;
  dueAt: string;
  from: string | null;
  minutes: number | null;
  day: number | null;
  began: string;
};
/** What is written of a row. */
export type MovedRow = {
  id: string;
  due_at: Date;
  due_from: Date;
  due_minutes: number;
  due_day: number | null;
};

/** One row by the calendar as it is now. */
export function movedRow(
  row: RunningRow,
  calendars: Calendars,
  { inDays = false, minutes }: { inDays?: boolean; minutes?: number } = {},
): MovedRow & { isMoved: boolean } {
  const { dueAt, clock } = reckoned(
    {
      ...{ dueAt: new Date(row.dueAt), began: new Date(row.began), inDays, fixed: minutes },
      clock:
        row.from === null || row.minutes === null
          ? null
          : { from: new Date(row.from), minutes: row.minutes, day: row.day },
    },
    calendars,
  );
  return {
    ...{ id: row.id, due_at: dueAt, due_from: clock.from, due_minutes: clock.minutes, due_day: clock.day },
    isMoved: dueAt.getTime() !== Date.parse(row.dueAt),
  };
}

/**
 * Moves the next rows of a table in one statement.
 * @param rows question for them, from `after` on, with the lock
 * @param write statement from `n`: rows of `MovedRow` and what `more` adds
 */
export async function moveRows<R extends RunningRow>(
  tx: Tx,
  { calendars, limit }: Part,
  table: {
    rows: Sql<R>;
    inDays?: boolean;
    more?: (row: R, moved: MovedRow) => Record<string, unknown>;
    write: (n: Sql) => Sql;
  },
): Promise<PartMoved> {
  const rows = await all<R>(tx, table.rows);
  const reckonedRows = rows.map((row) => {
    const moved = movedRow(row, calendars, { inDays: table.inDays ?? false });
    return { ...moved, ...table.more?.(row, moved) };
  });
  if (rows.length > 0)
    await execute(tx, table.write(sql`jsonb_array_elements(${JSON.stringify(reckonedRows)}::jsonb)`));
  return {
    last: rows.length < limit ? null : (rows.at(-1)?.id ?? null),
    looked: rows.length,
    moved: reckonedRows.filter(({ isMoved }) => isMoved).length,
  };
}

/** The columns of a deadline as `n` has them. @param n alias of a jsonb_array_elements */
export const WRITTEN = sql`due_at = (n ->> 'due_at')::timestamptz, due_from = (n ->> 'due_from')::timestamptz,
  due_minutes = (n ->> 'due_minutes')::int`;
