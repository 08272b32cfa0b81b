/** Server side of the one list shape: search words, whitelisted sort, page and total in one statement. */
import type { Page, Paging } from '#shared/paging.ts';
import { all, type Db, type Sql, sql, type Tx } from './db.ts';

type ListQuery = {
  /** `select … from … where …` without order and limit. */
  rows: Sql;
  /** Sort word of the contract -> column of `rows`. */
  sorts: Record<string, Sql>;
  /** Last sort key, unique, so that pages never overlap. */
  tieBreak: Sql;
  /** Count of all rows; defaults to counting `rows`. */
  count?: Sql<{ total: number }>;
};

/** Runs a list query for one page. */
export async function listPage<T>(db: Db | Tx, paging: Paging, query: ListQuery): Promise<Page<T>> {
  const word = paging.sort.replace(/^-/, '');
  const column = query.sorts[word];
  if (!column) throw new Error(`sort ${word} is declared in the contract but not in the query`);
  const direction = paging.sort.startsWith('-') ? sql`desc nulls last` : sql`asc nulls last`;
  const counting =
    query.count ?? sql<{ total: number }>`select count(*) as total from (${query.rows}) as counted`;
  const [items, counted] = await Promise.all([
    all<T>(
      db,
      sql<T>`select * from (${query.rows}) as listed order by ${column} ${direction}, ${query.tieBreak}
        limit ${paging.limit} offset ${(paging.offset - 1) * paging.limit}`,
    ),
    all<{ total: number }>(db, counting),
  ]);
  return { items, total: counted[0]?.total ?? 0, limit: paging.limit, offset: paging.offset };
}

/** A LIKE pattern that finds the text literally: %, _ and \ lose their meaning (G36). */
export function containing(text: string): string {
  return `%${text.normalize('NFC').replace(/[\\%_]/g, '\\$&')}%`;
}
