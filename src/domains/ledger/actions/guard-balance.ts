/**
 * Accounts of a party that are never below zero (wallets, what is held of them). Each posting keeps their balance, in the database
 * (migration 0280); who has to know it before a posting locks it here. Order of locks: payment → balances → connections.
 */
import { execute, one, sql, type Tx } from '#platform/database/db.ts';
import type { AccountCode } from '../accounts.rules.ts';

type Party = { account: AccountCode; partyId: string };

/** Until the commit nobody else moves it. A party that never had anything has zero. */
export async function lockBalance(
  tx: Tx,
  { account, partyId }: Party,
): Promise<{ balanceMinor: number; isFrozen: boolean }> {
  await execute(
    tx,
    sql`insert into ledger.party_balances (account_code, party_id, balance_minor) values (${account}, ${partyId}, 0) on conflict do nothing`,
  );
  return one(
    tx,
    sql`select balance_minor as "balanceMinor", blocked as "isFrozen" from ledger.party_balances
      where account_code = ${account} and party_id = ${partyId} for update`,
  );
}

/** A frozen balance pays nothing; what comes is taken. The caller has locked it. */
export async function freezeBalance(tx: Tx, { account, partyId }: Party, isFrozen: boolean): Promise<void> {
  await execute(
    tx,
    sql`update ledger.party_balances set blocked = ${isFrozen} where account_code = ${account} and party_id = ${partyId}`,
  );
}
