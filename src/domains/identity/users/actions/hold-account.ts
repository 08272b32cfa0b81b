/** Locks of accounts that have or get work. */
import { execute, sql, type Tx } from '#platform/database/db.ts';

/**
 * A share of the lock on who gets work: the account does not end meanwhile, nor does its role lose a word. What they may do is asked
 * in a statement after it, which sees what the other one wrote.
 */
export async function holdAccounts(tx: Tx, ids: readonly (string | null)[]): Promise<void> {
  await execute(
    tx,
    sql`select from identity.users where id = any(${[...ids]}::uuid[]) order by id for share`,
  );
}

/** Of everybody of staff with the role. */
export async function lockPeopleOf(tx: Tx, roleId: string): Promise<void> {
  await execute(
    tx,
    sql`select from identity.users where role_id = ${roleId} and consumer_id is null order by id for update`,
  );
}
