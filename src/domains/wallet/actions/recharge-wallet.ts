/** Money into a wallet, within the limits of the day: by staff at the counter, by its consumer through the bank. */
import type { z } from 'zod';
import { errors as ledgerErrors } from '#domains/ledger/contract.ts';
import { rechargeWallet as take } from '#domains/payments/actions/recharge-wallet.ts';
import type { Payment } from '#domains/payments/contract.ts';
import { rechargeProblem } from '#domains/settings/wallet/wallet.rules.ts';
import { type Actor, may } from '#platform/actor.ts';
import type { Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import type { rechargeAccount } from '../contract.ts';
import { errors } from '../errors.ts';
import { lockWallet } from '../lock-wallet.ts';

export async function rechargeWallet(
  tx: Tx,
  actor: Actor,
  { consumerId, amountMinor, tender, dateReason }: z.output<(typeof rechargeAccount)['body']>,
): Promise<Payment> {
  const word = tender.method === 'GATEWAY' ? 'wallet:use' : 'wallet:recharge';
  // The bank's page is for whose wallet it is.
  const isTheirs = (actor.kind === 'consumer') === (tender.method === 'GATEWAY');
  if (!isTheirs || !may(actor, word)) throw fail(commonErrors.not_permitted, { permission: word });
  const own = actor.kind === 'consumer' ? actor.consumerId : consumerId;
  if (!own) throw fail(commonErrors.not_found);
  const wallet = await lockWallet(tx, actor, own);
  if (wallet.isFrozen) throw fail(ledgerErrors.balance_frozen);
  const { limits, balanceMinor, target } = wallet;
  const problem = rechargeProblem(limits, amountMinor, balanceMinor);
  if (problem === 'below') throw fail(errors.amount_below, { amount: limits.minRechargeMinor });
  if (problem === 'above') throw fail(errors.amount_above, { amount: limits.maxRechargeMinor });
  if (problem === 'balance')
    throw fail(errors.balance_full, { amount: Math.max(0, limits.maxBalanceMinor - balanceMinor) });
  return take(tx, actor, target, { amountMinor, tender, dateReason });
}
