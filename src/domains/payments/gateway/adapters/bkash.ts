/**
 * bKash's tokenized checkout: a granted token, create, and after the payer has agreed on bKash's page: execute, which is what moves the
 * money. If execute gives no answer, the query says what became of it. Nothing but our own execute takes money, so that an order which was
 * not agreed to within the hour is over. bKash's answers name no merchant: the token is the merchant's.
 */
import { z } from 'zod';
import { type BankStatus, CURRENCY, type Gateway, type OpenedOrder } from '../gateway.ts';
import { minorOf, takaOf } from './taka.rules.ts';
import { askJson, pageOn, postJson, type Wire } from './wire.ts';

export const BKASH_HOSTS = ['bka.sh', 'bkash.com'];

type Options = {
  wire: Wire;
  url: string;
  appKey: string;
  appSecret: string;
  user: string;
  password: string;
  hosts: readonly string[];
  ownPages?: string;
  now(): Date;
};

const OK = '0000';
const done = z.literal(OK);
const grantAnswer = z.object({
  statusCode: done.optional(),
  id_token: z.string().min(1),
  expires_in: z.coerce.number(),
});
const createAnswer = z.object({ statusCode: done, paymentID: z.string().min(1), bkashURL: z.string() });
const queryAnswer = z.object({
  statusCode: done,
  paymentID: z.string(),
  amount: z.coerce.string(),
  currency: z.string(),
  merchantInvoiceNumber: z.string(),
  transactionStatus: z.string(),
});

const STATUS: Record<string, BankStatus> = {
  Completed: 'APPROVED',
  Cancelled: 'CANCELED',
  Failed: 'DECLINED',
  Declined: 'DECLINED',
  Expired: 'EXPIRED',
};
/** Agreed to or not: execute has not been done, and is not done after this. */
const INITIATED = 'Initiated';
const OPEN_MS = 60 * 60_000;
/** A token is given up before it ends. */
const SPARE_MS = 60_000;

export function bkash(options: Options): Gateway {
  const { wire, appKey, appSecret, user, password, now } = options;
  let token: { text: string; until: number } | undefined;
  const granted = async (): Promise<string> => {
    if (token && token.until > now().getTime()) return token.text;
    const asked = postJson(
      `${options.url}/token/grant`,
      { app_key: appKey, app_secret: appSecret },
      { username: user, password },
    );
    const { id_token, expires_in } = await askJson(wire, asked, grantAnswer);
    token = { text: id_token, until: now().getTime() + expires_in * 1000 - SPARE_MS };
    return id_token;
  };
  const ask = async <S extends z.ZodType>(path: string, content: object, schema: S) =>
    askJson(
      wire,
      postJson(`${options.url}${path}`, content, { Authorization: await granted(), 'X-App-Key': appKey }),
      schema,
    ).catch((error: unknown) => {
      // The token may have been taken back: the next question asks for another one.
      token = undefined;
      throw error;
    });
  const isOver = ({ openedAt }: OpenedOrder) => now().getTime() - openedAt.getTime() > OPEN_MS;
  return {
    name: 'bkash',
    merchantId: appKey,
    createOrder: async ({ paymentId, amountMinor, description, returnUrl }) => {
      const { paymentID, bkashURL } = await ask(
        '/create',
        {
          ...{
            mode: '0011',
            payerReference: description,
            callbackURL: returnUrl,
            amount: takaOf(amountMinor),
          },
          ...{ currency: 'BDT', intent: 'sale', merchantInvoiceNumber: paymentId },
        },
        createAnswer,
      );
      return {
        orderId: paymentID,
        sessionId: paymentId,
        url: pageOn(bkashURL, options.hosts, options.ownPages),
      };
    },
    take: async ({ orderId }) => {
      // Refused if nobody has agreed, and if it was done before: what became of it, the query says.
      await ask('/execute', { paymentID: orderId }, z.object({ statusCode: z.string() }));
    },
    orderDetails: async (order) => {
      const found = await ask('/payment/status', { paymentID: order.orderId }, queryAnswer);
      const amountMinor = minorOf(found.amount);
      if (amountMinor === undefined) throw new Error('an amount that cannot be read');
      const isOurs = found.merchantInvoiceNumber === order.sessionId;
      const open: BankStatus = found.transactionStatus === INITIATED && isOver(order) ? 'EXPIRED' : 'PENDING';
      return {
        orderId: isOurs ? found.paymentID : found.merchantInvoiceNumber,
        merchantId: appKey,
        amountMinor,
        currency: found.currency === 'BDT' ? CURRENCY : found.currency,
        status: STATUS[found.transactionStatus] ?? open,
      };
    },
  };
}
