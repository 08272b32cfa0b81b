/**
 * The bell. A notice is a row of the business transaction: rolled back, nobody is told; the same event is told to a
 * person once. The person who did it gets no notice. Texts are keys and parameters, rendered in the reader's language.
 */

import type { NoticeKind, NoticeParams } from '#shared/words.ts';
import type { Actor } from '../actor.ts';
import type { DailyJob } from '../daily-jobs.ts';
import type { Database } from '../database/db.ts';
import { execute, first, SENT_AHEAD, type Sql, sql, type Tx, transaction } from '../database/db.ts';
import type { Jobs } from '../jobs.ts';

export type NewNotice = {
  kind: NoticeKind;
  /** What makes it one of its kind: an id, and a version if it may happen again. */
  occasion: string;
  /** Address of the record within the product. */
  path: string;
  params?: NoticeParams;
};

type Teller = Pick<Actor, 'now' | 'userId'>;

/**
 * Tells several people the same, with one statement.
 * @param receivers a select of `id`, accounts; null tells nobody
 */
export async function notify(tx: Tx, actor: Teller, receivers: Sql, notice: NewNotice): Promise<void> {
  const { kind, occasion, path, params = {} } = notice;
  await notifyEach(
    tx,
    actor,
    kind,
    sql`select id as user_id, ${occasion}::text as occasion, ${path}::text as path,
      ${JSON.stringify(params)}::jsonb as params from (${receivers}) as receiver
    where id is distinct from ${actor.userId}::uuid`,
  );
}

/**
 * Tells many people their own, with one statement.
 * @param rows a select of user_id, occasion, path and params (jsonb)
 */
export async function notifyEach(
  tx: Tx,
  { now }: Pick<Actor, 'now'>,
  kind: NoticeKind,
  rows: Sql,
): Promise<void> {
  await execute(
    tx,
    sql`${SENT_AHEAD} insert into platform.notices (user_id, event, kind, params, path, created_at)
    select user_id, ${kind}::text || ':' || occasion, ${kind}::text, params, path, ${now}::timestamptz
    from (${rows}) as notice where user_id is not null
    on conflict on constraint notices_once do nothing`,
  );
}

/** Notices of an account as read: those named, or all. Gives how many were unread. */
export async function markNoticesRead(tx: Tx, actor: Actor, ids?: readonly string[]): Promise<number> {
  const marked = await first<{ count: number }>(
    tx,
    sql`with marked as (
      update platform.notices set read_at = ${actor.now}
      where user_id = ${actor.userId} and read_at is null
        and (${ids === undefined}::boolean or id = any(${ids ?? []}::uuid[]))
      returning id)
    select count(*)::int as count from marked`,
  );
  return marked?.count ?? 0;
}

/** What this transaction told so far was long ago: for a history that is written down afterwards. */
export async function withholdNotices(tx: Tx): Promise<void> {
  await execute(
    tx,
    sql`update platform.notices set read_at = created_at
    where read_at is null and xmin = pg_current_xact_id()::xid`,
  );
}

const KEPT = '90 days';
const SWEEP_JOB = 'platform:sweep-notices';

/** Notices are kept for 90 days. */
export async function sweepNotices(tx: Tx, now: Date): Promise<void> {
  await execute(
    tx,
    sql`delete from platform.notices where created_at < ${now}::timestamptz - ${KEPT}::interval`,
  );
}

/** For startJobs, with INBOX_DAILY. */
export function inboxJobs({ db }: Pick<Database, 'db'>, clock: { now(): Date }): Jobs {
  return { [SWEEP_JOB]: () => transaction(db, (tx) => sweepNotices(tx, clock.now())) };
}

export const INBOX_DAILY: DailyJob = { name: SWEEP_JOB, at: '02:17' };
