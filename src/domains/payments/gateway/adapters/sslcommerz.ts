/**
 * SSLCOMMERZ v4 (developer.sslcommerz.com/doc/v4): a session, its own call (IPN) with a hash, and two questions: by the session what
 * became of it, and by `val_id` whether that is true. Only VALID or VALIDATED with the same number, amount and currency is money; a risky
 * payment (`risk_level` 1) is held. The payer's name and phone, which the contract wants, are not given away: the number that is paid is.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { type BankStatus, type Callback, CURRENCY, type Gateway, type OrderDetails } from '../gateway.ts';
import { minorOf, takaOf } from './taka.rules.ts';
import { askJson, pageOn, postForm, type Wire } from './wire.ts';

export const SSLCOMMERZ_HOSTS = ['sslcommerz.com'];

type Options = {
  wire: Wire;
  url: string;
  storeId: string;
  storePassword: string;
  hosts: readonly string[];
  ownPages?: string;
};

const sessionAnswer = z.object({
  status: z.literal('SUCCESS'),
  sessionkey: z.string().min(1),
  GatewayPageURL: z.string(),
});

/** What it says of a payment, in its own call and in both answers. */
const told = z.object({
  status: z.string(),
  tran_id: z.string().max(100).default(''),
  val_id: z.string().max(200).default(''),
  store_id: z.string().max(100).optional(),
  amount: z.coerce.string(),
  currency: z.string().max(10).default(''),
  /** The currency that was asked for; `currency` is what it was settled in. */
  currency_type: z.string().max(10).optional(),
  risk_level: z.coerce.string().optional(),
  error: z.string().optional(),
});
const connected = { APIConnect: z.literal('DONE') };
const queryAnswer = told.partial({ amount: true }).extend(connected);
const validationAnswer = told.extend(connected);

const STATUS: Record<string, BankStatus> = {
  FAILED: 'DECLINED',
  CANCELLED: 'CANCELED',
  EXPIRED: 'EXPIRED',
  UNATTEMPTED: 'EXPIRED',
  INVALID_TRANSACTION: 'UNKNOWN_ORDER',
};
const PAID = ['VALID', 'VALIDATED'];
const RISKY = '1';

const md5 = (text: string) => createHash('md5').update(text).digest('hex');

/** The hash of its own call: over the fields that `verify_key` names and the hash of our password, in the order of their names. */
export function sslcommerzHash(fields: Record<string, string>, storePassword: string): string {
  const names = (fields.verify_key ?? '').split(',').filter((name) => name in fields);
  const pairs: [string, string][] = names.map((name) => [name, String(fields[name])]);
  pairs.push(['store_passwd', md5(storePassword)]);
  const sorted = pairs.sort(([a], [b]) => (a < b ? -1 : 1));
  return md5(sorted.map(([name, value]) => `${name}=${value}`).join('&'));
}

/** What must be under the hash: else somebody would leave out of `verify_key` what they change. */
const SIGNED = ['status', 'tran_id', 'amount', 'currency', 'store_id'];

export function sslcommerz(options: Options): Gateway {
  const { wire, storeId, storePassword } = options;
  const account = { store_id: storeId, store_passwd: storePassword };
  const ask = <S extends z.ZodType>(path: string, query: Record<string, string>, schema: S) => {
    const address = `${options.url}/validator/api/${path}?${new URLSearchParams({ ...query, ...account, format: 'json' })}`;
    return askJson(wire, { method: 'GET', url: address, headers: { Accept: 'application/json' } }, schema);
  };
  const claimOf = (say: z.output<typeof told>): Callback | undefined => {
    const { tran_id, store_id = storeId, currency, currency_type } = say;
    const amountMinor = minorOf(say.amount);
    if (amountMinor === undefined) return undefined;
    const asked = currency_type || currency;
    const iso = asked === 'BDT' && currency === 'BDT' ? CURRENCY : asked === 'BDT' ? currency : asked;
    return { orderId: tran_id, merchantId: store_id, amountMinor, currency: iso };
  };
  return {
    name: 'sslcommerz',
    merchantId: storeId,
    createOrder: async (request) => {
      const orderId = `JK${randomBytes(12).toString('hex').toUpperCase()}`;
      const fields = {
        ...account,
        ...{ total_amount: takaOf(request.amountMinor), currency: 'BDT', tran_id: orderId },
        ...{ success_url: request.approveUrl, fail_url: request.declineUrl, cancel_url: request.cancelUrl },
        ...{ ipn_url: request.callUrl, value_a: request.paymentId },
        ...{ cus_name: request.description, cus_email: 'no-reply@jolkol.invalid', cus_phone: '0000000000' },
        ...{ cus_add1: 'Dhaka', cus_city: 'Dhaka', cus_country: 'Bangladesh', shipping_method: 'NO' },
        ...{
          product_name: request.description,
          product_category: 'Water',
          product_profile: 'non-physical-goods',
        },
      };
      const { sessionkey, GatewayPageURL } = await askJson(
        wire,
        postForm(`${options.url}/gwprocess/v4/api.php`, fields),
        sessionAnswer,
      );
      const url = pageOn(GatewayPageURL, options.hosts, options.ownPages);
      return { orderId, sessionId: sessionkey, url };
    },
    orderDetails: async ({ orderId, sessionId, amountMinor }): Promise<OrderDetails> => {
      const asked = { orderId, merchantId: storeId, amountMinor, currency: CURRENCY };
      const found = await ask('merchantTransIDvalidationAPI.php', { sessionkey: sessionId }, queryAnswer);
      if (!PAID.includes(found.status)) return { ...asked, status: STATUS[found.status] ?? 'PENDING' };
      const valid = await ask('validationserverAPI.php', { val_id: found.val_id, v: '1' }, validationAnswer);
      if (!PAID.includes(valid.status)) return { ...asked, status: 'PENDING' };
      const claim = claimOf(valid);
      if (!claim) throw new Error('an amount that cannot be read');
      return { ...claim, status: valid.risk_level === RISKY ? 'HELD' : 'APPROVED' };
    },
    readCallback: (message): Callback | undefined => {
      const fields = Object.fromEntries(new URLSearchParams(message));
      const names = (fields.verify_key ?? '').split(',');
      if (!SIGNED.every((name) => names.includes(name))) return undefined;
      const [given, expected] = [fields.verify_sign ?? '', sslcommerzHash(fields, storePassword)].map(
        (text) => Buffer.from(text),
      );
      if (!given || !expected || given.length !== expected.length || !timingSafeEqual(given, expected))
        return undefined;
      const { data } = told.safeParse(fields);
      return data && claimOf(data);
    },
  };
}
