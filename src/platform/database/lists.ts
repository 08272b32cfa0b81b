/** Server side of the one list shape: search words, whitelisted sort, page and total in one statement. */
import type { Page, Paging } from '#shared/paging.ts';
import { all, type Db, type Sql, sql, type Tx } from './db.ts';

export type ListQuery = {
  /** `select … from … where …` without order and limit. */
  rows: Sql;
  /** Sort word of the contract -> column of `rows`. */
  sorts: Record<string, Sql>;
  /** Last sort key, unique, so that pages never overlap. */
  tieBreak: Sql;
  /**
   * Joins of what the page shows but neither sorts nor filters by: over the 20 rows of the page instead of over all.
   * Gets the page as a relation with the columns of `rows`; its own columns include those of `sorts`.
   */
  details?: (page: Sql) => Sql;
  /** Count of all rows; defaults to counting `rows`. */
  count?: Sql<{ total: number }>;
};

/** Runs a list query for one page. */
export async function listPage<T>(db: Db | Tx, paging: Paging, query: ListQuery): Promise<Page<T>> {
  const order = orderOf(paging.sort, query);
  const page = sql`select * from (${query.rows}) as listed ${order}
    limit ${paging.limit} offset ${(paging.offset - 1) * paging.limit}`;
  const shown = query.details ? sql`select * from (${query.details(page)}) as shown ${order}` : page;
  const [items, counted] = await Promise.all([all<T>(db, sql`${shown}`), all(db, countOf(query))]);
  return { items, total: counted[0]?.total ?? 0, limit: paging.limit, offset: paging.offset };
}

/** All rows of a list in its order, as an export reads them. */
export function wholeList<T>(sort: string, query: ListQuery): Sql<T> {
  const shown = query.details ? query.details(query.rows) : query.rows;
  return sql<T>`select * from (${shown}) as listed ${orderOf(sort, query)}`;
}

export function countOf(query: ListQuery): Sql<{ total: number }> {
  return query.count ?? sql<{ total: number }>`select count(*) as total from (${query.rows}) as counted`;
}

/**
 * Rows by a key, for the tabs above a list.
 * @param keys select of key, with the list's own conditions
 */
export async function countBy(db: Db | Tx, keys: Sql): Promise<Record<string, number>> {
  const rows = await all<{ key: string; count: number }>(
    db,
    sql`select key, count(*) as count from (${keys}) listed group by key`,
  );
  return Object.fromEntries(rows.map(({ key, count }) => [key, count]));
}

function orderOf(sort: string, query: ListQuery): Sql {
  const word = sort.replace(/^-/, '');
  const column = query.sorts[word];
  if (!column) throw new Error(`sort ${word} is declared in the contract but not in the query`);
  const direction = sort.startsWith('-') ? sql`desc nulls last` : sql`asc nulls last`;
  return sql`order by ${column} ${direction}, ${query.tieBreak}`;
}

/** A LIKE pattern that finds the text literally: %, _ and \ lose their meaning (G36). */
export function containing(text: string): string {
  return `%${text.normalize('NFC').replace(/[\\%_]/g, '\\$&')}%`;
}
