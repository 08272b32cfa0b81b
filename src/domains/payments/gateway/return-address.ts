/** The browser's next address after the bank: the page of the bank's own answer, not of the address it came to. */
import { z } from 'zod';
import type { Actor } from '#platform/actor.ts';
import type { PaymentSource, PaymentState } from '../payment.rules.ts';
import { paymentFacts } from '../queries.ts';
import type { GatewayContext } from './check-order.ts';
import { receiveReturn } from './receive-callback.ts';

const PAGES: Record<PaymentState, 'redirect' | 'approved' | 'canceled' | 'declined'> = {
  CREATED: 'redirect',
  PROCESSING: 'redirect',
  APPROVED: 'approved',
  REVERSED: 'approved',
  DECLINED: 'declined',
  CANCELED: 'canceled',
  EXPIRED: 'canceled',
};

type Return = {
  paymentId: string | undefined;
  /** What the browser brought. */
  form: Record<string, unknown>;
  below?: '/payment' | '/deposit/payment';
};

/** The pages after the bank: money for a wallet has its own. */
export const pagesOf = (source: PaymentSource): '/payment' | '/deposit/payment' =>
  source === 'WALLET_RECHARGE' ? '/deposit/payment' : '/payment';

/** Always a path of our own: nothing of the request but a known payment's id gets into it (G46). */
export async function returnAddress(
  context: GatewayContext,
  actor: Actor,
  { paymentId, form, below = '/payment' }: Return,
): Promise<string> {
  const id = z.uuid().safeParse(paymentId).data;
  if (!id) return `${below}/redirect`;
  await receiveReturn(context, actor, { paymentId: id, form });
  const payment = await paymentFacts(context.database.db, actor, id);
  return payment?.method === 'GATEWAY'
    ? `${pagesOf(payment.source)}/${PAGES[payment.state]}?payment=${id}`
    : `${below}/redirect`;
}
