/** What a list of the benchmark is: the question as its call asks it, and the same rows by the shortest way to them. */
import { itemColumns, itemTables } from '#domains/applications/pipeline/item-columns.ts';
import type { Actor } from '#platform/actor.ts';
import { type Db, type Sql, sql, type Tx } from '#platform/database/db.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import type { BuiltInRole } from '#shared/permissions.ts';

export type Query = Record<string, string | number | boolean>;
export type Case = {
  list: string;
  /** first pages and counters are held to the ratio. */
  kind: 'first' | 'counters' | 'filter' | 'search' | 'deep';
  role: BuiltInRole;
  endpoint: Endpoint;
  query: Query;
  /** The question as the call asks it. */
  ask(db: Db | Tx, actor: Actor, query: never): Promise<unknown>;
  /** The rows, if there are any, and the counts. */
  bare(actor: Actor): { rows?: Sql<{ id: string }>; counts: Sql };
};

export const LIVING = sql`a.deleted_at is null and a.archived_at is null`;
export const SUBMITTED = sql`a.submitted_at desc nulls last, a.id`;
export const REAL = sql`a.state <> 'DRAFT'`;
export const and = (...parts: Sql[]): Sql => sql.join(parts, sql` and `);
export const page = (order: Sql, offset = 1) => sql`order by ${order} limit 20 offset ${(offset - 1) * 20}`;

/** Applications `a` of a select, with what their row shows. */
export const shown = (actor: Actor, keys: Sql, order = SUBMITTED): Sql<{ id: string }> =>
  sql`select ${itemColumns(actor)} from ${itemTables(actor, sql`(${keys})`)} order by ${order}`;
export const keysOf = (where: Sql, order = SUBMITTED, offset = 1): Sql =>
  sql`select a.* from applications.applications a where ${where} ${page(order, offset)}`;
export const statesOf = (where: Sql): Sql =>
  sql`select a.state, count(*) from applications.applications a where ${where} group by a.state`;
