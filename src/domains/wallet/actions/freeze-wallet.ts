/** The office freezes a wallet, or ends that: nothing is paid from a frozen one, and nothing is asked for. */
import { ACCOUNTS } from '#domains/ledger/accounts.rules.ts';
import { freezeBalance, lockBalance } from '#domains/ledger/actions/guard-balance.ts';
import { walletTarget } from '#domains/payments/payment-target.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import type { WalletDetail } from '../contract.ts';
import { errors } from '../errors.ts';
import { openWallet } from '../lock-wallet.ts';
import { getWallet } from '../queries.ts';

export async function freezeWallet(
  tx: Tx,
  actor: Actor,
  { consumerId, freeze, reason }: { consumerId: string; freeze: boolean; reason: string },
): Promise<WalletDetail> {
  const { walletOf: partyId } = await walletTarget(tx, actor, consumerId);
  await openWallet(tx, actor, partyId);
  const balance = { account: ACCOUNTS.wallets, partyId };
  const { isFrozen } = await lockBalance(tx, balance);
  if (isFrozen === freeze) throw fail(errors.frozen_already);
  await freezeBalance(tx, balance, freeze);
  await execute(
    tx,
    sql`update wallet.wallets set frozen_at = ${freeze ? actor.now : null}, frozen_by_name = ${freeze ? actor.name : null},
        frozen_reason = ${freeze ? reason : null} where consumer_id = ${partyId}`,
  );
  await audit(tx, actor, {
    action: freeze ? 'wallet.freeze' : 'wallet.unfreeze',
    object: 'wallet',
    objectId: partyId,
    before: { frozen: isFrozen },
    after: { frozen: freeze },
    reason,
  });
  return getWallet(tx, actor, partyId);
}
