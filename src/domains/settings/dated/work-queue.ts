/** Values by date that wait for a second person, on that one's first page: until they are approved they do not count, and after their day nobody can approve them. */
import { all, sql } from '#platform/database/db.ts';
import type { WorkQueue } from '#platform/work-queues.ts';
import type { Permission } from '#shared/permissions.ts';
import type { DatedKind } from './queries.ts';

type Of = Pick<WorkQueue, 'name' | 'order' | 'title'> & {
  /** The page of the kind, and the word that opens it. */
  path: string;
  needs: Permission;
};
type Waiting = { id: string; name: string; since: string; dueAt: string };

/** Those that somebody else planned, the first day first; also those whose day has gone by, until they are withdrawn. */
export const datedQueue = (
  kind: Pick<DatedKind<never>, 'key' | 'approve'>,
  { path, ...of }: Of,
): WorkQueue => ({
  ...of,
  permissions: [kind.approve],
  list: () => ({ path }),
  first: async (db, actor, limit) => {
    const rows = await all<Waiting>(
      db,
      sql`select id, planned_by_name as name, planned_at as since, valid_from as "dueAt" from settings.dated_entries
        where key = ${kind.key} and state = 'PLANNED' and planned_by is distinct from ${actor.userId}::uuid order by valid_from, id`,
    );
    const items = rows.slice(0, limit).map((row) => ({ ...row, number: null, to: { path } }));
    return { total: rows.length, items };
  },
});
