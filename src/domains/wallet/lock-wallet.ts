/** The wallet that a call is about, locked: who spends of it at the same time waits. */
import { ACCOUNTS } from '#domains/ledger/accounts.rules.ts';
import { lockBalance } from '#domains/ledger/actions/guard-balance.ts';
import { type Target, walletTarget } from '#domains/payments/payment-target.ts';
import { walletLimitsOn } from '#domains/settings/wallet/queries.ts';
import type { WalletLimits } from '#domains/settings/wallet/wallet.rules.ts';
import type { Actor } from '#platform/actor.ts';
import { execute, sql, type Tx } from '#platform/database/db.ts';

export type LockedWallet = {
  target: Target & { walletOf: string };
  consumerId: string;
  balanceMinor: number;
  isFrozen: boolean;
  limits: WalletLimits;
};

/** The wallet is there from the first time that somebody asks something of it. Also if wallets are switched off: what is there can leave. */
export async function lockWallet(tx: Tx, actor: Actor, consumerId: string): Promise<LockedWallet> {
  const limits = await walletLimitsOn(tx, actor.today);
  const target = await walletTarget(tx, actor, consumerId);
  await openWallet(tx, actor, target.walletOf);
  const balance = await lockBalance(tx, { account: ACCOUNTS.wallets, partyId: target.walletOf });
  return { target, consumerId: target.walletOf, limits, ...balance };
}

export async function openWallet(tx: Tx, actor: Actor, consumerId: string): Promise<void> {
  await execute(
    tx,
    sql`insert into wallet.wallets (consumer_id, opened_at) values (${consumerId}, ${actor.now}) on conflict do nothing`,
  );
}
