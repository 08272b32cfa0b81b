/** The browser's next address after the bank: the page of the bank's own answer, not of the address it came to. */
import { z } from 'zod';
import type { Actor } from '#platform/actor.ts';
import type { PaymentState } from '../payment.rules.ts';
import { paymentFacts } from '../queries.ts';
import { checkOrder, type GatewayContext } from './check-order.ts';

const PAGES: Record<PaymentState, 'redirect' | 'approved' | 'canceled' | 'declined'> = {
  CREATED: 'redirect',
  PROCESSING: 'redirect',
  APPROVED: 'approved',
  REVERSED: 'approved',
  DECLINED: 'declined',
  CANCELED: 'canceled',
  EXPIRED: 'canceled',
};

/** Always a path of our own: nothing of the request but a known payment's id gets into it (G46). */
export async function returnAddress(
  context: GatewayContext,
  actor: Actor,
  paymentId: string | undefined,
): Promise<string> {
  const id = z.uuid().safeParse(paymentId).data;
  if (!id) return '/payment/redirect';
  await checkOrder(context, actor, id);
  const payment = await paymentFacts(context.database.db, actor, id);
  return payment?.method === 'GATEWAY'
    ? `/payment/${PAGES[payment.state]}?payment=${id}`
    : '/payment/redirect';
}
