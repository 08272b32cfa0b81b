/** City Bank's side of its contract (screens.md §6.1), played. Its client certificate is a matter of the network and is tested there. */
import { CURRENCY, type OrderDetails } from '../../gateway/gateway.ts';
import { findOf, newOrderId, newSession, noteOrder, SANDBOX_MERCHANT, tellOf, wayBack } from '../bank.ts';
import { contentOf, has, json, refused, type Simulator } from './simulator.ts';

export const CITY_BANK_ACCOUNT = { merchantId: SANDBOX_MERCHANT, user: 'jolkol', password: 'simulated' };
/** The token that its first call gives, and every other one wants. */
const TOKEN = 'T-SIMULATED';
const DENIED = json({ responseCode: '400' });

const isMerchant = (fields: Record<string, string>) =>
  fields.userName === CITY_BANK_ACCOUNT.user &&
  (fields.password ?? fields.passWord) === CITY_BANK_ACCOUNT.password;
const isSigned = (fields: Record<string, string>) => isMerchant(fields) && fields.secureToken === TOKEN;

/** Its words: one that waits is ON-PAYMENT, what it holds is on its way, too. */
const wordOf = ({ status }: OrderDetails) =>
  status === 'PENDING' || status === 'HELD' || status === 'UNKNOWN_ORDER' ? 'ON-PAYMENT' : status;

export const cityBankSimulator: Simulator = {
  name: 'city-bank',
  waitsForMerchant: false,
  answer: async (context, call) => {
    const fields = contentOf(call);
    switch (new URL(call.url).pathname) {
      case '/transaction/token':
        return isMerchant(fields) ? json({ responseCode: '100', transactionId: TOKEN }) : refused();
      case '/transaction/createorder': {
        const names = ['merchantId', 'amount', 'description', 'approveUrl', 'cancelUrl', 'declineUrl'];
        if (!isSigned(fields) || !has(fields, names) || fields.currency !== CURRENCY) return DENIED;
        const orderId = newOrderId('7');
        const sessionId = newSession();
        const { amount, description = '', approveUrl = '', cancelUrl = '', declineUrl = '' } = fields;
        await noteOrder(context, {
          ...{
            orderId,
            sessionId,
            amountMinor: Number(amount),
            description,
            approveUrl,
            cancelUrl,
            declineUrl,
          },
          gateway: 'city-bank',
        });
        return json({
          responseCode: '100',
          items: { url: `${context.publicUrl}/sandbox-bank/pay`, orderId, sessionId },
        });
      }
      case '/transaction/getorderdetailsapi': {
        if (!isSigned(fields) || fields.merchantID !== SANDBOX_MERCHANT) return DENIED;
        const order = await findOf(context, 'city-bank', { orderId: fields.orderID ?? '' });
        if (!order || order.sessionId !== fields.sessionID) return DENIED;
        const told = tellOf(order, context.now());
        const { orderId, merchantId, amountMinor, currency } = told;
        const items = {
          orderId,
          merchantId,
          amount: String(amountMinor),
          currency,
          orderStatus: wordOf(told),
        };
        return json({ responseCode: '100', items });
      }
      default:
        return json({}, 404);
    }
  },
  callOf: () => undefined,
  wayBack: (order, decision) => {
    const { returnUrl, claim } = wayBack(order, decision);
    const { description, sessionId, orderId, amountMinor } = order;
    const xmlmsg = `<Message><OrderID>${orderId}</OrderID><OrderDescription>${description}</OrderDescription><SessionID>${sessionId}</SessionID><TotalAmountScr>${amountMinor}</TotalAmountScr><CurrencyISOAlpha>BDT</CurrencyISOAlpha><Brand>VISA</Brand><OrderStatus>${claim}</OrderStatus></Message>`;
    return { method: 'post', url: returnUrl, fields: { xmlmsg } };
  },
};
