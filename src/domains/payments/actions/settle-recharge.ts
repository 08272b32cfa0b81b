/** Money for a wallet has come: it is the consumer's to spend. Nothing refuses what is there: neither limits nor a frozen wallet. */
import { ACCOUNTS } from '#domains/ledger/accounts.rules.ts';
import type { Actor } from '#platform/actor.ts';
import { one, sql, type Tx } from '#platform/database/db.ts';
import { type CertainMoney, postMoney } from './post-money.ts';

export type Recharge = CertainMoney & { walletOf: string };

export async function settleRecharge(tx: Tx, actor: Actor, recharge: Recharge): Promise<void> {
  // Two entries may have become one while the money was at the bank.
  const { partyId } = await one<{ partyId: string }>(
    tx,
    sql`select coalesce(merged_into, id) as "partyId" from consumers.consumers where id = ${recharge.walletOf} for share`,
  );
  await postMoney(tx, actor, recharge, { account: ACCOUNTS.wallets, partyId });
}
