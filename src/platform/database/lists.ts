/** Server side of the one list shape: search words, whitelisted sort, page and total in one statement. */
import type { Page, Paging } from '#shared/paging.ts';
import { askTogether } from './ask-together.ts';
import { type Db, type Sql, sql, type Tx } from './db.ts';

export type ListQuery = {
  /** `select … from … where …` without order and limit. */
  rows: Sql;
  /** Sort word of the contract -> column of `rows`, or several, the first before the second. */
  sorts: Record<string, Sql | readonly Sql[]>;
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

/**
 * Runs a list query for one page.
 * @param counted how many there are in all, if the numbers beside the list say it anyway
 */
export async function listPage<T>(
  db: Db | Tx,
  paging: Paging,
  query: ListQuery,
  counted?: Promise<number>,
): Promise<Page<T>> {
  const [items, total] = await Promise.all([
    askTogether<T>(db, pageOf<T>(paging, query)),
    counted ?? totalOf(db, query),
  ]);
  return { items: [...items], total, limit: paging.limit, offset: paging.offset };
}

async function totalOf(db: Db | Tx, query: ListQuery): Promise<number> {
  const [counted] = await askTogether(db, countOf(query));
  return counted?.total ?? 0;
}

/** The statement of one page. */
export function pageOf<T>({ sort, limit, offset }: Omit<Paging, 'search'>, query: ListQuery): Sql<T> {
  const order = orderOf(sort, query);
  const page = sql<T>`select * from (${query.rows}) as listed ${order} limit ${limit} offset ${(offset - 1) * limit}`;
  return query.details ? sql<T>`select * from (${query.details(page)}) as shown ${order}` : page;
}

/**
 * All rows of a list in its order, as an export reads them.
 * @param heading select of one row: each row has it as `heading`, and a list without rows has one row with it that is not `isListed`
 */
export function wholeList<T>(sort: string, query: ListQuery, heading?: Sql): Sql<T> {
  const shown = query.details ? query.details(query.rows) : query.rows;
  const rows = heading
    ? sql`select * from (select to_jsonb(x) as heading from (${heading}) x) h
        left join (select d.*, true as "isListed" from (${shown}) d) l on true`
    : shown;
  return sql<T>`select * from (${rows}) as listed ${orderOf(sort, query)}`;
}

export function countOf(query: ListQuery): Sql<{ total: number }> {
  return query.count ?? sql<{ total: number }>`select count(*) as total from (${query.rows}) as counted`;
}

/**
 * Rows by a key, for the tabs above a list.
 * @param keys select of key, with the list's own conditions
 */
export async function countBy(db: Db | Tx, keys: Sql): Promise<Record<string, number>> {
  const rows = await askTogether<{ key: string; count: number }>(
    db,
    sql`select key, count(*) as count from (${keys}) listed group by key`,
  );
  return Object.fromEntries(rows.map(({ key, count }) => [key, count]));
}

function orderOf(sort: string, query: ListQuery): Sql {
  const word = sort.replace(/^-/, '');
  const sorted = query.sorts[word];
  if (!sorted) throw new Error(`sort ${word} is declared in the contract but not in the query`);
  const direction = sort.startsWith('-') ? sql`desc nulls last` : sql`asc nulls last`;
  const columns = [sorted].flat().map((column) => sql`${column} ${direction}`);
  return sql`order by ${sql.join(columns)}, ${query.tieBreak}`;
}

/** What a yes-or-no filter asks: the condition, its contrary (also of what is not known), or nothing. */
export function whether(flag: boolean | undefined, condition: Sql): Sql[] {
  if (flag === undefined) return [];
  return [flag ? condition : sql`(${condition}) is not true`];
}

/** A LIKE pattern that finds the text literally: %, _ and \ lose their meaning (G36). */
export function containing(text: string): string {
  return `%${text.normalize('NFC').replace(/[\\%_]/g, '\\$&')}%`;
}
