/**
 * Approving a tariff and approving VAT look at each other's rows: one at a time, before any row is locked. Posting of
 * bills shares the lock, so that the prices that it compares with stay until the bills exist.
 */
import { execute, sql, type Tx } from '#platform/database/db.ts';

export async function lockPrices(tx: Tx): Promise<void> {
  await execute(tx, sql`select pg_advisory_xact_lock(hashtext('billing.prices'))`);
}

export async function sharePrices(tx: Tx): Promise<void> {
  await execute(tx, sql`select pg_advisory_xact_lock_shared(hashtext('billing.prices'))`);
}
