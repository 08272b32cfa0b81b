/** What a consumer may pay with beside the bank: their own wallet. */
import { ACCOUNTS } from '#domains/ledger/accounts.rules.ts';
import type { Actor } from '#platform/actor.ts';
import { type Db, first, sql, type Tx } from '#platform/database/db.ts';
import type { Minor } from '#shared/money.ts';

/** Null if there is nothing in it, or nothing may be paid from it. */
export async function walletMoney(db: Db | Tx, actor: Actor): Promise<Minor | null> {
  if (actor.kind !== 'consumer') return null;
  const found = await first<{ minor: Minor }>(
    db,
    sql`select balance_minor as minor from ledger.party_balances
      where account_code = ${ACCOUNTS.wallets} and party_id = ${actor.consumerId} and balance_minor > 0 and not blocked`,
  );
  return found?.minor ?? null;
}
