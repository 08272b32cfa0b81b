/** Closes a month: from then on the database takes no posting dated into it or before it. It stays closed. */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, one, sql, type Tx } from '#platform/database/db.ts';
import { addMonths, firstOfMonth } from '#shared/dates.ts';
import { fail } from '#shared/errors.ts';
import { errors } from '../contract.ts';

/** Waits for postings of that month that are under way. @param month its first day */
export async function closePeriod(tx: Tx, actor: Actor, month: string): Promise<void> {
  await execute(
    tx,
    sql`insert into ledger.closed_periods (period, closed_at, closed_by)
    values (${month}, ${actor.now}, ${actor.userId}) on conflict do nothing`,
  );
  await audit(tx, actor, {
    action: 'period.close',
    object: 'ledger_period',
    objectId: month,
    before: { month, state: 'OPEN' },
    after: { month, state: 'CLOSED' },
  });
}

/** The month of a day stays open until the end of the transaction: closing waits for its lock. */
export async function ensureMonthOpen(tx: Tx, day: string): Promise<void> {
  if (await isMonthClosed(tx, day)) throw fail(errors.period_closed);
}

/**
 * The day, or the first one after the closed months: for money that a bank has taken, which is never refused. Its month stays
 * open until the end of the transaction.
 */
export async function firstOpenDay(tx: Tx, day: string): Promise<string> {
  return (await isMonthClosed(tx, day)) ? firstOpenDay(tx, addMonths(firstOfMonth(day), 1)) : day;
}

/** The answer stays true until the end of the transaction. */
async function isMonthClosed(tx: Tx, day: string): Promise<boolean> {
  const month = firstOfMonth(day);
  await execute(tx, sql`select ledger.lock_month(${month}::date, false)`);
  const { closed } = await one<{ closed: boolean }>(
    tx,
    sql`select ledger.is_month_closed(${month}::date) as closed`,
  );
  return closed;
}
