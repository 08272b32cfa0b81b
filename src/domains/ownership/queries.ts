/** Questions about ownership. Everybody who may ask sees all of them. */
import { type Db, sql, type Tx } from '#platform/database/db.ts';
import { containing, type ListQuery, listPage } from '#platform/database/lists.ts';
import type { Page, Paging } from '#shared/paging.ts';
import type { Ownership } from './contract.ts';

/** Columns of an ownership `r`, as the contract shows them. */
export const ownershipColumns = sql`r.id, r.name, r.created_at as "createdAt"`;

/** The ownership that were asked for. */
export function ownershipList({ search }: Pick<Paging, 'search'>): ListQuery {
  const searched = search ? sql`r.search like ${containing(search.toLowerCase())}` : sql`true`;
  return {
    rows: sql`select ${ownershipColumns} from ownership.ownership r where ${searched}`,
    sorts: { name: sql`name collate "bn-x-icu"`, createdAt: sql`"createdAt"` },
    tieBreak: sql`id`,
  };
}

/** A page of ownership. */
export function listOwnership(db: Db | Tx, query: Paging): Promise<Page<Ownership>> {
  return listPage(db, query, ownershipList(query));
}
