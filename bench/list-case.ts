/** One list that `npm run bench -- lists` measures: its call, and the shortest question that gives the same rows. */
import type { Actor } from '#platform/actor.ts';
import type { Db, Sql, Tx } from '#platform/database/db.ts';
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
