/** The deadlines of applications, and those of the desks of the planning authority. */
import { one, sql } from '#platform/database/db.ts';
import type { State } from '../application.rules.ts';
import { limitsAt } from '../pipeline/escalation.rules.ts';
import { readSettings } from '../pipeline/read-settings.ts';
import { type MovingDeadlines, moveRows, type RunningRow, WRITTEN } from './moving-deadlines.ts';

const RUNS = sql`a.due_at is not null and a.deleted_at is null and a.archived_at is null`;
/** When the clock of an old row began: after its last hold, or with its state. */
const LAST_RESUME = sql`(select max(t.at) from applications.timeline t where t.application_id = a.id and t.action = 'resume')`;

export const movingApplications: MovingDeadlines = {
  kind: 'applications',
  async count(db) {
    const { count } = await one<{ count: number }>(
      db,
      sql`select count(*)::int as count from applications.applications a where ${RUNS}`,
    );
    return count;
  },
  async move(tx, part) {
    const limits = limitsAt(part.actor.now, await readSettings(tx));
    const reached = (state: State, due: Date) =>
      limits
        .filter((limit) => limit.state === state && due <= limit.until)
        .reduce((most, { level }) => Math.max(most, level), 0);
    return moveRows<RunningRow & { state: State; escalation: number }>(tx, part, {
      rows: sql`select a.id, a.state, a.escalation, a.due_at as "dueAt", a.due_from as "from", a.due_minutes as minutes, null::int as day,
          greatest(a.state_since, ${LAST_RESUME}) as began
        from applications.applications a where ${RUNS} and (${part.after}::uuid is null or a.id > ${part.after}::uuid)
        order by a.id limit ${part.limit} for no key update of a`,
      // Those who were told stay told; the list of what is late has only what is late by the new deadline.
      more: (row, moved) => ({ escalation: Math.min(row.escalation, reached(row.state, moved.due_at)) }),
      write: (
        rows,
      ) => sql`update applications.applications a set ${WRITTEN}, escalation = (n ->> 'escalation')::int
        from ${rows} n where a.id = (n ->> 'id')::uuid`,
    });
  },
};

export const movingDesks: MovingDeadlines = {
  kind: 'desks',
  async count(db) {
    const { count } = await one<{ count: number }>(
      db,
      sql`select count(*)::int as count from applications.noc_steps s where s.state = 'OPEN' and s.due_at is not null`,
    );
    return count;
  },
  move: (tx, part) =>
    moveRows(tx, part, {
      inDays: true,
      rows: sql<RunningRow>`select s.application_id as id, s.due_at as "dueAt", s.due_from as "from", s.due_minutes as minutes,
          s.due_day as day, greatest(s.opened_at, ${LAST_RESUME}) as began
        from applications.noc_steps s join applications.applications a on a.id = s.application_id
        where s.state = 'OPEN' and s.due_at is not null
          and (${part.after}::uuid is null or s.application_id > ${part.after}::uuid)
        order by s.application_id limit ${part.limit} for no key update of s`,
      write: (rows) => sql`update applications.noc_steps s set ${WRITTEN}, due_day = (n ->> 'due_day')::int
        from ${rows} n where s.application_id = (n ->> 'id')::uuid and s.state = 'OPEN'`,
    }),
};
