/** Money at the counter, or from a wallet, whose day was looked at: the payment, what it settles, its receipt. */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { first, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { toLatinDigits } from '#shared/money.ts';
import { keepCheque } from '../cheques/actions/keep-cheque.ts';
import type { ChequeTender } from '../cheques/tender.ts';
import { errors, type Payment, type Tender } from '../contract.ts';
import { MONEY_ACCOUNTS } from '../money-accounts.ts';
import { firstDayOf, type Target } from '../payment-target.ts';
import { getPayment } from '../queries.ts';
import { giveReceipt } from './give-receipts.ts';
import { type NoteSettlement, settleNote } from './settle-demand-note.ts';
import { type FeeSettlement, settleOwnershipFee } from './settle-ownership-fee.ts';
import { type Settlement, settleInvoicePayments } from './settle-payments.ts';
import { settleRecharge } from './settle-recharge.ts';
import { type OrderSettlement, settleOrder } from './settle-work-order.ts';

type Settle<S> = (tx: Tx, actor: Actor, settlement: S) => Promise<void>;
export type Counter = {
  amountMinor: number;
  tender:
    | Exclude<Tender, { method: 'GATEWAY' | 'WALLET' }>
    | (ChequeTender & { paidOn?: undefined })
    | { method: 'WALLET'; paidOn?: undefined };
  unusual?: boolean;
  toPayBack?: boolean | undefined;
  dateReason?: string | undefined;
};

/**
 * Records counter money whose day was looked at.
 * @param settle what happens to money that the bills do not take: it is refused, or owed back
 */
export async function takeForConnection(
  tx: Tx,
  actor: Actor,
  target: Target,
  counter: Counter,
  settle: Settle<Settlement> = (...[, , settlement]) => settleInvoicePayments(tx, actor, [settlement]),
): Promise<Payment> {
  const { amountMinor, tender } = counter;
  const connectionId = String(target.connectionId);
  const { paymentId, paidOn } = await insertPaid(tx, actor, target, counter);
  const account = MONEY_ACCOUNTS[tender.method];
  const accountPartyId = target.walletOf;
  await settle(tx, actor, { paymentId, connectionId, account, accountPartyId, amountMinor, paidOn });
  return withReceipt(tx, actor, paymentId);
}

/**
 * Records money for a demand note, at the counter or from a wallet, whose day was looked at.
 * @param settle what happens to money that the note does not take: it is refused, or owed back
 */
export async function takeForNote(
  tx: Tx,
  actor: Actor,
  target: Target,
  counter: Counter,
  settle: Settle<NoteSettlement> = settleNote,
): Promise<Payment> {
  const { amountMinor, tender } = counter;
  const [applicationId, demandNoteId] = [String(target.applicationId), String(target.demandNoteId)];
  const { paymentId, paidOn } = await insertPaid(tx, actor, target, counter);
  const account = MONEY_ACCOUNTS[tender.method];
  await settle(tx, actor, {
    paymentId,
    applicationId,
    demandNoteId,
    account,
    accountPartyId: target.walletOf,
    amountMinor,
    paidOn,
  });
  return withReceipt(tx, actor, paymentId);
}

/** Records money for a work order, at the counter or from a wallet, whose day was looked at. `settle`: as of a demand note. */
export async function takeForOrder(
  tx: Tx,
  actor: Actor,
  target: Target,
  counter: Counter,
  settle: Settle<OrderSettlement> = settleOrder,
): Promise<Payment> {
  const { amountMinor, tender } = counter;
  const { paymentId, paidOn } = await insertPaid(tx, actor, target, counter);
  const account = MONEY_ACCOUNTS[tender.method];
  await settle(tx, actor, {
    ...{ paymentId, account, accountPartyId: target.walletOf, amountMinor, paidOn },
    workOrderId: String(target.workOrderId),
  });
  return withReceipt(tx, actor, paymentId);
}

/** Records money for the fee of an ownership change, at the counter or from a wallet, whose day was looked at. `settle`: as of a demand note. */
export async function takeForFee(
  tx: Tx,
  actor: Actor,
  target: Target,
  counter: Counter,
  settle: Settle<FeeSettlement> = settleOwnershipFee,
): Promise<Payment> {
  const { amountMinor, tender } = counter;
  const { paymentId, paidOn } = await insertPaid(tx, actor, target, counter);
  const account = MONEY_ACCOUNTS[tender.method];
  await settle(tx, actor, {
    ...{ paymentId, account, accountPartyId: target.walletOf, amountMinor, paidOn },
    ownershipRequestId: String(target.ownershipRequestId),
  });
  return withReceipt(tx, actor, paymentId);
}

/** Records counter money for a wallet, whose day was looked at. */
export async function takeForWallet(
  tx: Tx,
  actor: Actor,
  target: Target & { walletOf: string },
  counter: Counter,
): Promise<Payment> {
  const { amountMinor, tender } = counter;
  const { paymentId, paidOn } = await insertPaid(tx, actor, target, counter);
  const account = MONEY_ACCOUNTS[tender.method];
  await settleRecharge(tx, actor, { paymentId, account, amountMinor, paidOn, walletOf: target.walletOf });
  return withReceipt(tx, actor, paymentId);
}

/** The answer is read before the receipt's number is taken: after it nothing is asked any more. */
async function withReceipt(tx: Tx, actor: Actor, paymentId: string): Promise<Payment> {
  const payment = await getPayment(tx, actor, paymentId);
  const receiptNumber = await giveReceipt(tx, actor, paymentId);
  return { ...payment, receiptNumber, can: { ...payment.can, receipt: true } };
}

/** The first day of the target is compared in the statement that writes. */
async function insertPaid(tx: Tx, actor: Actor, target: Target, counter: Counter) {
  const { amountMinor, tender, dateReason, unusual, toPayBack } = counter;
  const paidOn = tender.paidOn ?? actor.today;
  const slipNumber =
    tender.method === 'CHEQUE'
      ? toLatinDigits(tender.number)
      : 'receiptNumber' in tender
        ? tender.receiptNumber
        : null;
  const inserted = await first<{ id: string }>(
    tx,
    sql`insert into payments.payments (source, method, state, amount_minor, consumer_id, connection_id,
        application_id, demand_note_id, work_order_id, ownership_request_id, payer_id, wallet_of, slip_number, paid_on, created_by, created_at, decided_at)
      select ${target.source}::text, ${tender.method}::text, 'APPROVED', ${amountMinor}::bigint, ${target.consumerId}::uuid,
        ${target.connectionId ?? null}::uuid, ${target.applicationId ?? null}::uuid, ${target.demandNoteId ?? null}::uuid,
        ${target.workOrderId ?? null}::uuid, ${target.ownershipRequestId ?? null}::uuid, ${target.payerId ?? null}::uuid, ${target.walletOf ?? null}::uuid, ${slipNumber}::text, ${paidOn}::date, ${actor.userId}::uuid, ${actor.now}::timestamptz, ${actor.now}::timestamptz
      where ${paidOn}::date >= ${firstDayOf(target)} returning id`,
  );
  if (!inserted) throw fail(errors.paid_too_early);
  const { id } = inserted;
  if (tender.method === 'CHEQUE') await keepCheque(tx, actor, { paymentId: id, paidOn, tender });
  const after = {
    ...{ ...target, amountMinor, method: tender.method, slipNumber, paidOn },
    ...(tender.method === 'CHEQUE' ? ofCheque(tender) : {}),
  };
  await audit(tx, actor, {
    ...{ action: 'payment.make', object: 'payment', objectId: id },
    after: {
      state: 'APPROVED',
      ...after,
      ...(unusual ? { unusual } : {}),
      ...(toPayBack ? { toPayBack } : {}),
    },
    ...(dateReason ? { reason: dateReason } : {}),
  });
  return { paymentId: id, paidOn };
}

/** What is written on a cheque beside its number. */
const ofCheque = ({ bank, branch, drawnOn, drawer }: ChequeTender) => ({ bank, branch, drawnOn, drawer });
