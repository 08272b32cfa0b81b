/**
 * A consumer pays open bills from the own wallet: one transaction, never more than is open, never more than is there. The wallet is
 * locked before the connection, so that a withdrawal and another payment at the same time are one after the other.
 */
import { ACCOUNTS } from '#domains/ledger/accounts.rules.ts';
import { lockBalance } from '#domains/ledger/actions/guard-balance.ts';
import { errors as ledgerErrors } from '#domains/ledger/contract.ts';
import { walletLimitsOn } from '#domains/settings/wallet/queries.ts';
import type { Actor } from '#platform/actor.ts';
import { one, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { errors, type Payment } from '../contract.ts';
import type { Target } from '../payment-target.ts';
import { type Settlement, settleInvoicePayments } from './settle-payments.ts';
import { takeForConnection } from './take-counter-money.ts';

export async function payFromWallet(
  tx: Tx,
  actor: Actor,
  target: Target,
  amountMinor: number,
): Promise<Payment> {
  if (!(await walletLimitsOn(tx, actor.today)).enabled) throw fail(errors.wallet_off);
  const walletOf = String(actor.consumerId);
  const { balanceMinor, isFrozen } = await lockBalance(tx, { account: ACCOUNTS.wallets, partyId: walletOf });
  if (isFrozen) throw fail(ledgerErrors.balance_frozen);
  if (balanceMinor < amountMinor) throw fail(ledgerErrors.balance_short);
  const paying = { amountMinor, tender: { method: 'WALLET' as const } };
  return takeForConnection(tx, actor, { ...target, walletOf }, paying, settleExactly);
}

/** From a wallet nobody pays ahead: the money that no bill needs stays in the wallet. */
async function settleExactly(tx: Tx, actor: Actor, settlement: Settlement): Promise<void> {
  await settleInvoicePayments(tx, actor, [settlement]);
  const { paid } = await one<{ paid: number }>(
    tx,
    sql`select coalesce(sum(amount_minor), 0)::bigint as paid from payments.allocations where payment_id = ${settlement.paymentId}`,
  );
  if (paid < settlement.amountMinor) throw fail(errors.not_due);
}
