/**
 * Opens refund cases. A withdrawn note leaves the books: its income and VAT are taken back, what was not paid is
 * owed by nobody, what was paid is owed to the applicant (2210) until a case pays it out. So with a paid work order that is cancelled.
 */

import type { StateAnswer } from '#domains/applications/contract.ts';
import { noteRefund, withdrawPaid } from '#domains/applications/demand-note/actions/withdraw-paid.ts';
import { applyAdvances } from '#domains/billing/invoices/actions/use-advances.ts';
import { ACCOUNTS } from '#domains/ledger/accounts.rules.ts';
import { postJournal } from '#domains/ledger/actions/post-journal.ts';
import { balanceOf } from '#domains/ledger/queries.ts';
import type { OrderEnded } from '#domains/work-orders/points.ts';
import { withdrawPaidOrder } from '#domains/work-orders/steps/actions/settle-charge.ts';
import type { StepAnswer } from '#domains/work-orders/steps/contract.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { first, one, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { errors } from '../../contract.ts';
import { noticeRefund } from '../../notices.ts';
import type { Refund } from '../contract.ts';
import { lockChargePayments } from '../lock-charge-payments.ts';
import { sendRefundMessage } from '../message-texts.ts';
import { getRefund } from '../queries.ts';
import { ASKED_AGAIN, NOBODY, type RefundState } from '../refund.rules.ts';

export type Case = {
  applicationId: string | null;
  /** Of a connection: money that is sent back, or its advance. */
  connectionId: string | null;
  workOrderId: string | null;
  ownershipRequestId: string | null;
  consumerId: string | null;
  demandNoteId: string | null;
  paymentId: string | null;
  amountMinor: number;
  /** Of who paid for the connection of another one: it never becomes that one's advance. */
  ofPayer?: boolean;
  reason: string;
};

/** The applicant, or staff for them, gives up a connection that money was paid for. */
export async function withdrawAfterPayment(
  tx: Tx,
  actor: Actor,
  input: { applicationId: string; version: number; remark: string },
): Promise<StateAnswer> {
  const { answer, note } = await withdrawPaid(tx, actor, input);
  await postJournal(tx, actor, {
    kind: 'WITHDRAWAL',
    sourceId: note.id,
    businessDate: actor.today,
    reason: input.remark,
    entries: [
      { account: ACCOUNTS.connectionFees, amountMinor: note.totalMinor - note.vatMinor },
      { account: ACCOUNTS.vat, amountMinor: note.vatMinor },
      { account: ACCOUNTS.applicants, partyId: answer.id, amountMinor: note.paidMinor - note.totalMinor },
      { account: ACCOUNTS.refundable, partyId: answer.id, amountMinor: -note.paidMinor },
    ],
  });
  const asked = {
    applicationId: answer.id,
    ...{ connectionId: null, workOrderId: null, ownershipRequestId: null, consumerId: null },
    demandNoteId: note.id,
    paymentId: null,
    amountMinor: note.paidMinor,
    reason: input.remark,
  };
  await insertCase(tx, actor, asked);
  return answer;
}

/** The office, or the program, cancels work that was paid: its payment is owed back. */
export async function withdrawPaidWork(
  tx: Tx,
  actor: Actor,
  input: { orderId: string; version: number; remark: string },
  ended: OrderEnded,
): Promise<StepAnswer> {
  await lockChargePayments(tx, sql`select ${input.orderId}::uuid`);
  const { answer, subject } = await withdrawPaidOrder(tx, actor, input, ended);
  const { id: workOrderId, consumerId, paidMinor: amountMinor, vatMinor } = subject;
  await postJournal(tx, actor, {
    kind: 'WITHDRAWAL',
    sourceId: workOrderId,
    businessDate: actor.today,
    reason: input.remark,
    entries: [
      { account: ACCOUNTS.work, amountMinor: amountMinor - vatMinor },
      { account: ACCOUNTS.vat, amountMinor: vatMinor },
      { account: ACCOUNTS.refundable, partyId: workOrderId, amountMinor: -amountMinor },
    ],
  });
  const { id: paymentId } = await one<{ id: string }>(
    tx,
    sql`select p.id from payments.payments p where p.work_order_id = ${workOrderId} and p.state = 'APPROVED'
      and exists (select from ledger.journals j join ledger.entries e on e.journal_id = j.id
        where j.kind = 'PAYMENT' and j.source_id = p.id and e.account_code = ${ACCOUNTS.workOrders})`,
  );
  const asked = {
    ...{ applicationId: null, connectionId: null, ownershipRequestId: null, demandNoteId: null },
    ...{ workOrderId, consumerId },
    ...{ paymentId, amountMinor, reason: input.remark },
  };
  if (actor.kind !== 'system') await insertCase(tx, actor, asked);
  else await sendRefundMessage(tx, await insertCase(tx, actor, asked, NOBODY));
  return answer;
}

type Of =
  | { kind: 'REFUSED'; refundId: string }
  | { kind: 'PAYMENT'; paymentId: string }
  | { kind: 'ADVANCE'; connectionId: string; amountMinor: number };

/** Asks again after a refusal or a request that was taken back, for money that a bank took and nothing needed, or for a connection's advance. */
export async function openRefund(tx: Tx, actor: Actor, input: { of: Of; reason: string }): Promise<Refund> {
  const { of, reason } = input;
  if (of.kind === 'ADVANCE') return claimAdvance(tx, actor, { ...of, reason });
  const owed =
    of.kind === 'REFUSED' ? await refusedCase(tx, of.refundId) : await latePayment(tx, of.paymentId);
  if (!owed) throw fail(errors.nothing_refundable);
  const id = await insertCase(tx, actor, { ...owed, reason });
  const { applicationId, demandNoteId } = owed;
  if (applicationId && demandNoteId) {
    await noteRefund(tx, actor, { applicationId, demandNoteId, refundState: 'REQUESTED', remark: reason });
  }
  return getRefund(tx, actor, id);
}

/**
 * The advance leaves the connection's account for what is owed back (2210) while the case lives, so that no bill uses
 * it. Bills that are open are paid from it first. The connection's lock is held from the comparison to the journal.
 */
async function claimAdvance(
  tx: Tx,
  actor: Actor,
  input: { connectionId: string; amountMinor: number; reason: string },
): Promise<Refund> {
  const { connectionId, amountMinor, reason } = input;
  const connection = await first<{ consumerId: string }>(
    tx,
    sql`select consumer_id as "consumerId" from meters.connections where id = ${connectionId} for no key update`,
  );
  if (!connection) throw fail(commonErrors.not_found);
  await applyAdvances(tx, actor, {
    connections: sql`select ${connectionId}::uuid as id`,
    businessDate: actor.today,
  });
  const balance = await balanceOf(tx, { partyId: connectionId, account: ACCOUNTS.advances });
  const unpaid = await waitingMinor(tx, connectionId);
  if (amountMinor > -balance) throw fail(errors.above_advance, { amount: Math.max(-balance, 0) });
  if (amountMinor > -balance - unpaid)
    throw fail(errors.advance_in_clearing, { amount: Math.max(-balance - unpaid, 0) });
  const id = await insertCase(tx, actor, {
    ...{
      applicationId: null,
      workOrderId: null,
      ownershipRequestId: null,
      demandNoteId: null,
      paymentId: null,
    },
    ...{ connectionId, consumerId: connection.consumerId, amountMinor, reason },
  });
  await postJournal(tx, actor, {
    kind: 'REFUND_CLAIM',
    sourceId: id,
    businessDate: actor.today,
    reason,
    entries: [
      { account: ACCOUNTS.advances, partyId: connectionId, amountMinor },
      { account: ACCOUNTS.refundable, partyId: connectionId, amountMinor: -amountMinor },
    ],
  });
  return getRefund(tx, actor, id);
}

/** Money of cheques that no bank has paid yet: it may have become an advance, and may still be gone. */
async function waitingMinor(tx: Tx, connectionId: string): Promise<number> {
  const { minor } = await one<{ minor: number }>(
    tx,
    sql`select coalesce(sum(p.amount_minor), 0)::bigint as minor from payments.payments p join payments.cheques c on c.payment_id = p.id
      where p.connection_id = ${connectionId} and p.state = 'APPROVED' and c.state in ('RECEIVED', 'DEPOSITED')`,
  );
  return minor;
}

/** The case of a payment that two people decided to send back; the person who proposed it has asked. */
export async function openCaseForPayment(
  tx: Tx,
  actor: Actor,
  input: { paymentId: string; reason: string; asker: Asker },
): Promise<void> {
  const owed = await latePayment(tx, input.paymentId);
  if (!owed) throw fail(errors.nothing_refundable);
  await insertCase(tx, actor, { ...owed, reason: input.reason }, input.asker);
}

type Owed = Omit<Case, 'reason'>;
type Asker = { userId: string | null; name: string };

async function refusedCase(tx: Tx, refundId: string): Promise<Owed | undefined> {
  const found = await first<Owed & { state: RefundState }>(
    tx,
    sql`select state, application_id as "applicationId", connection_id as "connectionId",
        work_order_id as "workOrderId", ownership_request_id as "ownershipRequestId", consumer_id as "consumerId", demand_note_id as "demandNoteId",
        payment_id as "paymentId", amount_minor as "amountMinor", of_payer as "ofPayer"
      from payments.refunds where id = ${refundId} for update`,
  );
  if (!found) throw fail(commonErrors.not_found);
  const { state, ...owed } = found;
  // An advance that was refused or given up is the connection's again: it is asked for as an advance.
  return ASKED_AGAIN.includes(state) && (owed.demandNoteId || owed.paymentId) ? owed : undefined;
}

/** Only what its journal put on 2210 is owed back; settling it in the ordinary way put it on 1110. */
function latePayment(tx: Tx, paymentId: string): Promise<Owed | undefined> {
  return first(
    tx,
    sql`select p.application_id as "applicationId", p.connection_id as "connectionId",
        p.work_order_id as "workOrderId", p.ownership_request_id as "ownershipRequestId", case when p.application_id is null then coalesce(p.payer_id, p.consumer_id) end as "consumerId", null::uuid as "demandNoteId", p.id as "paymentId",
        p.amount_minor as "amountMinor", p.connection_id is not null and p.payer_id is not null as "ofPayer"
      from payments.payments p
      join ledger.journals j on j.kind = 'PAYMENT' and j.source_id = p.id
      join ledger.entries e on e.journal_id = j.id and e.account_code = ${ACCOUNTS.refundable}
      where p.id = ${paymentId} and p.state = 'APPROVED'`,
  );
}

export async function insertCase(tx: Tx, actor: Actor, asked: Case, asker: Asker = actor): Promise<string> {
  const { id } = await one<{ id: string }>(
    tx,
    sql`insert into payments.refunds
        (application_id, connection_id, work_order_id, ownership_request_id, consumer_id, demand_note_id, payment_id, amount_minor, of_payer, reason, asked_by,
        asked_by_name, asked_at)
      values (${asked.applicationId}, ${asked.connectionId}, ${asked.workOrderId}, ${asked.ownershipRequestId}, ${asked.consumerId}, ${asked.demandNoteId}, ${asked.paymentId}, ${asked.amountMinor}, ${asked.ofPayer ?? false}, ${asked.reason},
        ${asker.userId}, ${asker.name}, ${actor.now}) returning id`,
  );
  await audit(tx, actor, {
    action: 'refund.open',
    object: 'refund',
    objectId: id,
    after: { ...asked, state: 'REQUESTED' },
    reason: asked.reason,
  });
  // What the program asks for was no wish of the payer: the receipt tells them.
  if (asker.userId !== null) await sendRefundMessage(tx, id);
  await noticeRefund(tx, actor, id);
  return id;
}
