/** Questions of the board and the calendar: the same orders and the same counts as the list of the orders in process. */
import type { z } from 'zod';
import { readSettings } from '#domains/applications/pipeline/read-settings.ts';
import { isDayOff } from '#domains/applications/pipeline/working-time.rules.ts';
import type { Actor } from '#platform/actor.ts';
import { dayOfInstant, duringDays } from '#platform/database/days.ts';
import { all, type Db, one, sql, type Tx } from '#platform/database/db.ts';
import { addDays, daysBetween } from '#shared/dates.ts';
import { type OtherFacts, otherFacts } from '../lock-order.ts';
import { conditions, countStates, firstByUrgency, itemColumns, joined, URGENCY } from '../queries.ts';
import { refusalOf, STAGES } from '../work-order.rules.ts';
import type * as contract from './contract.ts';
import { BOARD_CARDS, DAY_ORDERS, MOVES } from './plan.rules.ts';

type Board = z.input<(typeof contract.boardOrders)['output']>;
type BoardQuery = z.output<(typeof contract.boardOrders)['query']>;
type Card = Board['columns'][number]['items'][number];
type Row = Omit<Card, 'moves'> & { facts: OtherFacts };

/**
 * The first orders of each state, in the order of the list. Each state is asked by itself, so that the index gives its first orders in
 * their order and no other is read.
 */
export const boardCards = (actor: Actor, query: BoardQuery) =>
  sql<Row>`select listed.* from unnest(${[...STAGES.process]}::text[]) as process (state) cross join lateral (
    select * from (select ${itemColumns(actor)}, ${otherFacts(actor, sql`'NONE'`)} as facts
    from ${joined()} where o.id in (${firstByUrgency(actor, query, sql`array[process.state]`, BOARD_CARDS)})) as found
    order by ${sql.join(URGENCY)}, id limit ${BOARD_CARDS}) as listed order by ${sql.join(URGENCY)}, id`;

export async function boardOrders(db: Db | Tx, actor: Actor, query: BoardQuery): Promise<Board> {
  const [rows, counts] = await Promise.all([
    all<Row>(db, boardCards(actor, query)),
    countStates(db, actor, { ...query, stage: 'process' }),
  ]);
  const cards = rows.map((row): Card => {
    const { facts, ...item } = row;
    const { state, paidMinor } = item;
    const known = { ...facts, state, paidMinor };
    return { ...item, moves: MOVES.filter((move) => refusalOf(move, known, actor) === null) };
  });
  return {
    columns: STAGES.process.map((state) => ({
      state,
      total: counts[state] ?? 0,
      items: cards.filter((card) => card.state === state),
    })),
  };
}

type Calendar = z.input<(typeof contract.calendarOrders)['output']>;
type CalendarQuery = z.output<(typeof contract.calendarOrders)['query']>;
type Due = Calendar['days'][number]['items'][number] & { day: string; total: number };

/** The first orders of each day, with how many the day has. Only those that are shown are joined. */
export function dueOrders(actor: Actor, { from, to, ...filters }: CalendarQuery) {
  const where = sql.join(
    [conditions(actor, { ...filters, stage: 'process' }), ...duringDays(sql`o.due_at`, { from, to })],
    sql` and `,
  );
  return sql<Due>`select ${itemColumns(actor)}, p.day, p.total from ${joined()} join (
    select *, row_number() over (partition by day order by due_at, id) as place, count(*) over (partition by day) as total
    from (select o.id, o.due_at, ${dayOfInstant(sql`o.due_at`)} as day from work_orders.orders o where ${where}) due
  ) p on p.id = o.id where p.place <= ${DAY_ORDERS} order by o.due_at, o.id`;
}

/** Which days the office does not work. A household's role does not read the settings: none is marked for it. */
async function daysOff(db: Db | Tx, actor: Actor): Promise<(day: string) => boolean> {
  if (actor.kind === 'consumer') return () => false;
  const { office } = await readSettings(db);
  return (day) => isDayOff(day, office);
}

export async function calendarOrders(db: Db | Tx, actor: Actor, query: CalendarQuery): Promise<Calendar> {
  const { from, to, ...filters } = query;
  const [orders, isOff, { late }] = await Promise.all([
    all<Due>(db, dueOrders(actor, query)),
    daysOff(db, actor),
    one<{ late: number }>(
      db,
      sql`select count(*) as late from work_orders.orders o
        where ${conditions(actor, { ...filters, stage: 'process', late: true })}`,
    ),
  ]);
  const days = Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => addDays(from, index)).map(
    (day) => {
      const items = orders.filter((order) => order.day === day);
      return { day, isOff: isOff(day), total: items[0]?.total ?? 0, items };
    },
  );
  return { days, late };
}
