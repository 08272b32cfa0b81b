/** Money into a wallet, within the limits of the day: by staff at the counter, by its consumer through the bank. */
import type { z } from 'zod';
import { ownOpen } from '#domains/billing/invoices/taken-over.ts';
import { ACCOUNTS } from '#domains/ledger/accounts.rules.ts';
import { errors as ledgerErrors } from '#domains/ledger/contract.ts';
import { rechargeWallet as take } from '#domains/payments/actions/recharge-wallet.ts';
import { type Payment, errors as paymentErrors } from '#domains/payments/contract.ts';
import { proposeBackdated } from '#domains/payments/proposals/actions/propose-money.ts';
import type { Proposal } from '#domains/payments/proposals/proposal.rules.ts';
import { getPaymentSettings } from '#domains/payments/settings/queries.ts';
import { rechargeProblem } from '#domains/settings/wallet/wallet.rules.ts';
import { type Actor, may } from '#platform/actor.ts';
import { one, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import type { proposeRecharge as proposeRechargeCall, rechargeAccount } from '../contract.ts';
import { errors } from '../errors.ts';
import { type LockedWallet, lockWallet } from '../lock-wallet.ts';

export async function rechargeWallet(
  tx: Tx,
  actor: Actor,
  { consumerId, amountMinor, tender, dateReason, unusual }: z.output<(typeof rechargeAccount)['body']>,
): Promise<Payment> {
  const word = tender.method === 'GATEWAY' ? 'wallet:use' : 'wallet:recharge';
  // The bank's page is for whose wallet it is.
  const isTheirs = (actor.kind === 'consumer') === (tender.method === 'GATEWAY');
  if (!isTheirs || !may(actor, word)) throw fail(commonErrors.not_permitted, { permission: word });
  const own = actor.kind === 'consumer' ? actor.consumerId : consumerId;
  if (!own) throw fail(commonErrors.not_found);
  const { target } = await lockWithRoom(tx, actor, own, amountMinor);
  if (actor.kind === 'staff' && !unusual) await refuseUnusual(tx, own, amountMinor);
  return take(tx, actor, target, { amountMinor, tender, dateReason });
}

/** A slip of the keyboard at the counter: far above the most that this wallet got at a time, and above what its household owes. */
async function refuseUnusual(tx: Tx, consumerId: string, amountMinor: number): Promise<void> {
  const { settings } = await getPaymentSettings(tx);
  if (amountMinor <= settings.unusualAboveMinor) return;
  const { usual } = await one<{ usual: number }>(
    tx,
    sql`select greatest(
        (select coalesce(max(p.amount_minor), 0) from payments.payments p where p.wallet_of = ${consumerId} and p.state = 'APPROVED'),
        (select coalesce(sum(${ownOpen('i')}), 0) from meters.connections c join billing.invoices i on i.connection_id = c.id
          where c.consumer_id = ${consumerId} and i.cancelled_on is null and i.settled_minor < i.total_minor))::bigint as usual`,
  );
  if (amountMinor > settings.unusualTimes * usual)
    throw fail(errors.unusual_recharge, { amount: amountMinor, usual });
}

/** Counter money of a day that is too long ago for one person: a second one decides, as for any payment. */
export async function proposeRecharge(
  tx: Tx,
  actor: Actor,
  { consumerId, ...money }: z.output<(typeof proposeRechargeCall)['body']>,
): Promise<Proposal> {
  const { consumerId: walletOf } = await lockWithRoom(tx, actor, consumerId, money.amountMinor);
  return proposeBackdated(tx, actor, { ...money, target: { kind: 'WALLET', consumerId: walletOf } });
}

async function heldOf(tx: Tx, consumerId: string): Promise<number> {
  const { heldMinor } = await one<{ heldMinor: number }>(
    tx,
    sql`select coalesce(sum(balance_minor), 0)::bigint as "heldMinor" from ledger.party_balances
      where account_code = ${ACCOUNTS.walletHolds} and party_id = ${consumerId}`,
  );
  return heldMinor;
}

/** The wallet, if it may get so much today. */
async function lockWithRoom(
  tx: Tx,
  actor: Actor,
  consumerId: string,
  amountMinor: number,
): Promise<LockedWallet> {
  const wallet = await lockWallet(tx, actor, consumerId);
  if (wallet.isFrozen) throw fail(ledgerErrors.balance_frozen);
  const { limits } = wallet;
  // What is held for a withdrawal may be free again at any time. Who has the wallet's lock may hold more, nobody else.
  const keptMinor = wallet.balanceMinor + (await heldOf(tx, wallet.consumerId));
  const problem = rechargeProblem(limits, amountMinor, keptMinor);
  if (problem === 'off') throw fail(paymentErrors.wallet_off);
  if (problem === 'below') throw fail(errors.amount_below, { amount: limits.minRechargeMinor });
  if (problem === 'above') throw fail(errors.amount_above, { amount: limits.maxRechargeMinor });
  if (problem === 'balance')
    throw fail(errors.balance_full, { amount: Math.max(0, limits.maxBalanceMinor - keptMinor) });
  return wallet;
}
