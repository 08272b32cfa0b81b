/** Deadlines of work orders, which move with the office's calendar; of those on hold as well. Urgent work does not stop at night. */
import {
  type MovingDeadlines,
  moveRows,
  type RunningRow,
  WRITTEN,
} from '#domains/applications/calendar/moving-deadlines.ts';
import { one, sql } from '#platform/database/db.ts';
import { OPEN_STATES, PRIORITIES, runsAlways } from './work-order.rules.ts';

const names = (list: readonly string[]) => sql.join(list.map((name) => sql.lit(name)));
const RUNS = sql`o.state in (${names(OPEN_STATES)}) and o.priority in (${names(PRIORITIES.filter((priority) => !runsAlways(priority)))})`;

export const movingOrders: MovingDeadlines = {
  kind: 'work_orders',
  async count(db) {
    const { count } = await one<{ count: number }>(
      db,
      sql`select count(*)::int as count from work_orders.orders o where ${RUNS}`,
    );
    return count;
  },
  // Who was told that it is late is not told of its new deadline: late_told_at stays.
  move: (tx, part) =>
    moveRows(tx, part, {
      inDays: true,
      rows: sql<RunningRow>`select o.id, o.due_at as "dueAt", o.due_from as "from", o.due_minutes as minutes, o.due_day as day,
          coalesce((select max(t.at) from work_orders.timeline t where t.order_id = o.id and t.action in ('resume', 'reopen')),
            o.asked_at) as began
        from work_orders.orders o where ${RUNS} and (${part.after}::uuid is null or o.id > ${part.after}::uuid)
        order by o.id limit ${part.limit} for no key update of o`,
      write: (rows) => sql`update work_orders.orders o set ${WRITTEN}, due_day = (n ->> 'due_day')::int
        from ${rows} n where o.id = (n ->> 'id')::uuid`,
    }),
};
