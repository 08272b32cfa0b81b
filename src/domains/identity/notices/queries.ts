/** Everybody reads their own notices; nobody anybody else's. */
import type { Actor } from '#platform/actor.ts';
import { type Db, one, sql, type Tx } from '#platform/database/db.ts';
import { listPage } from '#platform/database/lists.ts';
import type { Paging } from '#shared/paging.ts';
import type { Notice } from './contract.ts';

/** How many the person has not read: the bell's number. */
export async function unreadCount(db: Db | Tx, actor: Actor): Promise<number> {
  const { unread } = await one<{ unread: number }>(
    db,
    sql`select count(*) as unread from platform.notices where user_id = ${actor.userId} and read_at is null`,
  );
  return unread;
}

type Query = Paging & { unread?: boolean | undefined };

/** A page of a person's own notices. */
export async function listNotices(db: Db | Tx, actor: Actor, query: Query) {
  const page = await listPage<Notice>(db, query, {
    rows: sql`select id, kind, params, path, created_at as "createdAt", read_at as "readAt" from platform.notices
      where user_id = ${actor.userId} and (${query.unread !== true}::boolean or read_at is null)`,
    sorts: { createdAt: sql`"createdAt"` },
    tieBreak: sql`id desc`,
  });
  return { ...page, unread: await unreadCount(db, actor) };
}
