/** Closes a month: from then on the database takes no posting dated into it. It stays closed. */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, sql, type Tx } from '#platform/database/db.ts';

/** Waits for postings of that month that are under way. @param month its first day */
export async function closePeriod(tx: Tx, actor: Actor, month: string): Promise<void> {
  await execute(
    tx,
    sql`insert into ledger.closed_periods (period, closed_at, closed_by)
    values (${month}, ${actor.now}, ${actor.userId}) on conflict do nothing`,
  );
  await audit(tx, actor, { action: 'period.close', object: 'ledger_period', objectId: month });
}
