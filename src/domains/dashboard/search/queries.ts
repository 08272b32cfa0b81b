/** The search: one statement over all sources that the person may see, so that it holds one connection. */
import type { z } from 'zod';
import { type Actor, may } from '#platform/actor.ts';
import { all, type Db, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { containing } from '#platform/database/lists.ts';
import type { SearchSource } from '#platform/search-sources.ts';
import { isTooShort, readSearchText } from '#shared/search/search-text.ts';
import { COUNTED, type Hit, SHOWN, type search as searchCall } from './contract.ts';

type Answer = z.input<(typeof searchCall)['output']>;
type Row = Hit & { source: string; total: number };

/** What is asked: the kinds of records of all domains, in the order in which they are shown. */
export type Asked = { actor: Actor; typed: string; sources: readonly SearchSource[] };

export async function search(db: Db | Tx, { actor, typed, sources }: Asked): Promise<Answer> {
  const text = readSearchText(typed);
  if (isTooShort(text)) return { groups: [] };
  const starts = containing(text.plain).slice(1);
  const selects = sources.flatMap(({ name, permissions, forConsumers, select }): Sql[] => {
    if (actor.kind === 'consumer' && !forConsumers) return [];
    if (!permissions.some((word) => may(actor, word))) return [];
    const rows = select(text, actor);
    if (!rows) return [];
    return [
      sql`select ${name}::text as source, top.* from (
        select found.*, count(*) over () as total from (${rows} limit ${COUNTED + 1}) as found
        order by exact desc, lower(name) like ${starts} desc nulls last, number, id limit ${SHOWN}) as top`,
    ];
  });
  if (selects.length === 0) return { groups: [] };
  const found = await all<Row>(db, sql`${sql.join(selects, sql` union all `)}`);
  return { groups: grouped(found, sources) };
}

/** In the order of the sources; if something is exactly what was typed, that comes first. */
function grouped(found: readonly Row[], sources: readonly SearchSource[]): Answer['groups'] {
  const groups = sources.flatMap(({ name: source }) => {
    const rows = found.filter((row) => row.source === source);
    return rows.length === 0 ? [] : [{ source, total: rows[0]?.total ?? 0, items: rows }];
  });
  return groups.sort((a, b) => Number(b.items[0]?.exact) - Number(a.items[0]?.exact));
}
