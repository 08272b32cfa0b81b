/** How many rows each tab of the two lists of readings has: by the lists' own queries, with all their other filters. */
import type { z } from 'zod';
import type { Actor } from '#platform/actor.ts';
import { type Db, one, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { countBy, type ListQuery } from '#platform/database/lists.ts';
import type * as contract from './contract.ts';
import { readingList, routeList } from './queries.ts';

const rowsOf = (list: ListQuery): Sql =>
  sql`(${list.count ?? sql`select count(*) as total from (${list.rows}) r`})`;

/** By state; and what one press would approve, with any search. */
export async function countReadings(
  db: Db | Tx,
  actor: Actor,
  query: z.output<(typeof contract.countReadings)['query']>,
) {
  const { rows } = readingList(actor, query);
  const counts = await countBy(db, sql`select state as key from (${rows}) r`);
  const { period, sectorId, importId } = query;
  const passed = readingList(actor, { period, sectorId, importId, state: 'VALID', flag: 'none' });
  const { unflagged } = await one<{ unflagged: number }>(db, sql`select ${rowsOf(passed)} as unflagged`);
  return { counts, unflagged };
}

/** Meters of the way that are read for the month, that are not, and all of them. */
export function countRoute(
  db: Db | Tx,
  actor: Actor,
  query: z.output<(typeof contract.countRoute)['query']>,
): Promise<{ no: number; yes: number; all: number }> {
  const rows = (read?: 'yes' | 'no') => rowsOf(routeList(actor, { ...query, read }));
  return one(db, sql`select ${rows('no')} as no, ${rows('yes')} as yes, ${rows()} as all`);
}
