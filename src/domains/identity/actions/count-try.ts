/**
 * Tries at a secret (a password, a code), counted before the secret is looked at, so that a hundred at once get no
 * further than one after the other (G31). After five wrong ones waits grow: 30 s, 60 s … 15 minutes, never without end.
 */

import { type Db, execute, first, sql, type Tx } from '#platform/database/db.ts';
import { FIRST_WAIT_SECONDS, FREE_TRIES, LONGEST_WAIT_SECONDS } from '#platform/limits.ts';

/**
 * Counts a try and says whether it may be made; one that comes during a wait is not counted and may not.
 * @param key whose secret: an account's id, or the login that nobody has
 */
export async function countTry(db: Db, key: string, now: Date): Promise<boolean> {
  const wait = sql`least(${FIRST_WAIT_SECONDS}::int * 2 ^ least(f.failures - ${FREE_TRIES}::int, 20), ${LONGEST_WAIT_SECONDS}::int)`;
  const counted = await first(
    db,
    sql`insert into identity.login_failures as f (login, failures, last_failed_at)
      values (${key.slice(0, 300)}, 1, ${now}) on conflict (login) do update set last_failed_at = excluded.last_failed_at,
        failures = case when f.last_failed_at < ${now}::timestamptz - interval '12 hours' then 1 else f.failures + 1 end
      where f.failures < ${FREE_TRIES} or f.last_failed_at + make_interval(secs => ${wait}) <= ${now}::timestamptz
      returning true as counted`,
  );
  return counted !== undefined;
}

/** The secret was right, or is a new one: what was counted is forgotten. */
export async function forgetTries(db: Db | Tx, ...keys: string[]): Promise<void> {
  await execute(db, sql`delete from identity.login_failures where login = any (${keys}::text[])`);
}
