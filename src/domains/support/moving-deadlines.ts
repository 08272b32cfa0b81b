/** Both clocks of tickets, which move with the office's calendar. A ticket that waits for its consumer has its minutes left, and no deadline. */
import {
  type MovingDeadlines,
  movedRow,
  type RunningRow,
} from '#domains/applications/calendar/moving-deadlines.ts';
import { all, execute, one, sql } from '#platform/database/db.ts';

const RUNS = sql`(t.solve_due_at is not null or t.answer_due_at is not null)`;

type Row = {
  id: string;
  began: string;
  answerDueAt: string | null;
  answerFrom: string | null;
  answerMinutes: number;
  solveDueAt: string | null;
  solveFrom: string | null;
  solveMinutes: number | null;
};

const answerOf = ({ id, began, answerDueAt, answerFrom, answerMinutes }: Row): RunningRow | null =>
  answerDueAt === null
    ? null
    : { ...{ id, began, day: null }, dueAt: answerDueAt, from: answerFrom, minutes: answerMinutes };
const solveOf = ({ id, began, solveDueAt, solveFrom, solveMinutes }: Row): RunningRow | null =>
  solveDueAt === null
    ? null
    : { ...{ id, began, day: null }, dueAt: solveDueAt, from: solveFrom, minutes: solveMinutes };

export const movingTickets: MovingDeadlines = {
  kind: 'tickets',
  async count(db) {
    const { count } = await one<{ count: number }>(
      db,
      sql`select count(*)::int as count from support.tickets t where ${RUNS}`,
    );
    return count;
  },
  async move(tx, { calendars, after, limit }) {
    const rows = await all<Row>(
      tx,
      sql`select t.id, t.answer_due_at as "answerDueAt", t.answer_from as "answerFrom", t.answer_hours * 60 as "answerMinutes",
          t.solve_due_at as "solveDueAt", t.solve_from as "solveFrom", t.solve_minutes as "solveMinutes",
          coalesce((select max(e.at) from support.timeline e where e.ticket_id = t.id and e.action in ('reopen', 'answer', 'leave')),
            t.asked_at) as began
        from support.tickets t where ${RUNS} and (${after}::uuid is null or t.id > ${after}::uuid)
        order by t.id limit ${limit} for no key update of t`,
    );
    const moved = rows.map((row) => {
      const [answer, solve] = [answerOf(row), solveOf(row)];
      return {
        id: row.id,
        // The hours of the answer stay those of its category.
        answer: answer && movedRow(answer, calendars, { minutes: row.answerMinutes }),
        solve: solve && movedRow(solve, calendars),
      };
    });
    if (rows.length > 0)
      await execute(
        tx,
        sql`update support.tickets t set
            answer_due_at = (n -> 'answer' ->> 'due_at')::timestamptz, answer_from = (n -> 'answer' ->> 'due_from')::timestamptz,
            solve_due_at = (n -> 'solve' ->> 'due_at')::timestamptz, solve_from = (n -> 'solve' ->> 'due_from')::timestamptz,
            solve_minutes = (n -> 'solve' ->> 'due_minutes')::int
          from jsonb_array_elements(${JSON.stringify(moved)}::jsonb) n where t.id = (n ->> 'id')::uuid`,
      );
    return {
      last: rows.length < limit ? null : (rows.at(-1)?.id ?? null),
      looked: rows.length,
      moved: moved.filter(({ answer, solve }) => answer?.isMoved || solve?.isMoved).length,
    };
  },
};
