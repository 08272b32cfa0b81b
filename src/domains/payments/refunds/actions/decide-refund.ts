/** The second person's word. The money stays owed (2210) until it is paid out; a refusal moves nothing. */
import { noteRefund } from '#domains/applications/demand-note/actions/withdraw-paid.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { errors } from '../../contract.ts';
import { noticeRefund } from '../../notices.ts';
import type { Refund } from '../contract.ts';
import { lockRefund } from '../lock-refund.ts';
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
  const { applicationId, demandNoteId } = refund;
  if (demandNoteId) {
    await noteRefund(tx, actor, { applicationId, demandNoteId, refundState: state, remark: input.remark });
  }
  await sendRefundMessage(tx, refund.id);
  await noticeRefund(tx, actor, refund.id);
  return getRefund(tx, actor, refund.id);
}
