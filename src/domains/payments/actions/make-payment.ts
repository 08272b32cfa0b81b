/** Takes a payment at the counter or from a wallet, or begins one through the gateway: then nothing is paid before the bank says so. */

import type { z } from 'zod';
import { ensureNoteTakes } from '#domains/applications/demand-note/actions/settle-demand-note.ts';
import { ownOpen } from '#domains/billing/invoices/taken-over.ts';
import { ensureFeeDue } from '#domains/ownership/fee/actions/settle-fee.ts';
import { refuseChangedHands } from '#domains/work-orders/changed-hands.ts';
import { ensureDue } from '#domains/work-orders/steps/actions/settle-charge.ts';
import type { Actor } from '#platform/actor.ts';
import { one, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { refuseChequeDay } from '../cheques/refuse-cheque-day.ts';
import {
  errors,
  type makePayment as makePaymentEndpoint,
  type Payment,
  type payDemandNote,
  type payOwnershipFee,
  type payWorkOrder,
} from '../contract.ts';
import { refuseDay } from '../counter-day.rules.ts';
import {
  connectionTarget,
  feeTarget,
  noteTarget,
  orderTarget,
  refuseAboveTaken,
  type Target,
} from '../payment-target.ts';
import { refuseAhead, refuseUnasked } from '../refuse-unasked.ts';
import { requireWay } from '../require-way.ts';
import type { PaymentSettings } from '../settings/contract.ts';
import { getPaymentSettings } from '../settings/queries.ts';
import { begin, beginAsSeen, lockStarted } from './begin-payment.ts';
import { type OfThing, payFromWallet, payThingFromWallet } from './pay-from-wallet.ts';
import { takeForConnection, takeForFee, takeForNote, takeForOrder } from './take-counter-money.ts';

type MakePayment = z.output<(typeof makePaymentEndpoint)['body']>;

/**
 * For the open invoices of a connection that nobody took over, oldest first; what is left becomes the connection's advance. Or of who took
 * bills over, for those.
 */
export async function makePayment(
  tx: Tx,
  actor: Actor,
  input: Omit<MakePayment, 'unusual'> & { unusual?: boolean },
): Promise<Payment> {
  const {
    connectionId,
    amountMinor,
    tender,
    unusual = false,
    takenOver,
    toPayBack,
    seenDueMinor,
    dateReason,
  } = input;
  requireWay(actor, tender, { counter: 'payments:take', online: 'payments:pay-online' });
  const { mostMinor, ...target } = await connectionTarget(tx, actor, connectionId, { takenOver });
  refuseAboveTaken(mostMinor, amountMinor);
  const seen = { dueMinor: seenDueMinor, isTakenOver: mostMinor !== undefined };
  if (tender.method === 'WALLET') return payFromWallet(tx, actor, target, amountMinor, seen);
  if (tender.method === 'GATEWAY') {
    if (mostMinor === undefined) await refuseAhead(tx, actor, connectionId);
    return beginAsSeen(tx, actor, target, { amountMinor, seen });
  }
  const paidOn = ('paidOn' in tender ? tender.paidOn : undefined) ?? actor.today;
  const isCheque = tender.method === 'CHEQUE';
  if (isCheque) refuseChequeDay(actor, tender);
  await refuseUnasked(tx, {
    connectionId,
    amountMinor,
    takenOver,
    toPayBack,
    seenDueMinor,
    paidOn,
    isCheque,
  });
  const { settings } = await getPaymentSettings(tx);
  refuseDay(actor, { paidOn, dateReason }, settings.backdateDays);
  // Of taken-over bills nothing above what is open is taken.
  if (!unusual && mostMinor === undefined) await refuseUnusual(tx, { connectionId, amountMinor }, settings);
  return takeForConnection(tx, actor, target, { amountMinor, tender, unusual, toPayBack, dateReason });
}

/** For the demand note in force of an application. */
export async function makeNotePayment(
  tx: Tx,
  actor: Actor,
  input: z.output<(typeof payDemandNote)['body']>,
): Promise<Payment> {
  const { applicationId, amountMinor, tender, dateReason } = input;
  requireWay(actor, tender, { counter: 'demand-notes:pay-counter', online: 'demand-notes:pay-online' });
  const target = await noteTarget(tx, actor, applicationId);
  const ensureTakes = () =>
    ensureNoteTakes(tx, actor, { demandNoteId: String(target.demandNoteId), amountMinor });
  if (isOwnWay(tender)) {
    const own = { target, amountMinor, method: tender.method };
    return payOwnWay(tx, actor, own, { ensureTakes, take: takeForNote });
  }
  const { settings } = await getPaymentSettings(tx);
  refuseDay(actor, { paidOn: tender.paidOn ?? actor.today, dateReason }, settings.backdateDays);
  return takeForNote(tx, actor, target, { amountMinor, tender, dateReason });
}

/** For the charge of a work order. */
export async function makeOrderPayment(
  tx: Tx,
  actor: Actor,
  input: z.output<(typeof payWorkOrder)['body']>,
): Promise<Payment> {
  const { orderId, amountMinor, tender, dateReason } = input;
  requireWay(actor, tender, { counter: 'work-orders:pay-counter', online: 'work-orders:pay-online' });
  const target = await orderTarget(tx, actor, orderId);
  await refuseChangedHands(tx, orderId);
  const ensureTakes = () => ensureDue(tx, actor, { orderId, amountMinor });
  if (isOwnWay(tender)) {
    const own = { target, amountMinor, method: tender.method };
    return payOwnWay(tx, actor, own, { ensureTakes, take: takeForOrder });
  }
  const { settings } = await getPaymentSettings(tx);
  refuseDay(actor, { paidOn: tender.paidOn ?? actor.today, dateReason }, settings.backdateDays);
  return takeForOrder(tx, actor, target, { amountMinor, tender, dateReason });
}

/** For the fee of an ownership change. */
export async function makeFeePayment(
  tx: Tx,
  actor: Actor,
  input: z.output<(typeof payOwnershipFee)['body']>,
): Promise<Payment> {
  const { requestId, amountMinor, tender, dateReason } = input;
  requireWay(actor, tender, { counter: 'ownership:pay-counter', online: 'ownership:pay-online' });
  const target = await feeTarget(tx, actor, requestId);
  const ensureTakes = () => ensureFeeDue(tx, actor, { requestId, amountMinor });
  if (isOwnWay(tender)) {
    const own = { target, amountMinor, method: tender.method };
    return payOwnWay(tx, actor, own, { ensureTakes, take: takeForFee });
  }
  const { settings } = await getPaymentSettings(tx);
  refuseDay(actor, { paidOn: tender.paidOn ?? actor.today, dateReason }, settings.backdateDays);
  return takeForFee(tx, actor, target, { amountMinor, tender, dateReason });
}

type OwnWay = { target: Target; amountMinor: number; method: 'GATEWAY' | 'WALLET' };

const isOwnWay = <T extends { method: string }>(
  tender: T,
): tender is Extract<T, { method: OwnWay['method'] }> =>
  tender.method === 'GATEWAY' || tender.method === 'WALLET';

/** From the wallet it is paid at once; what it does not take sends nobody to the bank. */
async function payOwnWay(tx: Tx, actor: Actor, own: OwnWay, of: OfThing): Promise<Payment> {
  await lockStarted(tx, own.target);
  if (own.method === 'WALLET') return payThingFromWallet(tx, actor, own, of);
  await of.ensureTakes();
  return begin(tx, actor, own.target, own.amountMinor);
}

/** For the charge of the order of a link, without anybody signed in. */
export async function beginByLink(
  tx: Tx,
  actor: Actor,
  { id: linkId, orderId, amountMinor }: { id: string; orderId: string; amountMinor: number },
): Promise<Payment> {
  await refuseChangedHands(tx, orderId);
  const target = { ...(await orderTarget(tx, actor, orderId)), linkId };
  await lockStarted(tx, target);
  await ensureDue(tx, actor, { orderId, amountMinor });
  return begin(tx, actor, target, amountMinor);
}

/** Asked about once: far above what is open and above the setting. The answer travels with the call. */
async function refuseUnusual(
  tx: Tx,
  { connectionId, amountMinor }: { connectionId: string; amountMinor: number },
  { unusualAboveMinor, unusualTimes }: PaymentSettings,
): Promise<void> {
  if (amountMinor <= unusualAboveMinor) return;
  const { open } = await one<{ open: number }>(
    tx,
    sql`select coalesce(sum(${ownOpen('i')}), 0)::bigint as open from billing.invoices i
      where connection_id = ${connectionId} and cancelled_on is null and settled_minor < total_minor`,
  );
  if (amountMinor > unusualTimes * open) throw fail(errors.unusual_amount, { amount: amountMinor, open });
}
