/** Jobs are a help for those who ran them. What was done to each record stays in its history and in the audit log. */
import { type Db, execute, sql } from '#platform/database/db.ts';

const KEPT_DAYS = 90;

export async function sweepJobs(db: Db, now: Date): Promise<void> {
  await execute(
    db,
    sql`delete from bulk.jobs where state <> 'RUNNING' and ended_at < ${now}::timestamptz - make_interval(days => ${KEPT_DAYS})`,
  );
}
