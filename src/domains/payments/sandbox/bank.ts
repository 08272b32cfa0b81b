/**
 * The sandbox bank: plays the other side, after City Bank's order API. It keeps its own truth in
 * payments.sandbox_orders, signs its calls, and can be told to behave as badly as real banks do.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { type Database, execute, first, sql } from '#platform/database/db.ts';
import { addJob } from '#platform/jobs.ts';
import type { Callback, Gateway, OrderDetails } from '../gateway/gateway.ts';
import { CURRENCY } from '../gateway/gateway.ts';
import type { Decision, Manner } from './choices.rules.ts';

export const SANDBOX_MERCHANT = 'JOLKOL-DEMO';
export const SANDBOX_CALL_JOB = 'payments:sandbox-call';

const SESSION_MINUTES = 15;
export const DELAY_SECONDS = 45;
const REPEATS = 100;

export type SandboxOrder = {
  orderId: string;
  sessionId: string;
  amountMinor: number;
  currency: string;
  description: string;
  language: 'en' | 'bn';
  approveUrl: string;
  cancelUrl: string;
  declineUrl: string;
  status: 'CREATED' | 'APPROVED' | 'DECLINED' | 'CANCELED';
  paidMinor: number | null;
  decidedAt: string | null;
  expiresAt: string;
};

export type SandboxContext = {
  database: Pick<Database, 'db'>;
  now(): Date;
  /** Signs the bank's calls; known to the bank and to us. */
  key: Buffer;
};

/** The key of one installation, derived so that it serves nothing else. */
export function sandboxKey(pepper: string): Buffer {
  return createHmac('sha256', pepper).update('sandbox-bank').digest();
}

function sign(key: Buffer, message: string): string {
  return createHmac('sha256', key).update(message).digest('base64url');
}

const callbackSchema = z.object({
  orderId: z.string().max(100),
  merchantId: z.string().max(100),
  amountMinor: z.int(),
  currency: z.string().max(3),
});

/** The sandbox as our side sees it. */
export function sandboxGateway(context: SandboxContext): Gateway {
  const { db } = context.database;
  return {
    name: 'sandbox',
    merchantId: SANDBOX_MERCHANT,
    createOrder: async (request) => {
      const orderId = `SB${randomBytes(6).toString('hex').toUpperCase()}`;
      const sessionId = randomBytes(16).toString('hex');
      const expires = new Date(context.now().getTime() + SESSION_MINUTES * 60_000);
      await execute(
        db,
        sql`insert into payments.sandbox_orders (order_id, session_id, merchant_id, amount_minor, currency, description,
          language, approve_url, cancel_url, decline_url, expires_at)
        values (${orderId}, ${sessionId}, ${SANDBOX_MERCHANT}, ${request.amountMinor}, ${CURRENCY}, ${request.description},
          ${request.language}, ${request.approveUrl}, ${request.cancelUrl}, ${request.declineUrl}, ${expires})`,
      );
      return { orderId, sessionId, url: `/sandbox-bank/pay?ORDERID=${orderId}&SESSIONID=${sessionId}` };
    },
    orderDetails: async (order) => {
      const found = await findOrder(context, order);
      const known: Omit<OrderDetails, 'status'> = {
        orderId: order.orderId,
        merchantId: SANDBOX_MERCHANT,
        amountMinor: found?.paidMinor ?? found?.amountMinor ?? 0,
        currency: found?.currency ?? CURRENCY,
      };
      if (!found) return { ...known, status: 'UNKNOWN_ORDER' };
      const status = statusOf(found, context.now());
      return { ...known, status, ...(status === 'DECLINED' ? { reason: 'card_declined' } : {}) };
    },
    readCallback: (message, signature) => {
      const expected = Buffer.from(sign(context.key, message));
      const given = Buffer.from(signature);
      if (expected.length !== given.length || !timingSafeEqual(expected, given)) return undefined;
      return callbackSchema.safeParse(parseJson(message)).data;
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A decision in the future is not made yet: the mode "delay". */
function statusOf(order: SandboxOrder, now: Date): OrderDetails['status'] {
  if (order.status !== 'CREATED')
    return order.decidedAt && new Date(order.decidedAt) > now ? 'PENDING' : order.status;
  return new Date(order.expiresAt) <= now ? 'EXPIRED' : 'PENDING';
}

export function findOrder(
  context: Pick<SandboxContext, 'database'>,
  order: { orderId: string; sessionId: string },
): Promise<SandboxOrder | undefined> {
  return first(
    context.database.db,
    sql`select order_id as "orderId", session_id as "sessionId", amount_minor as "amountMinor", currency, description,
        language, approve_url as "approveUrl", cancel_url as "cancelUrl", decline_url as "declineUrl", status,
        paid_minor as "paidMinor", decided_at as "decidedAt", expires_at as "expiresAt"
      from payments.sandbox_orders where order_id = ${order.orderId} and session_id = ${order.sessionId}`,
  );
}

export type SignedCall = { message: string; signature: string };

/** A call as the bank sends it. */
export function signedCall(key: Buffer, callback: Callback): SignedCall {
  const message = JSON.stringify(callback);
  return { message, signature: sign(key, message) };
}

const OUTCOMES: Record<Decision, SandboxOrder['status']> = {
  approve: 'APPROVED',
  decline: 'DECLINED',
  cancel: 'CANCELED',
};

/**
 * Decides an order once. Gives the calls to send now; the mode `lie` declines, and the browser is sent to the
 * approved page all the same.
 */
export async function decide(
  context: SandboxContext,
  order: SandboxOrder,
  choice: { decision: Decision; manner: Manner },
): Promise<SignedCall[]> {
  const { decision, manner } = choice;
  const status = OUTCOMES[manner === 'lie' ? 'decline' : decision];
  const paid = manner === 'wrong-amount' ? order.amountMinor - 100 : order.amountMinor;
  const decidedAt = new Date(context.now().getTime() + (manner === 'delay' ? DELAY_SECONDS * 1000 : 0));
  const changed = await first(
    context.database.db,
    sql`update payments.sandbox_orders set status = ${status}, paid_minor = ${paid}, decided_at = ${decidedAt}
      where order_id = ${order.orderId} and status = 'CREATED' and expires_at > ${context.now()} returning 1`,
  );
  const call = signedCall(context.key, {
    orderId: order.orderId,
    merchantId: SANDBOX_MERCHANT,
    amountMinor: paid,
    currency: order.currency,
  });
  if (changed && manner === 'delay')
    await addJob(context.database.db, SANDBOX_CALL_JOB, call, { runAt: decidedAt });
  const count = !changed || manner === 'delay' || manner === 'silent' ? 0 : manner === 'repeat' ? REPEATS : 1;
  return Array.from({ length: count }, () => call);
}

/** The address that the browser goes to with a decision, and what the bank has it report. */
export function wayBack(order: SandboxOrder, decision: Decision): { returnUrl: string; claim: string } {
  const urls = { approve: order.approveUrl, decline: order.declineUrl, cancel: order.cancelUrl };
  return { returnUrl: urls[decision], claim: OUTCOMES[decision] };
}
