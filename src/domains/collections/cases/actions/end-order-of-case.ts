/** The order of a case is not needed any more: it ends by the steps of work orders, and nobody goes there. */
import { withdrawPaidWork } from '#domains/payments/refunds/actions/open-refund.ts';
import { unassignOrder } from '#domains/work-orders/steps/actions/do-work.ts';
import { cancelOrder } from '#domains/work-orders/steps/actions/end-order.ts';
import { TRANSITIONS } from '#domains/work-orders/work-order.rules.ts';
import type { Actor } from '#platform/actor.ts';
import type { Tx } from '#platform/database/db.ts';
import type { Told, Work } from '../looked.ts';

type End = { order: Work; remark: string; told: Told };

/**
 * An order whose charge is paid is not cancelled: it is withdrawn, and what was paid is owed back. From a crew that has arrived it is taken
 * first. The crew is told by the step that takes it.
 */
export async function endOrder(tx: Tx, actor: Actor, { order, remark, told }: End): Promise<void> {
  const { id: orderId, version, state, paidMinor } = order;
  if (paidMinor === 0) {
    await cancelOrder(tx, actor, { orderId, version, remark, despitePayment: true }, told);
    return;
  }
  const isWithdrawable = TRANSITIONS['withdraw-paid'].from.includes(state);
  const left = isWithdrawable ? order : await unassignOrder(tx, actor, { orderId, version, remark });
  await withdrawPaidWork(tx, actor, { orderId, version: left.version, remark }, told.ended);
}
