/** SSLCOMMERZ's side of its contract (v4), played: session, IPN with its hash, the question by session and the validation. */
import { sslcommerzHash } from '../../gateway/adapters/sslcommerz.ts';
import { minorOf, takaOf } from '../../gateway/adapters/taka.rules.ts';
import { CURRENCY, type OrderDetails } from '../../gateway/gateway.ts';
import {
  findOf,
  newSession,
  noteOrder,
  SANDBOX_MERCHANT,
  type SandboxContext,
  type SandboxOrder,
  tellOf,
  wayBack,
} from '../bank.ts';
import { has, json, type Simulator } from './simulator.ts';

export const SSLCOMMERZ_ACCOUNT = { storeId: SANDBOX_MERCHANT, storePassword: 'simulated' };

const WORDS: Record<OrderDetails['status'], string> = {
  PENDING: 'PENDING',
  APPROVED: 'VALID',
  HELD: 'VALID',
  DECLINED: 'FAILED',
  CANCELED: 'CANCELLED',
  EXPIRED: 'EXPIRED',
  UNKNOWN_ORDER: 'INVALID_TRANSACTION',
};
const SIGNED = 'amount,currency,currency_type,risk_level,status,store_id,tran_id,val_id';
const VALUE = 'VAL';

function fieldsOf(order: SandboxOrder, told: OrderDetails): Record<string, string> {
  return {
    ...{ status: WORDS[told.status], tran_id: told.orderId, val_id: `${VALUE}${order.sessionId}` },
    ...{ store_id: told.merchantId, amount: takaOf(told.amountMinor), currency: 'BDT' },
    currency_type: told.currency === CURRENCY ? 'BDT' : 'USD',
    risk_level: told.status === 'HELD' ? '1' : '0',
    value_a: order.reference ?? '',
  };
}

function signed(order: SandboxOrder, told: OrderDetails): Record<string, string> {
  const fields = { ...fieldsOf(order, told), verify_key: SIGNED };
  return { ...fields, verify_sign: sslcommerzHash(fields, SSLCOMMERZ_ACCOUNT.storePassword) };
}

const isStore = (fields: Record<string, string>) =>
  fields.store_id === SSLCOMMERZ_ACCOUNT.storeId && fields.store_passwd === SSLCOMMERZ_ACCOUNT.storePassword;

async function beginSession(context: SandboxContext, fields: Record<string, string>) {
  const names = ['total_amount', 'tran_id', 'success_url', 'fail_url', 'cancel_url', 'ipn_url', 'cus_name'];
  const amountMinor = minorOf(fields.total_amount ?? '');
  if (!isStore(fields) || !has(fields, names) || fields.currency !== 'BDT' || amountMinor === undefined)
    return json({ status: 'FAILED', failedreason: 'Store Credential Error Or Store is De-active' });
  const sessionkey = newSession();
  const page = await noteOrder(context, {
    ...{ gateway: 'sslcommerz', orderId: fields.tran_id ?? '', sessionId: sessionkey, amountMinor },
    ...{ description: fields.product_name ?? '', reference: fields.value_a ?? '' },
    ...{ approveUrl: fields.success_url ?? '', declineUrl: fields.fail_url ?? '' },
    ...{ cancelUrl: fields.cancel_url ?? '', callUrl: fields.ipn_url ?? '' },
  });
  return json({ status: 'SUCCESS', sessionkey, GatewayPageURL: `${context.publicUrl}${page}` });
}

async function tell(context: SandboxContext, sessionId: string) {
  const order = await findOf(context, 'sslcommerz', { sessionId });
  if (!order) return json({ APIConnect: 'DONE', status: 'INVALID_TRANSACTION' });
  return json({ APIConnect: 'DONE', ...fieldsOf(order, tellOf(order, context.now())) });
}

export const sslcommerzSimulator: Simulator = {
  name: 'sslcommerz',
  waitsForMerchant: false,
  answer: async (context, call) => {
    const { pathname, searchParams } = new URL(call.url);
    if (pathname === '/gwprocess/v4/api.php')
      return beginSession(context, Object.fromEntries(new URLSearchParams(call.body)));
    const asked = Object.fromEntries(searchParams);
    if (!isStore(asked)) return json({ APIConnect: 'INVALID_REQUEST' });
    if (pathname.endsWith('/merchantTransIDvalidationAPI.php')) return tell(context, asked.sessionkey ?? '');
    if (pathname.endsWith('/validationserverAPI.php'))
      return tell(context, (asked.val_id ?? '').slice(VALUE.length));
    return json({}, 404);
  },
  callOf: (order, told) => ({
    gateway: 'sslcommerz',
    message: new URLSearchParams(signed(order, told)).toString(),
    signature: '',
  }),
  wayBack: (order, decision) => {
    const { returnUrl, claim } = wayBack(order, decision);
    const status = claim as OrderDetails['status'];
    const told = { orderId: order.orderId, merchantId: SANDBOX_MERCHANT, currency: CURRENCY, status };
    return {
      method: 'post',
      url: returnUrl,
      fields: signed(order, { ...told, amountMinor: order.amountMinor }),
    };
  },
};
