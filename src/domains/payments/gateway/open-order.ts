/**
 * Brings a payment that was started to the bank. The bank is asked outside any transaction; of two that ask at once
 * one order is kept, and nobody ever sees the other's address, so that it cannot be paid. What is not due any more, because somebody paid
 * at the counter since the payment was started, is not brought there.
 */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { type Db, execute, first, one, sql, type Tx, transaction } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import type { GatewayName } from '#shared/gateway-names.ts';
import { errors, type Payment } from '../contract.ts';
import { nextCheckSeconds } from '../payment.rules.ts';
import { actsOn, getPayment, lockPayment, paymentFacts } from '../queries.ts';
import type { GatewayContext } from './check-order.ts';
import { isDueOn } from './due/due.ts';
import type { Gateway, Order } from './gateway.ts';
import { pagesOf } from './return-address.ts';
import { mayGiveUp } from './rights-at-bank.ts';

type BankPage = { bankUrl: string | null; mayGiveUp: boolean };
export type GatewayPayment = Payment & BankPage;

async function isDue(db: Db, today: string, paymentId: string): Promise<boolean> {
  const { due } = await one<{ due: boolean }>(
    db,
    sql`select ${isDueOn(today)} as due from payments.payments p where p.id = ${paymentId}`,
  );
  return due;
}

/** publicUrl: to which the bank sends the browser back; callbackUrl: at which it calls us. */
export type GatewayAddresses = GatewayContext & {
  publicUrl: string;
  callbackUrl: string;
  offered(): Promise<readonly Gateway[]>;
};

/** The gateway that the payer chose, or the first one. */
export async function offeredGateway(
  context: Pick<GatewayAddresses, 'offered'>,
  name: GatewayName | undefined,
): Promise<Gateway> {
  const all = await context.offered();
  const found = name === undefined ? all[0] : all.find((gateway) => gateway.name === name);
  if (!found) throw fail(name === undefined ? errors.gateway_none : errors.gateway_not_offered);
  return found;
}

export async function openOrder(
  context: GatewayAddresses,
  actor: Actor,
  /** back: the page to which the browser of somebody who is not signed in comes back. */
  input: { paymentId: string; language: 'en' | 'bn'; gateway?: GatewayName | undefined; back?: '/pay-link' },
): Promise<GatewayPayment> {
  const { db } = context.database;
  const { paymentId } = input;
  const payment = await paymentFacts(db, actor, paymentId);
  if (payment?.method !== 'GATEWAY') throw fail(commonErrors.not_found);
  if (payment.state !== 'CREATED') return gatewayPayment(db, actor, paymentId);
  if (!(await isDue(db, actor.today, paymentId))) throw fail(errors.not_due);
  const gateway = await offeredGateway(context, input.gateway);
  const { targetNumber } = await getPayment(db, actor, paymentId);
  const back = (outcome: string) =>
    `${context.publicUrl}${input.back ?? `${pagesOf(payment.source)}/${outcome}`}?payment=${paymentId}`;
  const order = await gateway
    .createOrder({
      paymentId,
      amountMinor: payment.amountMinor,
      description: targetNumber,
      language: input.language,
      approveUrl: back('approved'),
      cancelUrl: back('canceled'),
      declineUrl: back('declined'),
      returnUrl: `${context.publicUrl}/gateway/return/${input.back ? 'pay-link' : 'payment'}/${paymentId}`,
      callUrl: `${context.callbackUrl}/gateway/${gateway.name}/call`,
    })
    .catch(() => {
      throw fail(errors.gateway_away);
    });
  await transaction(db, (tx) => keepOrder(tx, actor, { paymentId, gateway, order }));
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
  const moved = await first(
    tx,
    sql`update payments.payments p set state = 'PROCESSING' where p.id = ${paymentId} and ${isDueOn(actor.today)} returning p.id`,
  );
  if (!moved) throw fail(errors.not_due);
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
  const open = await one<BankPage>(
    db,
    sql`select case when p.state = 'PROCESSING' and ${actsOn(actor)} then o.url end as "bankUrl",
        ${mayGiveUp(actor)} is true as "mayGiveUp"
      from payments.payments p left join payments.orders o on o.payment_id = p.id where p.id = ${paymentId}`,
  );
  return { ...payment, ...open };
}
