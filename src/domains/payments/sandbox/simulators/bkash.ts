/**
 * bKash's side of its tokenized checkout, played: the payer agrees on its page, and the money moves by the merchant's execute. An order that
 * the payer cancels stays Initiated, as nothing published names another word for it.
 */
import { minorOf, takaOf } from '../../gateway/adapters/taka.rules.ts';
import { CURRENCY, type OrderDetails } from '../../gateway/gateway.ts';
import { findOf, newOrderId, newSession, noteOrder, takeAgreed, tellOf } from '../bank.ts';
import { contentOf, has, json, refused, type Simulator } from './simulator.ts';

export const BKASH_ACCOUNT = {
  appKey: 'jolkol-app',
  appSecret: 'simulated',
  user: 'jolkol',
  password: 'simulated',
};

const TOKEN = 'id-token-simulated';
const LIFE_S = 3600;
const STATUSES = { success: 'approve', failure: 'decline', cancel: 'cancel' } as const;
/** Nothing moved but what was executed. */
const wordOf = ({ status }: OrderDetails) =>
  status === 'APPROVED' || status === 'HELD' ? 'Completed' : 'Initiated';

export const bkashSimulator: Simulator = {
  name: 'bkash',
  waitsForMerchant: true,
  answer: async (context, call) => {
    const path = new URL(call.url).pathname.replace(/^.*\/checkout/, '');
    const fields = contentOf(call);
    if (path === '/token/grant') {
      const { appKey, appSecret, user, password } = BKASH_ACCOUNT;
      const isMerchant = call.headers.username === user && call.headers.password === password;
      if (!isMerchant || fields.app_key !== appKey || fields.app_secret !== appSecret) return refused();
      return json({ statusCode: '0000', id_token: TOKEN, token_type: 'Bearer', expires_in: LIFE_S });
    }
    if (call.headers.Authorization !== TOKEN || call.headers['X-App-Key'] !== BKASH_ACCOUNT.appKey)
      return refused();
    if (path === '/create') {
      const names = ['payerReference', 'callbackURL', 'merchantInvoiceNumber'];
      const amountMinor = minorOf(fields.amount ?? '');
      const isSale = fields.mode === '0011' && fields.intent === 'sale' && fields.currency === 'BDT';
      if (!isSale || !has(fields, names) || amountMinor === undefined)
        return json({ statusCode: '2006', statusMessage: 'Invalid Amount' });
      const orderId = newOrderId('TR0011');
      const { callbackURL: url = '', payerReference: description = '', merchantInvoiceNumber } = fields;
      const page = await noteOrder(context, {
        ...{ gateway: 'bkash', orderId, sessionId: newSession(), amountMinor, description },
        ...{ approveUrl: url, declineUrl: url, cancelUrl: url, reference: merchantInvoiceNumber ?? '' },
      });
      return json({ statusCode: '0000', paymentID: orderId, bkashURL: `${context.publicUrl}${page}` });
    }
    const order = await findOf(context, 'bkash', { orderId: fields.paymentID ?? '' });
    if (!order) return json({ statusCode: '2002', statusMessage: 'Invalid Payment ID' });
    if (path === '/execute' && !(await takeAgreed(context, order.orderId)))
      return json({ statusCode: '2056', statusMessage: 'Invalid Payment State' });
    if (path !== '/execute' && path !== '/payment/status') return json({}, 404);
    const now = (await findOf(context, 'bkash', { orderId: order.orderId })) ?? order;
    const told = tellOf(now, context.now());
    return json({
      ...{ statusCode: '0000', paymentID: told.orderId, amount: takaOf(told.amountMinor) },
      currency: told.currency === CURRENCY ? 'BDT' : 'USD',
      merchantInvoiceNumber: told.orderId === order.orderId ? order.reference : 'another',
      transactionStatus: wordOf(told),
    });
  },
  callOf: () => undefined,
  wayBack: (order, decision) => {
    const status = Object.entries(STATUSES).find(([, meant]) => meant === decision)?.[0] ?? 'failure';
    return { method: 'get', url: order.approveUrl, fields: { paymentID: order.orderId, status } };
  },
};
