/** Who asked to take a payment back gives that up while it waits for the second person: the payment stays, and may be asked for again. */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { first, one, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { errors, type Payment } from '../../contract.ts';
import { getPayment, lockPayment } from '../../queries.ts';

export async function giveUpReversal(
  tx: Tx,
  actor: Actor,
  { reversalId, reason }: { reversalId: string; reason: string },
): Promise<Payment> {
  const found = await first<{ paymentId: string }>(
    tx,
    sql`select payment_id as "paymentId" from payments.reversals where id = ${reversalId}`,
  );
  if (!found) throw fail(commonErrors.not_found);
  // The second person decides under the same lock, and so does who looks whether a request waits.
  const payment = await lockPayment(tx, found.paymentId);
  const givenUp = await first(
    tx,
    sql`update payments.reversals
      set state = 'GIVEN_UP', decided_by = ${actor.userId}, decided_at = ${actor.now}, decision_remark = ${reason}
      where id = ${reversalId} and state = 'REQUESTED' and requested_by = ${actor.userId} returning id`,
  );
  if (!givenUp) {
    const { state } = await one<{ state: string }>(
      tx,
      sql`select state from payments.reversals where id = ${reversalId}`,
    );
    throw fail(state === 'REQUESTED' ? errors.not_asker : errors.reversal_decided);
  }
  await audit(tx, actor, {
    action: 'payment.give-up-reversal',
    object: 'payment',
    objectId: payment.id,
    before: { state: payment.state },
    after: { state: payment.state, amountMinor: payment.amountMinor },
    reason,
  });
  return getPayment(tx, actor, payment.id);
}
