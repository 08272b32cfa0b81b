/** Payments of which a bank has nothing (any more), as its settlement file says: the alarm about it is open. */
import { all, type Db, sql, type Tx } from '#platform/database/db.ts';

export async function bankTookBack(db: Db | Tx, payments: readonly string[]): Promise<ReadonlySet<string>> {
  const found = await all<{ id: string }>(
    db,
    sql`select payment_id as id from payments.alarms
      where payment_id = any(${[...payments]}::uuid[]) and kind in ('FILE_REVERSED', 'FILE_OURS') and state <> 'SOLVED' and bank_minor = 0`,
  );
  return new Set(found.map(({ id }) => id));
}
