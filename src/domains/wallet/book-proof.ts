/** What the wallets add to the nightly proof of the books: each balance that guards a wallet is what its entries say. */
import { ACCOUNTS } from '#domains/ledger/accounts.rules.ts';
import type { BookProof } from '#domains/ledger/points.ts';
import { one, sql } from '#platform/database/db.ts';

export const guardedBalances: BookProof = {
  kind: 'wallets',
  name: ['The balance of each wallet against its entries', 'প্রতিটি ওয়ালেটের স্থিতি ও তার হিসাব'],
  difference: async (db) =>
    (
      await one<{ minor: number }>(
        db,
        sql`select coalesce(sum(abs(coalesce(b.balance_minor, 0) + coalesce(e.amount_minor, 0))), 0)::bigint as minor
          from ledger.party_balances b full join (
            select account_code, party_id, sum(amount_minor) as amount_minor from ledger.entries
            where account_code in (${ACCOUNTS.wallets}, ${ACCOUNTS.walletHolds}) group by 1, 2) e using (account_code, party_id)`,
      )
    ).minor,
};
