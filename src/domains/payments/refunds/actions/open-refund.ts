/**
 * Opens refund cases. A withdrawn note leaves the books: its income and VAT are taken back, what was not paid is
 * owed by nobody, what was paid is owed to the applicant (2210) until a case pays it out.
 */

import type { StateAnswer } from '#domains/applications/contract.ts';
import { noteRefund, withdrawPaid } from '#domains/applications/demand-note/actions/withdraw-paid.ts';
import { ACCOUNTS } from '#domains/ledger/accounts.rules.ts';
import { postJournal } from '#domains/ledger/actions/post-journal.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { first, one, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { errors } from '../../contract.ts';
import { noticeRefund } from '../../notices.ts';
import type { Refund } from '../contract.ts';
import { sendRefundMessage } from '../message-texts.ts';
import { getRefund } from '../queries.ts';

type Case = {
  applicationId: string;
  demandNoteId: string | null;
  paymentId: string | null;
  amountMinor: number;
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
    demandNoteId: note.id,
    paymentId: null,
    amountMinor: note.paidMinor,
    reason: input.remark,
  };
  await insertCase(tx, actor, asked);
  return answer;
}

/** Asks again after a refusal, or for money that a bank took when the note needed it no longer. */
export async function openRefund(
  tx: Tx,
  actor: Actor,
  input: {
    of: { kind: 'REFUSED'; refundId: string } | { kind: 'PAYMENT'; paymentId: string };
    reason: string;
  },
): Promise<Refund> {
  const { of, reason } = input;
  const owed =
    of.kind === 'REFUSED' ? await refusedCase(tx, of.refundId) : await latePayment(tx, of.paymentId);
  if (!owed) throw fail(errors.nothing_refundable);
  const id = await insertCase(tx, actor, { ...owed, reason });
  if (owed.demandNoteId) {
    const { applicationId, demandNoteId } = owed;
    await noteRefund(tx, actor, { applicationId, demandNoteId, refundState: 'REQUESTED', remark: reason });
  }
  return getRefund(tx, actor, id);
}

type Owed = Omit<Case, 'reason'>;

async function refusedCase(tx: Tx, refundId: string): Promise<Owed | undefined> {
  const found = await first<Owed & { state: string }>(
    tx,
    sql`select state, application_id as "applicationId", demand_note_id as "demandNoteId",
        payment_id as "paymentId", amount_minor as "amountMinor"
      from payments.refunds where id = ${refundId} for update`,
  );
  if (!found) throw fail(commonErrors.not_found);
  const { state, ...owed } = found;
  return state === 'REFUSED' ? owed : undefined;
}

/** Only what its journal put on 2210 is owed back; settling it in the ordinary way put it on 1110. */
function latePayment(tx: Tx, paymentId: string): Promise<Owed | undefined> {
  return first(
    tx,
    sql`select p.application_id as "applicationId", null::uuid as "demandNoteId", p.id as "paymentId",
        p.amount_minor as "amountMinor"
      from payments.payments p
      join ledger.journals j on j.kind = 'PAYMENT' and j.source_id = p.id
      join ledger.entries e on e.journal_id = j.id and e.account_code = ${ACCOUNTS.refundable}
      where p.id = ${paymentId} and p.state = 'APPROVED'`,
  );
}

async function insertCase(tx: Tx, actor: Actor, asked: Case): Promise<string> {
  const { id } = await one<{ id: string }>(
    tx,
    sql`insert into payments.refunds
        (application_id, demand_note_id, payment_id, amount_minor, reason, asked_by, asked_by_name, asked_at)
      values (${asked.applicationId}, ${asked.demandNoteId}, ${asked.paymentId}, ${asked.amountMinor}, ${asked.reason},
        ${actor.userId}, ${actor.name}, ${actor.now}) returning id`,
  );
  await audit(tx, actor, {
    action: 'refund.open',
    object: 'refund',
    objectId: id,
    after: { ...asked, state: 'REQUESTED' },
    reason: asked.reason,
  });
  await sendRefundMessage(tx, id);
  await noticeRefund(tx, actor, id);
  return id;
}
