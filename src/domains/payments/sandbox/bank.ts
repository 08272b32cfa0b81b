/**
 * The sandbox bank: plays the other side. It keeps its own truth in payments.sandbox_orders, signs its calls, and can be told to behave
 * as badly as real banks do. The simulators of the real gateways (simulators/) keep to the same truth, each with its own contract.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { type Database, execute, first, sql } from '#platform/database/db.ts';
import { addJob } from '#platform/jobs.ts';
import type { GatewayName } from '#shared/gateway-names.ts';
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
  gateway: GatewayName;
  manner: Manner;
  /** What the merchant calls it. */
  reference: string | null;
  callUrl: string | null;
  status: 'CREATED' | 'AGREED' | 'APPROVED' | 'DECLINED' | 'CANCELED';
  paidMinor: number | null;
  decidedAt: string | null;
  expiresAt: string;
};

export type SandboxContext = {
  database: Pick<Database, 'db'>;
  now(): Date;
  /** Signs the bank's calls; known to the bank and to us. */
  key: Buffer;
  /** Our own address: the pages of the simulators are there. */
  publicUrl: string;
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

type NewOrder = Pick<
  SandboxOrder,
  'orderId' | 'sessionId' | 'amountMinor' | 'description' | 'approveUrl' | 'cancelUrl' | 'declineUrl'
> &
  Partial<Pick<SandboxOrder, 'gateway' | 'language' | 'reference' | 'callUrl'>>;

/** Notes an order; gives the address of its page. */
export async function noteOrder(context: SandboxContext, order: NewOrder): Promise<string> {
  const {
    gateway = 'sandbox',
    language = 'bn',
    reference = null,
    callUrl = null,
    orderId,
    sessionId,
  } = order;
  const expires = new Date(context.now().getTime() + SESSION_MINUTES * 60_000);
  await execute(
    context.database.db,
    sql`insert into payments.sandbox_orders (order_id, session_id, merchant_id, amount_minor, currency, description, language,
        approve_url, cancel_url, decline_url, expires_at, gateway, reference, call_url)
      values (${orderId}, ${sessionId}, ${SANDBOX_MERCHANT}, ${order.amountMinor}, ${CURRENCY}, ${order.description}, ${language},
        ${order.approveUrl}, ${order.cancelUrl}, ${order.declineUrl}, ${expires}, ${gateway}, ${reference}, ${callUrl})`,
  );
  return `/sandbox-bank/pay?ORDERID=${orderId}&SESSIONID=${sessionId}`;
}

/** The sandbox as our side sees it. */
export function sandboxGateway(context: SandboxContext): Gateway {
  return {
    name: 'sandbox',
    merchantId: SANDBOX_MERCHANT,
    createOrder: async (request) => {
      const orderId = newOrderId('SB');
      const sessionId = newSession();
      const url = await noteOrder(context, { ...request, orderId, sessionId });
      return { orderId, sessionId, url };
    },
    orderDetails: async (order) => {
      const found = await findOrder(context, order);
      if (!found)
        return {
          ...{ orderId: order.orderId, merchantId: SANDBOX_MERCHANT, amountMinor: 0, currency: CURRENCY },
          status: 'UNKNOWN_ORDER',
        };
      const told = tellOf(found, context.now());
      return { ...told, ...(told.status === 'DECLINED' ? { reason: 'card_declined' } : {}) };
    },
    readCallback: (message, signature) => {
      const expected = Buffer.from(sign(context.key, message));
      const given = Buffer.from(signature);
      if (expected.length !== given.length || !timingSafeEqual(expected, given)) return undefined;
      return callbackSchema.safeParse(parseJson(message)).data;
    },
  };
}

export const newOrderId = (start: string): string =>
  `${start}${randomBytes(6).toString('hex').toUpperCase()}`;
export const newSession = (): string => randomBytes(16).toString('hex');

const ANOTHER_CURRENCY = '840';

/** What the bank says of an order: the truth, unless it was told to say something else. */
export function tellOf(order: SandboxOrder, now: Date): OrderDetails {
  const status = statusOf(order, now);
  const isTaken = status === 'APPROVED';
  const says = (manner: Manner) => isTaken && order.manner === manner;
  return {
    orderId: says('wrong-order') ? `${order.orderId}X` : order.orderId,
    merchantId: says('wrong-merchant') ? 'OTHER' : SANDBOX_MERCHANT,
    amountMinor: order.paidMinor ?? order.amountMinor,
    currency: says('wrong-currency') ? ANOTHER_CURRENCY : order.currency,
    status: says('risky') ? 'HELD' : status,
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A decision in the future is not made yet: "delay" and "late". What the payer agreed to is open until the merchant asks for it. */
function statusOf(order: SandboxOrder, now: Date): OrderDetails['status'] {
  const { status } = order;
  const isDecided = order.decidedAt !== null && new Date(order.decidedAt) <= now;
  if (isDecided && status !== 'CREATED' && status !== 'AGREED') return status;
  return new Date(order.expiresAt) <= now ? 'EXPIRED' : 'PENDING';
}

const columns = sql`order_id as "orderId", session_id as "sessionId", amount_minor as "amountMinor", currency, description,
  language, approve_url as "approveUrl", cancel_url as "cancelUrl", decline_url as "declineUrl", status,
  paid_minor as "paidMinor", decided_at as "decidedAt", expires_at as "expiresAt", gateway, manner, reference, call_url as "callUrl"`;

export function findOrder(
  context: Pick<SandboxContext, 'database'>,
  order: { orderId: string; sessionId: string },
): Promise<SandboxOrder | undefined> {
  return first(
    context.database.db,
    sql`select ${columns} from payments.sandbox_orders
      where order_id = ${order.orderId} and session_id = ${order.sessionId}`,
  );
}

/** As a merchant of one gateway asks for its own: by what that gateway calls an order. */
export function findOf(
  context: Pick<SandboxContext, 'database'>,
  gateway: GatewayName,
  by: { orderId: string } | { sessionId: string },
): Promise<SandboxOrder | undefined> {
  const which = 'orderId' in by ? sql`order_id = ${by.orderId}` : sql`session_id = ${by.sessionId}`;
  return first(
    context.database.db,
    sql`select ${columns} from payments.sandbox_orders where gateway = ${gateway} and ${which}`,
  );
}

/** The merchant asks for the money that the payer agreed to. False: nobody has agreed, or it was taken before. */
export async function takeAgreed(context: SandboxContext, orderId: string): Promise<boolean> {
  const taken = await first(
    context.database.db,
    sql`update payments.sandbox_orders set status = 'APPROVED'
      where order_id = ${orderId} and status = 'AGREED' and decided_at <= ${context.now()} returning 1`,
  );
  return taken !== undefined;
}

export type SignedCall = { message: string; signature: string };

/** A call as the bank sends it. */
export function signedCall(key: Buffer, callback: Callback): SignedCall {
  const message = JSON.stringify(callback);
  return { message, signature: sign(key, message) };
}

const OUTCOMES: Record<Decision, Exclude<SandboxOrder['status'], 'CREATED' | 'AGREED'>> = {
  approve: 'APPROVED',
  decline: 'DECLINED',
  cancel: 'CANCELED',
};

const LATE_MS = 60_000;

/** When the decision counts. */
function decidedAtOf(order: SandboxOrder, manner: Manner, now: Date): Date {
  if (manner === 'late') return new Date(new Date(order.expiresAt).getTime() + LATE_MS);
  return manner === 'delay' ? new Date(now.getTime() + DELAY_SECONDS * 1000) : now;
}

/** How often the bank calls at once. */
const CALLS: Partial<Record<Manner, number>> = { delay: 0, late: 0, silent: 0, repeat: REPEATS };

export type Call = SignedCall & { gateway: GatewayName };
/** The call of a gateway about an order; undefined for one that sends none. */
export type CallOf = (order: SandboxOrder, told: OrderDetails) => Call | undefined;

/**
 * Decides an order once. Gives the calls to send now; the manner `lie` declines, and the browser is sent to the
 * approved page all the same.
 */
export async function decide(
  context: SandboxContext,
  order: SandboxOrder,
  choice: { decision: Decision; manner: Manner; callOf: CallOf; waitsForMerchant: boolean },
): Promise<Call[]> {
  const { decision, manner } = choice;
  const outcome = OUTCOMES[manner === 'lie' ? 'decline' : decision];
  const status = outcome === 'APPROVED' && choice.waitsForMerchant ? 'AGREED' : outcome;
  const paid = manner === 'wrong-amount' ? order.amountMinor - 100 : order.amountMinor;
  const decidedAt = decidedAtOf(order, manner, context.now());
  const changed = await first<SandboxOrder>(
    context.database.db,
    sql`update payments.sandbox_orders set status = ${status}, paid_minor = ${paid}, decided_at = ${decidedAt}, manner = ${manner}
      where order_id = ${order.orderId} and status = 'CREATED' and expires_at > ${context.now()} returning ${columns}`,
  );
  const call = changed && choice.callOf(changed, tellOf(changed, decidedAt));
  if (!call) return [];
  const sent = manner === 'bad-signature' ? { ...call, ...spoiled(call) } : call;
  if (manner === 'delay') await addJob(context.database.db, SANDBOX_CALL_JOB, sent, { runAt: decidedAt });
  return Array.from({ length: CALLS[manner] ?? 1 }, () => sent);
}

/** Signed with something that is not the bank's key. */
function spoiled({ message, signature }: SignedCall): SignedCall {
  return signature === ''
    ? { message: message.replace(/verify_sign=\w+/, 'verify_sign=0'), signature }
    : { message, signature: `${signature.slice(0, -1)}!` };
}

/** The address that the browser goes to with a decision, and what the bank has it report. */
export function wayBack(order: SandboxOrder, decision: Decision): { returnUrl: string; claim: string } {
  const urls = { approve: order.approveUrl, decline: order.declineUrl, cancel: order.cancelUrl };
  return { returnUrl: urls[decision], claim: OUTCOMES[decision] };
}
