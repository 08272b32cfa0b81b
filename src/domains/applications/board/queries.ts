/** The board: the rows and the counts of the list itself, so that neither says what the other does not. */
import type { z } from 'zod';
import type { Actor } from '#platform/actor.ts';
import { all, type Db, sql, type Tx } from '#platform/database/db.ts';
import { countBy } from '#platform/database/lists.ts';
import { OPEN_STATES } from '../application.rules.ts';
import { applicationList } from '../queries.ts';
import { BOARD_CARDS, type boardApplications as boardCall } from './contract.ts';

type BoardQuery = z.output<(typeof boardCall)['query']>;
type Board = z.input<(typeof boardCall)['output']>;
type Card = Board['columns'][number]['items'][number];

/** The longest in each state. Each state is asked by itself, so that no more rows are joined than are shown. */
export const boardCards = (actor: Actor, query: BoardQuery) => {
  const list = applicationList(actor, query);
  const first = sql`select shown.* from unnest(${[...OPEN_STATES]}::text[]) as open (state) cross join lateral (
    select * from (${list.rows}) listed where listed.state = open.state
    order by "stateSince", id limit ${BOARD_CARDS}) shown`;
  return sql<Card>`select * from (${list.details?.(first) ?? first}) cards order by "stateSince", id`;
};

export async function boardApplications(db: Db | Tx, actor: Actor, query: BoardQuery): Promise<Board> {
  const [cards, counts] = await Promise.all([
    all(db, boardCards(actor, query)),
    countBy(db, sql`select state as key from (${applicationList(actor, query).rows}) as a`),
  ]);
  return {
    columns: OPEN_STATES.map((state) => ({
      state,
      total: counts[state] ?? 0,
      items: cards.filter((card) => card.state === state),
    })),
  };
}
