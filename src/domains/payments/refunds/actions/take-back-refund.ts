/**
 * The way back of a refund, each step by two people: an approved case is withdrawn, a payout by bank comes back. One person
 * asks, the decision is in proposals. Lock order: proposal → refund → application or connection.
 */
import { noteRefund } from '#domains/applications/demand-note/actions/withdraw-paid.ts';
import { applyAdvances } from '#domains/billing/invoices/actions/use-advances.ts';
import { ACCOUNTS } from '#domains/ledger/accounts.rules.ts';
import { postJournal } from '#domains/ledger/actions/post-journal.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, first, one, sql, type Tx } from '#platform/database/db.ts';
import { type ErrorCode, fail } from '#shared/errors.ts';
import { errors } from '../../contract.ts';
import { noticeRefund } from '../../notices.ts';
import { tellDeciders } from '../../proposals/actions/propose-money.ts';
import type { Refund } from '../contract.ts';
import { lockRefund } from '../lock-refund.ts';
import { sendRefundMessage } from '../message-texts.ts';
import { getRefund } from '../queries.ts';

type Ask = { refundId: string; reason: string };

export function askWithdrawal(tx: Tx, actor: Actor, input: Ask): Promise<Refund> {
  return ask(tx, actor, {
    ...input,
    kind: 'WITHDRAW_REFUND',
    statement: null,
    refusal: errors.refund_not_approved,
  });
}

/** @param input.reference line of the bank's statement on which the money is again */
export function askReturn(tx: Tx, actor: Actor, input: Ask & { reference: string }): Promise<Refund> {
  return ask(tx, actor, {
    ...input,
    kind: 'RETURN_REFUND',
    statement: input.reference,
    refusal: errors.refund_not_returned,
  });
}

async function ask(
  tx: Tx,
  actor: Actor,
  asked: Ask & {
    kind: 'WITHDRAW_REFUND' | 'RETURN_REFUND';
    statement: string | null;
    /** If the case is in another state. */
    refusal: ErrorCode;
  },
): Promise<Refund> {
  const { refundId, kind, reason, statement } = asked;
  const refund = await getRefund(tx, actor, refundId);
  const proposal = await first<{ id: string }>(
    tx,
    sql`insert into payments.proposals (kind, refund_id, amount_minor, statement_reference, reason, requested_by, requested_at)
      select ${kind}::text, f.id, f.amount_minor, ${statement}::text, ${reason}::text, ${actor.userId}::uuid,
        ${actor.now}::timestamptz
      from payments.refunds f where f.id = ${refundId} and case ${kind}::text
        when 'WITHDRAW_REFUND' then f.state = 'APPROVED' else f.state = 'PAID_OUT' and f.method = 'BANK' end
      returning id`,
  );
  if (!proposal) throw fail(asked.refusal);
  await audit(tx, actor, {
    action: kind === 'WITHDRAW_REFUND' ? 'refund.ask-withdrawal' : 'refund.ask-return',
    object: 'refund',
    objectId: refundId,
    // Nothing moves until the second person decides.
    before: { state: refund.state },
    after: { state: refund.state, kind, amountMinor: refund.amountMinor, statement },
    reason,
  });
  await tellDeciders(tx, actor, { proposalId: proposal.id, amountMinor: refund.amountMinor });
  return getRefund(tx, actor, refundId);
}

/** What a connection would have got is its advance now, and pays what is open. Money of an application, or of who paid for another, stays owed (2210). */
export async function withdrawRefund(tx: Tx, actor: Actor, { refundId, reason }: Ask): Promise<void> {
  const refund = await lockRefund(tx, refundId);
  const { applicationId, demandNoteId, connectionId, amountMinor } = refund;
  if (refund.state !== 'APPROVED') throw fail(errors.refund_not_approved);
  await setState(tx, actor, { id: refund.id, from: refund.state, to: 'WITHDRAWN', amountMinor, reason });
  if (connectionId && !refund.ofPayer) {
    await execute(tx, sql`select from meters.connections where id = ${connectionId} for no key update`);
    await postJournal(tx, actor, {
      ...{ kind: 'REFUND_WITHDRAWAL', sourceId: refund.id, businessDate: actor.today, reason },
      entries: [
        { account: ACCOUNTS.refundable, partyId: connectionId, amountMinor },
        { account: ACCOUNTS.advances, partyId: connectionId, amountMinor: -amountMinor },
      ],
    });
    const connections = sql`select ${connectionId}::uuid as id`;
    await applyAdvances(tx, actor, { connections, businessDate: actor.today });
  }
  // The household reads "refused" with the reason, and may ask again.
  if (applicationId && demandNoteId)
    await noteRefund(tx, actor, { applicationId, demandNoteId, refundState: 'REFUSED', remark: reason });
  await sendRefundMessage(tx, refund.id);
}

/** The money is in the bank again and owed again. The old case keeps its voucher; a new one is approved as the old one was. */
export async function returnRefund(tx: Tx, actor: Actor, { refundId, reason }: Ask): Promise<void> {
  const refund = await lockRefund(tx, refundId);
  const { applicationId, demandNoteId, connectionId, workOrderId, ownershipRequestId, amountMinor } = refund;
  if (refund.state !== 'PAID_OUT') throw fail(errors.refund_not_returned);
  await setState(tx, actor, { id: refund.id, from: refund.state, to: 'RETURNED', amountMinor, reason });
  const partyId = String(applicationId ?? connectionId ?? workOrderId ?? ownershipRequestId);
  await postJournal(tx, actor, {
    ...{ kind: 'REFUND_RETURN', sourceId: refund.id, businessDate: actor.today, reason },
    entries: [
      { account: ACCOUNTS.bank, amountMinor },
      { account: ACCOUNTS.refundable, partyId, amountMinor: -amountMinor },
    ],
  });
  const { id } = await one<{ id: string }>(
    tx,
    sql`insert into payments.refunds (application_id, connection_id, work_order_id, ownership_request_id, consumer_id, demand_note_id, payment_id, amount_minor, of_payer,
        reason, asked_by, asked_by_name, asked_at, state, decided_by, decided_by_name, decided_at, decided_on,
        decision_remark, follows_id)
      select application_id, connection_id, work_order_id, ownership_request_id, consumer_id, demand_note_id, payment_id, amount_minor, of_payer, reason, asked_by,
        asked_by_name, ${actor.now}::timestamptz, 'APPROVED', decided_by, decided_by_name, decided_at, decided_on,
        decision_remark, id
      from payments.refunds where id = ${refund.id} returning id`,
  );
  if (applicationId && demandNoteId)
    await noteRefund(tx, actor, { applicationId, demandNoteId, refundState: 'APPROVED', remark: reason });
  await sendRefundMessage(tx, refund.id);
  await sendRefundMessage(tx, id);
  await noticeRefund(tx, actor, id);
}

async function setState(
  tx: Tx,
  actor: Actor,
  step: { id: string; from: string; to: 'WITHDRAWN' | 'RETURNED'; amountMinor: number; reason: string },
): Promise<void> {
  await execute(tx, sql`update payments.refunds set state = ${step.to} where id = ${step.id}`);
  await audit(tx, actor, {
    action: step.to === 'WITHDRAWN' ? 'refund.withdraw' : 'refund.return',
    object: 'refund',
    objectId: step.id,
    before: { state: step.from },
    after: { state: step.to, amountMinor: step.amountMinor },
    reason: step.reason,
  });
}
