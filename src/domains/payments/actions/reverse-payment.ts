/**
 * Takes a payment back with the journal's exact opposite in today's month. Of bills: invoices open again, the advance it
 * brought is returned (from the later invoices that it paid). Of a demand note: the note opens again, and the application
 * waits for its payment; so does a work order, and an ownership request for its fee. A recharge leaves its wallet. Above the limit a second person decides.
 */
import {
  ensureTakeBack,
  takeBackPayment,
} from '#domains/applications/demand-note/actions/take-back-payment.ts';
import { leftAlone, mayAlone } from '#domains/billing/corrections/second-person.ts';
import {
  chargeOverdrawn,
  ensureNotOverdrawn,
} from '#domains/billing/invoices/actions/ensure-not-overdrawn.ts';
import { noteReversed } from '#domains/billing/invoices/actions/move-credits.ts';
import { settleInvoices } from '#domains/billing/invoices/actions/settle-invoices.ts';
import {
  applyAdvances,
  restoreSettled,
  returnAdvances,
} from '#domains/billing/invoices/actions/use-advances.ts';
import { holdLeaks } from '#domains/billing/leaks/actions/hold-leak.ts';
import { followPlans } from '#domains/billing/payment-plans/actions/end-plans.ts';
import { resumePlans } from '#domains/billing/payment-plans/actions/resume-plans.ts';
import { reviseRebates } from '#domains/billing/rebates/actions/revise-rebates.ts';
import { reviseSurcharges } from '#domains/billing/surcharges/actions/revise-surcharges.ts';
import { ACCOUNTS } from '#domains/ledger/accounts.rules.ts';
import { lockBalance } from '#domains/ledger/actions/guard-balance.ts';
import { reverseJournal, reverseJournals } from '#domains/ledger/actions/post-journal.ts';
import { balanceOf } from '#domains/ledger/queries.ts';
import { ensureFeeBack, takeBackFee } from '#domains/ownership/fee/actions/settle-fee.ts';
import {
  ensureTakeBack as ensureChargeBack,
  takeBackCharge,
} from '#domains/work-orders/steps/actions/settle-charge.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { all, type Db, execute, first, one, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { endFileAlarms } from '../bank-files/actions/raise-differences.ts';
import { bankTookBack } from '../bank-files/bank-took-back.ts';
import { giveBackCheque, refuseInClearing } from '../cheques/actions/give-back-cheque.ts';
import { errors, type Payment } from '../contract.ts';
import { isTooLongAgo } from '../counter-day.rules.ts';
import { noticeDrawer, noticeReversal, noticeReversalDecided } from '../notices.ts';
import { isCounterMoney, isReversible, needsNoBank } from '../payment.rules.ts';
import { getPayment, lockPayment, type PaymentFacts, paymentFacts } from '../queries.ts';
import { getPaymentSettings } from '../settings/queries.ts';
import { beganEarlier, keptOfPayments, sinceOf } from '../settled-by-day.ts';
import { tellTakenBack } from '../tell-taken-back.ts';
import { tellTakers } from '../tell-takers.ts';

export async function reversePayment(
  tx: Tx,
  actor: Actor,
  input: { paymentId: string; reason: string },
): Promise<Payment> {
  const payment = await lockPayment(tx, input.paymentId);
  if (payment.state !== 'APPROVED') throw fail(errors.not_reversible);
  await ensureReversible(tx, payment);
  if (payment.source === 'WALLET_RECHARGE') await ensureInWallet(tx, payment);
  // A wallet is locked before its connections, which the question about one person locks, and before applications.
  else if (payment.walletOf) await lockWallet(tx, payment.walletOf);
  if (isOfNote(payment)) await ensureTakeBack(tx, actor, { ...payment, remark: input.reason });
  if (payment.workOrderId) await ensureChargeBack(tx, actor, { orderId: payment.workOrderId });
  if (payment.ownershipRequestId) await ensureFeeBack(tx, actor, { requestId: payment.ownershipRequestId });
  if (payment.method === 'CHEQUE') await refuseInClearing(tx, payment.id);
  const twoPerson = !(await mayAlone(tx, actor, {
    ...(await aloneAct(tx, actor, payment)),
    kind: 'REVERSE',
  }));
  await execute(
    tx,
    sql`insert into payments.reversals (payment_id, state, reason, two_person, requested_by, requested_at, decided_by, decided_at)
    values (${payment.id}, ${twoPerson ? 'REQUESTED' : 'DONE'}, ${input.reason}, ${twoPerson}, ${actor.userId},
      ${actor.now}, ${twoPerson ? null : actor.userId}, ${twoPerson ? null : actor.now})`,
  );
  if (twoPerson) await noticeReversal(tx, actor, payment.id);
  else await reverse(tx, actor, payment, input.reason);
  await audit(tx, actor, {
    action: twoPerson ? 'payment.ask-reversal' : 'payment.reverse',
    object: 'payment',
    objectId: payment.id,
    before: { state: payment.state },
    after: { state: twoPerson ? 'APPROVED' : 'REVERSED', amountMinor: payment.amountMinor },
    reason: input.reason,
  });
  return getPayment(tx, actor, payment.id);
}

/** Of what a bank took, the bank may have taken it back meanwhile, or have it again. */
async function ensureReversible(db: Db | Tx, payment: PaymentFacts): Promise<void> {
  const tookBack = await bankTookBack(db, [payment.id]);
  if (!isReversible(payment, tookBack.has(payment.id))) throw fail(errors.not_reversible);
}

type NotePayment = PaymentFacts & { applicationId: string; demandNoteId: string };

/** What a bank took of a note goes back to the payer as a refund, through the bank: only what the bank took back itself is reversed. */
const isOfNote = (payment: PaymentFacts): payment is NotePayment =>
  payment.applicationId !== null && payment.demandNoteId !== null;

/** Money that a bank took for something else than bills: two people agree that it is not there any more. */
const isFromBank = (payment: PaymentFacts): boolean => payment.source !== 'INVOICE' && !needsNoBank(payment);

/** The money of an old recharge leaves its wallet by two people: no code of the household proves that it may go. */
async function isOldRecharge(
  db: Db | Tx,
  actor: Actor,
  payment: PaymentFacts,
  backdateDays: number,
): Promise<boolean> {
  if (payment.source !== 'WALLET_RECHARGE') return false;
  const { paidOn } = await one<{ paidOn: string }>(
    db,
    sql`select paid_on as "paidOn" from payments.payments where id = ${payment.id}`,
  );
  return isTooLongAgo(actor, paidOn, backdateDays);
}

async function aloneAct(db: Db | Tx, actor: Actor, payment: PaymentFacts) {
  const { reverseAloneUpToMinor, backdateDays } = (await getPaymentSettings(db)).settings;
  const bills = await all<{ id: string }>(
    db,
    sql`select invoice_id as id from payments.allocations where payment_id = ${payment.id}`,
  );
  return {
    limitMinor:
      isFromBank(payment) || (await isOldRecharge(db, actor, payment, backdateDays))
        ? null
        : reverseAloneUpToMinor,
    amountMinor: payment.amountMinor,
    connectionId: payment.connectionId,
    applicationId: payment.connectionId ? null : payment.applicationId,
    workOrderId: payment.workOrderId,
    ownershipRequestId: payment.ownershipRequestId,
    walletOf: payment.source === 'WALLET_RECHARGE' ? payment.walletOf : null,
    billIds: [...bills.map(({ id }) => id), ...(payment.demandNoteId ? [payment.demandNoteId] : [])],
    sourceId: payment.id,
  };
}

/** How much this person may still reverse alone of a payment. */
export async function reverseAloneLeft(db: Db | Tx, actor: Actor, id: string) {
  const payment = await paymentFacts(db, actor, id);
  if (!payment || !isReversible(payment, (await bankTookBack(db, [id])).has(id)))
    throw fail(commonErrors.not_found);
  const act = await aloneAct(db, actor, payment);
  return { limitMinor: act.limitMinor ?? 0, leftMinor: (await leftAlone(db, actor, act)) ?? 0 };
}

/** The second person's word; the database refuses the one who asked. */
export async function decideReversal(
  tx: Tx,
  actor: Actor,
  input: { reversalId: string; accept: boolean; remark?: string | undefined },
): Promise<Payment> {
  if (!input.accept && !input.remark) throw fail(errors.refusal_reason);
  const found = await first<{ paymentId: string }>(
    tx,
    sql`select payment_id as "paymentId" from payments.reversals where id = ${input.reversalId}`,
  );
  if (!found) throw fail(commonErrors.not_found);
  const payment = await lockPayment(tx, found.paymentId);
  if (input.accept) await ensureReversible(tx, payment);
  const remark = input.accept ? null : (input.remark ?? null);
  const decided = await first<{ reason: string; askedBy: string | null }>(
    tx,
    sql`update payments.reversals set state = ${input.accept ? 'DONE' : 'REFUSED'}, decided_by = ${actor.userId},
        decided_at = ${actor.now}, decision_remark = ${remark}
      where id = ${input.reversalId} and state = 'REQUESTED' returning reason, requested_by as "askedBy"`,
  );
  if (!decided) throw fail(errors.not_reversible);
  if (input.accept) await reverse(tx, actor, payment, decided.reason);
  await audit(tx, actor, {
    action: input.accept ? 'payment.approve-reversal' : 'payment.refuse-reversal',
    object: 'payment',
    objectId: payment.id,
    before: { state: payment.state },
    after: { state: input.accept ? 'REVERSED' : payment.state, amountMinor: payment.amountMinor },
    reason: remark ?? decided.reason,
  });
  await noticeReversalDecided(tx, actor, { ...input, ...decided, payment });
  return getPayment(tx, actor, payment.id);
}

async function reverse(tx: Tx, actor: Actor, payment: PaymentFacts, reason: string): Promise<void> {
  if (isOfNote(payment)) return reverseOfNote(tx, actor, payment, reason);
  if (payment.workOrderId) return reverseOfOrder(tx, actor, payment, payment.workOrderId, reason);
  if (payment.ownershipRequestId) return reverseOfFee(tx, actor, payment, payment.ownershipRequestId, reason);
  if (payment.source === 'WALLET_RECHARGE') {
    const { partyId } = await ensureInWallet(tx, payment);
    await takeOutOfBooks(tx, actor, payment, reason, partyId);
  } else {
    if (payment.method === 'CHEQUE') await giveBackCheque(tx, actor, { paymentId: payment.id, reason });
    await reverseOfBills(tx, actor, payment, reason);
  }
  // Who has an application, a work order or a request is told with what becomes of it, and of a wallet that has its money again.
  await tellTakenBack(tx, actor, { paymentId: payment.id, reason });
}

/**
 * Its bills are open again. The caller has locked the payment.
 * @param besideBill of money that a bank took back: what of it was paid out meanwhile is charged beside this bill; else nothing is taken back
 */
export async function reverseOfBills(
  tx: Tx,
  actor: Actor,
  payment: PaymentFacts,
  reason: string,
  besideBill?: string,
): Promise<{ id: string; amountMinor: number } | undefined> {
  const { id, connectionId, amountMinor, walletOf } = payment;
  const wallet = walletOf ? await lockWallet(tx, walletOf) : undefined;
  if (!connectionId) throw fail(errors.not_reversible);
  await execute(tx, sql`select from meters.connections where id = ${connectionId} for no key update`);
  const { allocated } = await one<{ allocated: number }>(
    tx,
    sql`select coalesce(sum(amount_minor), 0)::bigint as allocated
      from payments.allocations where payment_id = ${id}`,
  );
  const rows = sql`select invoice_id, amount_minor from payments.allocations where payment_id = ${id}`;
  await restoreSettled(tx, actor, { rows, businessDate: actor.today });
  await settleInvoices(
    tx,
    sql`select invoice_id, -amount_minor as amount_minor from payments.allocations where payment_id = ${id}`,
  );
  await noteReversed(tx, id);
  const balance = await balanceOf(tx, { partyId: connectionId, account: ACCOUNTS.advances });
  const missing = amountMinor - allocated + balance;
  if (missing > 0)
    await returnAdvances(tx, actor, { connectionId, amountMinor: missing, businessDate: actor.today });
  await takeOutOfBooks(tx, actor, payment, reason, wallet?.partyId);
  const charged = besideBill
    ? await chargeOverdrawn(tx, actor, { connectionId, invoiceId: besideBill })
    : await ensureNotOverdrawn(tx, connectionId);
  const connections = sql`select ${connectionId}::uuid as id`;
  await reviseRebates(tx, actor, { connections, kept: keptOfPayments });
  // Another payment's advance may exist beside the invoices that are open again.
  await applyAdvances(tx, actor, { connections, businessDate: actor.today });
  await reviseAfter(tx, actor, { connections, paymentId: id });
  await resumePlans(tx, actor, connections);
  await followPlans(tx, actor, connections);
  // A bill with a leak that was paid is open again.
  await holdLeaks(tx, actor, sql`k.connection_id in (${connections})`);
  await tellTakers(tx, actor, { paymentId: id, isTakenBack: true });
  return charged;
}

/** Money that somebody had dated back took surcharges back, which are due again. */
async function reviseAfter(
  tx: Tx,
  actor: Actor,
  { connections, paymentId }: { connections: Sql; paymentId: string },
): Promise<void> {
  const { since } = await one(tx, sinceOf([paymentId]));
  if (since !== null && since < actor.today)
    await reviseSurcharges(tx, actor, { connections, earlier: beganEarlier, since, raises: true });
}

/** The wallet that has the money by now: that of the entry which is left, if two became one. */
async function lockWallet(tx: Tx, walletOf: string): Promise<{ partyId: string; balanceMinor: number }> {
  const { partyId } = await one<{ partyId: string }>(
    tx,
    sql`select coalesce(merged_into, id) as "partyId" from consumers.consumers where id = ${walletOf} for share`,
  );
  const { balanceMinor } = await lockBalance(tx, { account: ACCOUNTS.wallets, partyId });
  return { partyId, balanceMinor };
}

/** What was put in is there to be taken out again, neither spent nor held. Until the commit nobody else takes it. */
async function ensureInWallet(tx: Tx, { walletOf, amountMinor }: PaymentFacts): Promise<{ partyId: string }> {
  const { partyId, balanceMinor } = await lockWallet(tx, String(walletOf));
  if (balanceMinor < amountMinor) throw fail(errors.recharge_spent, { amount: balanceMinor });
  return { partyId };
}

/** The last money that leaves a note takes the note itself out of the books: nobody owes an offer. */
async function reverseOfNote(tx: Tx, actor: Actor, payment: NotePayment, reason: string): Promise<void> {
  const wallet = payment.walletOf ? await lockWallet(tx, payment.walletOf) : undefined;
  const taken = { ...payment, remark: reason, isFromWallet: wallet !== undefined };
  const { settledMinor } = await takeBackPayment(tx, actor, taken);
  await takeOutOfBooks(tx, actor, payment, reason, wallet?.partyId);
  if (settledMinor > 0) return;
  const of = { kind: 'DEMAND_NOTE' as const, sourceId: payment.demandNoteId };
  await reverseJournal(tx, actor, { of, businessDate: actor.today, reason });
}

/** With its money the charge leaves the books: nobody owes it before the work is accepted. */
async function reverseOfOrder(
  tx: Tx,
  actor: Actor,
  payment: PaymentFacts,
  orderId: string,
  reason: string,
): Promise<void> {
  const wallet = payment.walletOf ? await lockWallet(tx, payment.walletOf) : undefined;
  await takeBackCharge(tx, actor, { orderId, remark: reason });
  await takeOutOfBooks(tx, actor, payment, reason, wallet?.partyId);
  const of = { kind: 'WORK_ORDER' as const, sourceId: orderId };
  await reverseJournal(tx, actor, { of, businessDate: actor.today, reason });
  if (wallet) await tellTakenBack(tx, actor, { paymentId: payment.id, reason });
}

/** With its money the fee leaves the books. */
async function reverseOfFee(
  tx: Tx,
  actor: Actor,
  payment: PaymentFacts,
  requestId: string,
  reason: string,
): Promise<void> {
  const wallet = payment.walletOf ? await lockWallet(tx, payment.walletOf) : undefined;
  await takeBackFee(tx, actor, { requestId, remark: reason });
  await takeOutOfBooks(tx, actor, payment, reason, wallet?.partyId);
  const of = { kind: 'OWNERSHIP_FEE' as const, sourceId: requestId };
  await reverseJournal(tx, actor, { of, businessDate: actor.today, reason });
  if (wallet) await tellTakenBack(tx, actor, { paymentId: payment.id, reason });
}

/** @param walletParty whose wallet has the money of the payment by now */
async function takeOutOfBooks(
  tx: Tx,
  actor: Actor,
  payment: PaymentFacts,
  reason: string,
  walletParty?: string,
): Promise<void> {
  // Cash and cards are counted in the drawer of the person who took them: there they are missing now.
  const drawer = isCounterMoney(payment) ? { ...actor, userId: payment.createdBy } : actor;
  await reverseJournals(tx, actor, {
    ...{ kind: 'ADVANCE', businessDate: actor.today, reason },
    of: sql`select booking_id from payments.allocations where payment_id = ${payment.id} and booking_id is not null`,
  });
  const of = { kind: 'PAYMENT' as const, sourceId: payment.id };
  const nowOf = walletParty ? { account: ACCOUNTS.wallets, partyId: walletParty } : undefined;
  await reverseJournal(tx, drawer, { of, businessDate: actor.today, reason, nowOf });
  await execute(
    tx,
    sql`update payments.payments set state = 'REVERSED', decided_at = ${actor.now} where id = ${payment.id}`,
  );
  if (payment.method === 'GATEWAY') await endFileAlarms(tx, actor, payment.id);
  await noticeDrawer(tx, actor, payment.id, reason);
}
