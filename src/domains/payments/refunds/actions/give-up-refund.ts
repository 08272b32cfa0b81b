/** Who asked for a refund takes the request back before somebody has decided. The money is owed as before; an advance is the connection's again. */
import { noteRefund } from '#domains/applications/demand-note/actions/withdraw-paid.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { first, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { errors } from '../../contract.ts';
import type { Refund } from '../contract.ts';
import { lockRefund } from '../lock-refund.ts';
import { sendRefundMessage } from '../message-texts.ts';
import { getRefund } from '../queries.ts';
import { returnAdvance } from './decide-refund.ts';

export async function giveUpRefund(
  tx: Tx,
  actor: Actor,
  { refundId, reason }: { refundId: string; reason: string },
): Promise<Refund> {
  const refund = await lockRefund(tx, refundId);
  const { applicationId, demandNoteId, connectionId, paymentId, amountMinor } = refund;
  const givenUp = await first(
    tx,
    sql`update payments.refunds
      set state = 'GIVEN_UP', decided_by = ${actor.userId}, decided_by_name = ${actor.name}, decided_at = ${actor.now},
        decided_on = ${actor.today}, decision_remark = ${reason}
      where id = ${refundId} and state = 'REQUESTED' and asked_by = ${actor.userId} returning id`,
  );
  if (!givenUp) throw fail(refund.state === 'REQUESTED' ? errors.not_asker : errors.refund_decided);
  await audit(tx, actor, {
    action: 'refund.give-up',
    object: 'refund',
    objectId: refundId,
    before: { state: refund.state },
    after: { state: 'GIVEN_UP', amountMinor },
    reason,
  });
  if (connectionId && !paymentId) await returnAdvance(tx, actor, { id: refundId, connectionId, reason });
  // As after a refusal, the applicant reads the reason, and it may be asked for again.
  if (applicationId && demandNoteId)
    await noteRefund(tx, actor, { applicationId, demandNoteId, refundState: 'REFUSED', remark: reason });
  await sendRefundMessage(tx, refundId);
  return getRefund(tx, actor, refundId);
}
