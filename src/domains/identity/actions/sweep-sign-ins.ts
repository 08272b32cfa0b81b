/** Takes away what has run out and what nobody may look at any more; logs and audit stay. */
import { execute, sql } from '#platform/database/db.ts';
import type { Platform } from '#platform/platform.ts';
import { DAY_MS } from '#shared/dates.ts';

/** Sessions that are over stay for so long: who asks when somebody was signed in finds them. */
const SESSION_DAYS = 90;

export async function sweepSignIns({
  database: { db },
  clock,
}: Pick<Platform, 'database' | 'clock'>): Promise<void> {
  const now = clock.now();
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
  // Waits last 15 minutes, and twelve hours without a try forget the count.
  await execute(db, sql`delete from identity.login_failures where last_failed_at < ${before(1)}`);
  await execute(db, sql`delete from identity.sign_in_challenges where expires_at < ${before(1)}`);
  await execute(db, sql`delete from identity.failed_codes where window_start < ${before(2)}`);
  await execute(db, sql`delete from identity.email_changes where expires_at < ${before(1)}`);
  await execute(db, sql`delete from identity.provider_flows where expires_at < ${before(1)}`);
  await execute(
    db,
    sql`delete from identity.second_factors where confirmed_at is null and begun_at < ${before(1)}`,
  );
  // Their refresh tokens go with them.
  await execute(
    db,
    sql`delete from identity.sessions
    where coalesce(ended_at, least(idle_until, absolute_until)) < ${before(SESSION_DAYS)}`,
  );
}
