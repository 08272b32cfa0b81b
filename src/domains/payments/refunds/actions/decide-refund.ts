/**
 * The second person's word. The money stays owed (2210) until it is paid out; a refusal moves nothing, except that an
 * advance is the connection's again.
 */
import { noteRefund } from '#domains/applications/demand-note/actions/withdraw-paid.ts';
import { applyAdvances } from '#domains/billing/invoices/actions/use-advances.ts';
import { reverseJournal } from '#domains/ledger/actions/post-journal.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { errors } from '../../contract.ts';
import { noticeRefund } from '../../notices.ts';
import type { Refund } from '../contract.ts';
import { lockRefund, refuseReturned } from '../lock-refund.ts';
import { sendRefundMessage } from '../message-texts.ts';
import { getRefund } from '../queries.ts';

export async function decideRefund(
  tx: Tx,
  actor: Actor,
  input: { refundId: string; accept: boolean; remark?: string | undefined },
): Promise<Refund> {
  const refund = await lockRefund(tx, input.refundId);
  if (refund.state !== 'REQUESTED') throw fail(errors.refund_decided);
  if (!input.accept && !input.remark) throw fail(errors.refusal_reason);
  if (input.accept) await refuseReturned(tx, refund);
  const state = input.accept ? 'APPROVED' : 'REFUSED';
  await execute(
    tx,
    sql`update payments.refunds
    set state = ${state}, decided_by = ${actor.userId}, decided_by_name = ${actor.name}, decided_at = ${actor.now},
      decided_on = ${actor.today}, decision_remark = ${input.remark ?? null}
    where id = ${refund.id}`,
  );
  await audit(tx, actor, {
    action: input.accept ? 'refund.approve' : 'refund.refuse',
    object: 'refund',
    objectId: refund.id,
    before: { state: refund.state },
    after: { state, amountMinor: refund.amountMinor },
    reason: input.remark,
  });
  const { applicationId, demandNoteId, connectionId, paymentId } = refund;
  if (!input.accept && connectionId && !paymentId) {
    await returnAdvance(tx, actor, { id: refund.id, connectionId, reason: input.remark ?? '' });
  }
  if (applicationId && demandNoteId) {
    await noteRefund(tx, actor, { applicationId, demandNoteId, refundState: state, remark: input.remark });
  }
  await sendRefundMessage(tx, refund.id);
  await noticeRefund(tx, actor, refund.id);
  return getRefund(tx, actor, refund.id);
}

/** Posts the opposite of the claim: the advance is the connection's again, and pays what is open. */
export async function returnAdvance(
  tx: Tx,
  actor: Actor,
  refused: { id: string; connectionId: string; reason: string },
): Promise<void> {
  await execute(tx, sql`select from meters.connections where id = ${refused.connectionId} for no key update`);
  await reverseJournal(tx, actor, {
    of: { kind: 'REFUND_CLAIM', sourceId: refused.id },
    businessDate: actor.today,
    reason: refused.reason,
  });
  const connections = sql`select ${refused.connectionId}::uuid as id`;
  await applyAdvances(tx, actor, { connections, businessDate: actor.today });
}
