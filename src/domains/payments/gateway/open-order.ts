/**
 * Brings a payment that was started to the bank. The bank is asked outside any transaction; of two that ask at once
 * one order is kept, and nobody ever sees the other's address, so that it cannot be paid.
 */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { type Db, execute, one, sql, type Tx, transaction } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { errors, type Payment } from '../contract.ts';
import { nextCheckSeconds } from '../payment.rules.ts';
import { actsOn, getPayment, lockPayment, paymentFacts } from '../queries.ts';
import type { GatewayContext } from './check-order.ts';
import type { Gateway, Order } from './gateway.ts';
import { mayGiveUp } from './rights-at-bank.ts';

export type GatewayPayment = Payment & { bankUrl: string | null; mayGiveUp: boolean };

/** @param publicUrl the address to which the bank sends the browser back */
export async function openOrder(
  context: GatewayContext & { publicUrl: string },
  actor: Actor,
  input: { paymentId: string; language: 'en' | 'bn' },
): Promise<GatewayPayment> {
  const { db } = context.database;
  const { paymentId } = input;
  const payment = await paymentFacts(db, actor, paymentId);
  if (payment?.method !== 'GATEWAY') throw fail(commonErrors.not_found);
  if (payment.state !== 'CREATED') return gatewayPayment(db, actor, paymentId);
  const { targetNumber } = await getPayment(db, actor, paymentId);
  const back = (outcome: string) => `${context.publicUrl}/payment/${outcome}?payment=${paymentId}`;
  const order = await context.gateway
    .createOrder({
      paymentId,
      amountMinor: payment.amountMinor,
      description: targetNumber,
      language: input.language,
      approveUrl: back('approved'),
      cancelUrl: back('canceled'),
      declineUrl: back('declined'),
    })
    .catch(() => {
      throw fail(errors.gateway_away);
    });
  await transaction(db, (tx) => keepOrder(tx, actor, { paymentId, gateway: context.gateway, order }));
  return gatewayPayment(db, actor, paymentId);
}

async function keepOrder(
  tx: Tx,
  actor: Actor,
  { paymentId, gateway, order }: { paymentId: string; gateway: Gateway; order: Order },
): Promise<void> {
  const payment = await lockPayment(tx, paymentId);
  if (payment.state !== 'CREATED') return;
  const next = new Date(actor.now.getTime() + (nextCheckSeconds('PROCESSING', 0) ?? 0) * 1000);
  await execute(
    tx,
    sql`insert into payments.orders (payment_id, gateway, order_id, session_id, url, created_at, next_check_at)
    values (${paymentId}, ${gateway.name}, ${order.orderId}, ${order.sessionId}, ${order.url}, ${actor.now}, ${next})`,
  );
  await execute(tx, sql`update payments.payments set state = 'PROCESSING' where id = ${paymentId}`);
  await audit(tx, actor, {
    action: 'payment.order',
    object: 'payment',
    objectId: paymentId,
    after: { gateway: gateway.name, orderId: order.orderId },
  });
}

/** The payment, and the bank's page while somebody may still pay there. */
export async function gatewayPayment(db: Db | Tx, actor: Actor, paymentId: string): Promise<GatewayPayment> {
  const payment = await getPayment(db, actor, paymentId);
  const open = await one<{ bankUrl: string | null; mayGiveUp: boolean }>(
    db,
    sql`select case when p.state = 'PROCESSING' and ${actsOn(actor)} then o.url end as "bankUrl",
        ${mayGiveUp(actor)} is true as "mayGiveUp"
      from payments.payments p left join payments.orders o on o.payment_id = p.id where p.id = ${paymentId}`,
  );
  return { ...payment, ...open };
}
