/**
 * City Bank's e-commerce service, as public merchant code shows it (/work/shared/design/screens.md §6.1; the bank's own document is not
 * public): mutual TLS; a token for each question; amounts in poisha, currency 050. What `getorderdetailsapi` answers is not published:
 * the form below is the one of `createorder`, and an answer of any other form is no answer, so that it pays nothing.
 */
import { z } from 'zod';
import { type BankStatus, CURRENCY, type Gateway } from '../gateway.ts';
import { askJson, pageOn, postJson, type Wire } from './wire.ts';

export const CITY_BANK_HOSTS = ['thecitybank.com'];

type Options = {
  wire: Wire;
  url: string;
  merchantId: string;
  user: string;
  password: string;
  hosts: readonly string[];
  /** A simulator's page is on our own address. */
  ownPages?: string;
};

const OK = '100';
const text = z.union([z.string(), z.number()]).transform(String);
const tokenAnswer = z.object({ transactionId: z.string().min(1) });
const orderAnswer = z.object({
  responseCode: text.refine((code) => code === OK),
  items: z.object({ url: z.string(), orderId: text, sessionId: text }),
});
const detailsAnswer = z.object({
  responseCode: text.refine((code) => code === OK),
  items: z.object({
    orderId: text,
    merchantId: text,
    amount: text.pipe(z.string().regex(/^\d{1,15}$/)),
    currency: text,
    orderStatus: z.string(),
  }),
});

/** Its words; every other one leaves the order undecided. */
const STATUS: Record<string, BankStatus> = {
  APPROVED: 'APPROVED',
  DECLINED: 'DECLINED',
  CANCELED: 'CANCELED',
  CANCELLED: 'CANCELED',
  EXPIRED: 'EXPIRED',
};

export function cityBank(options: Options): Gateway {
  const { wire, merchantId, user, password } = options;
  const ask = <S extends z.ZodType>(path: string, content: object, schema: S) =>
    askJson(wire, postJson(`${options.url}${path}`, content), schema);
  const secureToken = async () =>
    (await ask('/transaction/token', { userName: user, password }, tokenAnswer)).transactionId;
  return {
    name: 'city-bank',
    merchantId,
    createOrder: async ({ amountMinor, description, approveUrl, cancelUrl, declineUrl }) => {
      const { items } = await ask(
        '/transaction/createorder',
        {
          ...{ merchantId, amount: String(amountMinor), currency: CURRENCY, description },
          ...{ approveUrl, cancelUrl, declineUrl },
          ...{ userName: user, passWord: password, secureToken: await secureToken() },
        },
        orderAnswer,
      );
      const { orderId, sessionId } = items;
      const page = new URL(pageOn(items.url, options.hosts, options.ownPages));
      page.searchParams.set('ORDERID', orderId);
      page.searchParams.set('SESSIONID', sessionId);
      return { orderId, sessionId, url: page.href };
    },
    orderDetails: async ({ orderId, sessionId }) => {
      const { items } = await ask(
        '/transaction/getorderdetailsapi',
        {
          ...{ orderID: orderId, sessionID: sessionId, merchantID: merchantId },
          ...{ userName: user, passWord: password, secureToken: await secureToken() },
        },
        detailsAnswer,
      );
      const { amount, orderStatus, ...others } = items;
      const status = STATUS[orderStatus.toUpperCase()] ?? 'PENDING';
      return { ...others, amountMinor: Number(amount), status };
    },
  };
}
