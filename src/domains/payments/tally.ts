/**
 * Numbers and sums of all payments, without reading them: `payments.payment_tally` is written by the triggers of the payments
 * (migrations 0083 and 0323). It tells apart the source, the state, the day of the money, what is owed back and what a wallet paid,
 * nothing else. Several lines have the same key, and some take back what others say: only sums over all lines of a key mean something.
 */
import { type Db, execute, one, sql, type Tx } from '#platform/database/db.ts';

/** Makes one row of those with the same key. */
export async function foldPaymentTally(db: Db | Tx): Promise<void> {
  await execute(db, sql`select payments.fold_tally()`);
}

/** By how much the tally is not what the payments are, in poisha and payments; zero. */
export async function tallyDifference(db: Db | Tx): Promise<number> {
  const { off } = await one<{ off: number }>(
    db,
    sql`select coalesce(sum(abs(n) + abs(minor)), 0)::bigint as off from (
        select sum(n) as n, sum(minor) as minor from (
          select source, state, owed_back, paid_on, from_wallet, payments as n, amount_minor as minor from payments.payment_tally
          union all select source, state, owed_back, paid_on, method = 'WALLET', -1, -amount_minor from payments.payments) both_sides
        group by source, state, owed_back, paid_on, from_wallet) compared`,
  );
  return off;
}
