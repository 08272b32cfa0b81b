/** Approving a tariff and approving VAT look at each other's rows: one at a time, before any row is locked. */
import { sql, type Tx } from '#platform/db.ts';

export async function lockPrices(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('billing.prices'))`.execute(tx);
}
