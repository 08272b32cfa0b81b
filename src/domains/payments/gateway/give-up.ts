/**
 * A payment at the bank that nobody will finish: given up, so that the next one may begin. The bank is asked first, and what
 * it has decided counts. Should it report money later, that is booked as any late success.
 */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, first, sql, type Tx, transaction } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { errors } from '../contract.ts';
import { nextCheckSeconds } from '../payment.rules.ts';
import { checkOrder, type GatewayContext } from './check-order.ts';
import { type GatewayPayment, gatewayPayment } from './open-order.ts';
import { isAmong, mayGiveUp } from './rights-at-bank.ts';

/** Gives the payment as it is then: a bank that has decided meanwhile has the last word. */
export async function giveUp(
  context: GatewayContext,
  actor: Actor,
  paymentId: string,
): Promise<GatewayPayment> {
  const { db } = context.database;
  if (!(await isAmong(db, mayGiveUp(actor), paymentId))) return gatewayPayment(db, actor, paymentId);
  // Who gives it up does not want it taken by that.
  const status = await checkOrder(context, actor, paymentId, { takes: false });
  if (status === 'NO_ANSWER') throw fail(errors.gateway_away);
  await transaction(db, (tx) => cancel(tx, actor, paymentId));
  return gatewayPayment(db, actor, paymentId);
}

async function cancel(tx: Tx, actor: Actor, paymentId: string): Promise<void> {
  const given = await first<{ state: string }>(
    tx,
    sql`with wanted as (
        select p.id, p.state from payments.payments p where p.id = ${paymentId} and ${mayGiveUp(actor)} for update)
      update payments.payments t set state = 'CANCELED', decided_at = ${actor.now}
      from wanted where t.id = wanted.id returning wanted.state`,
  );
  if (!given) return;
  const next = new Date(actor.now.getTime() + (nextCheckSeconds('CANCELED', 0) ?? 0) * 1000);
  await execute(
    tx,
    sql`update payments.orders set checks = 0, next_check_at = ${next} where payment_id = ${paymentId}`,
  );
  await audit(tx, actor, {
    ...{ action: 'payment.give-up', object: 'payment', objectId: paymentId },
    before: { state: given.state },
    after: { state: 'CANCELED' },
  });
}
