/**
 * Open bills, a demand note, a charge or a fee are paid from a wallet: one transaction, never more than is open, never more than is there. The
 * wallet is locked before the connection, application, order or request, so that a withdrawal and another payment at the same time are one
 * after the other. Also if wallets are switched off: what is there can leave.
 */
import { ACCOUNTS } from '#domains/ledger/accounts.rules.ts';
import { lockBalance } from '#domains/ledger/actions/guard-balance.ts';
import { errors as ledgerErrors } from '#domains/ledger/contract.ts';
import type { Actor } from '#platform/actor.ts';
import { one, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { errors, type Payment } from '../contract.ts';
import type { Target } from '../payment-target.ts';
import { refuseMoved, refuseRunning, type Seen } from './begin-payment.ts';
import { type Settlement, settleInvoicePayments } from './settle-payments.ts';
import { type Counter, takeForConnection } from './take-counter-money.ts';

type Wallet = { walletOf: string; balanceMinor: number };

/** The own wallet of a consumer: until the commit nobody else takes its money. */
async function lockOwn(tx: Tx, actor: Actor): Promise<Wallet> {
  const walletOf = String(actor.consumerId);
  const { balanceMinor, isFrozen } = await lockBalance(tx, { account: ACCOUNTS.wallets, partyId: walletOf });
  if (isFrozen) throw fail(ledgerErrors.balance_frozen);
  return { walletOf, balanceMinor };
}

/** What is held for a withdrawal is not in the balance. */
function refuseShort({ balanceMinor }: Wallet, amountMinor: number): void {
  if (balanceMinor < amountMinor) throw fail(ledgerErrors.balance_short);
}

/** A consumer pays open bills, from the own wallet. */
export async function payFromWallet(
  tx: Tx,
  actor: Actor,
  target: Target,
  amountMinor: number,
  seen: Seen,
): Promise<Payment> {
  const wallet = await lockOwn(tx, actor);
  await refuseMoved(tx, target, seen);
  refuseShort(wallet, amountMinor);
  const paying = { amountMinor, tender: { method: 'WALLET' as const } };
  return takeForConnection(tx, actor, { ...target, walletOf: wallet.walletOf }, paying, settleExactly);
}

/** How a demand note, an order or a request answers to a sum, and how its money is recorded. */
export type OfThing = {
  /** Locks it and throws if it does not take this sum. */
  ensureTakes: () => Promise<unknown>;
  take: (tx: Tx, actor: Actor, target: Target, counter: Counter) => Promise<Payment>;
};

/**
 * A consumer pays a demand note, a charge or a fee, from the own wallet. What it says of the sum is told before what the wallet has: who
 * presses two times reads that it is paid.
 */
export async function payThingFromWallet(
  tx: Tx,
  actor: Actor,
  { target, amountMinor }: { target: Target; amountMinor: number },
  { ensureTakes, take }: OfThing,
): Promise<Payment> {
  const wallet = await lockOwn(tx, actor);
  await ensureTakes();
  await refuseRunning(tx, actor, target);
  refuseShort(wallet, amountMinor);
  const paying = { amountMinor, tender: { method: 'WALLET' as const } };
  return take(tx, actor, { ...target, walletOf: wallet.walletOf }, paying);
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

/** @property consumerId owner of the connection @property walletOf whose wallet pays, which the caller has locked and looked at */
export type WalletBill = {
  connectionId: string;
  consumerId: string;
  walletOf: string;
  invoiceId: string;
  amountMinor: number;
};

/**
 * The program pays one bill, because its household wants that: all that is open of it and of nothing else.
 * @param claim notes the payment before it settles anything
 */
export async function payBillFromWallet(
  tx: Tx,
  actor: Actor,
  { connectionId, consumerId, walletOf, invoiceId, amountMinor }: WalletBill,
  claim: (paymentId: string) => Promise<void>,
): Promise<void> {
  const target = { source: 'INVOICE' as const, connectionId, consumerId, walletOf };
  const paying = { amountMinor, tender: { method: 'WALLET' as const } };
  await takeForConnection(tx, actor, target, paying, async (...[, , settlement]) => {
    await claim(settlement.paymentId);
    await settleInvoicePayments(tx, actor, [settlement]);
    const { isExact } = await one<{ isExact: boolean }>(
      tx,
      sql`select coalesce(bool_and(invoice_id = ${invoiceId} and amount_minor = ${amountMinor}), false) as "isExact"
        from payments.allocations where payment_id = ${settlement.paymentId}`,
    );
    if (!isExact)
      throw new Error(`payment ${settlement.paymentId} pays something else than bill ${invoiceId}`);
  });
}
