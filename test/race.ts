/** A call that comes while somebody else's change is not committed yet: it waits for that one's lock, and then decides. */
import { expect } from 'vitest';
import { one, sql, type Tx, transaction } from '#platform/database/db.ts';
import type { TestApp } from './app.ts';

type Databases = Pick<TestApp, 'db' | 'owner'>;

/**
 * Gives what the call gave.
 * @param change what the other one writes; committed when the call waits for it
 */
export async function duringChange<T>(
  { db, owner }: Databases,
  change: (tx: Tx) => Promise<unknown>,
  call: () => Promise<T>,
): Promise<T> {
  const { answer } = await transaction(db, async (tx) => {
    await change(tx);
    const started = call();
    await expect.poll(() => waiting({ owner })).toBeGreaterThan(0);
    // In an object, so that the transaction is committed without waiting for the call.
    return { answer: started };
  });
  return answer;
}

/** How many statements wait for a lock in this test's database. */
export async function waiting({ owner }: Pick<TestApp, 'owner'>): Promise<number> {
  const { count } = await one<{ count: number }>(
    owner.db,
    sql`select count(*)::int as count from pg_locks l join pg_stat_activity a on a.pid = l.pid
      where not l.granted and a.datname = current_database()`,
  );
  return count;
}
