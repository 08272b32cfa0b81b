/** Calls of the way through a bank: order, return of the browser, the bank's own call, checks. */
import { z } from 'zod';
import { endpoint, idParams } from '#shared/endpoint.ts';
import { commonErrors } from '#shared/errors.ts';
import { GATEWAY_NAMES } from '#shared/gateway-names.ts';
import { errors as paymentErrors, paymentSchema } from '../contract.ts';

/** What the pages after the bank show: the payment as the server knows it, and the bank's page while it is open. */
const gatewayPayment = paymentSchema.extend({
  bankUrl: z.string().nullable(),
  /** It has no outcome, and this person may give it up. */
  mayGiveUp: z.boolean(),
});

export const openOrder = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/payment/order',
  summary:
    "Open the bank's order for a payment that was started; repeating gives the same one (the path is ours)",
  access: { permission: 'payments:pay-online' },
  rate: 'money',
  body: z.object({
    paymentId: z.uuid(),
    language: z.enum(['en', 'bn']).default('bn'),
    /** The way to pay that was chosen; without it the first one that is offered. */
    gateway: z.enum(GATEWAY_NAMES).optional(),
  }),
  output: gatewayPayment,
  audit: 'payment.order',
  refuses: [
    commonErrors.not_found,
    paymentErrors.gateway_away,
    paymentErrors.gateway_none,
    paymentErrors.gateway_not_offered,
    paymentErrors.not_due,
  ],
});

export const completeGatewayPayment = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/complete-gateway-payment',
  summary: 'After the bank: ask the bank itself what became of the payment',
  access: { permission: 'payments:view' },
  rate: 'money',
  body: z.object({ paymentId: z.uuid() }),
  output: gatewayPayment,
  audit: ['payment.check', 'payment.complete'],
  refuses: [commonErrors.not_found],
});

export const giveUpPayment = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/payment/give-up',
  summary:
    'Give up a payment that nobody will finish, so that another one may begin; the bank is asked first (the path is ours)',
  access: { permission: 'payments:pay-online' },
  rate: 'money',
  body: z.object({ paymentId: z.uuid() }),
  output: gatewayPayment,
  audit: ['payment.give-up', 'payment.check', 'payment.complete'],
  refuses: [commonErrors.not_found, paymentErrors.gateway_away],
});

export const revalidateGatewayPayment = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/revalidate-gateway-payment/{id}',
  summary: 'Staff: ask the bank again',
  access: { permission: 'payments:revalidate' },
  rate: 'money',
  params: idParams,
  output: gatewayPayment,
  audit: ['payment.check', 'payment.complete'],
});

export const gatewayCallback = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/gateway/callback',
  summary:
    'A bank tells that an order was decided; stored first, believed only after asking the bank (the path is ours)',
  access: { public: 'the call is signed by the bank' },
  openInMaintenance: 'what a bank tells is money that was paid',
  rate: 'callback',
  body: z.object({ message: z.string().max(10_000), signature: z.string().max(200) }),
  output: z.object({ stored: z.literal(true) }),
  audit: { none: 'stored in payments.inbox; a change of the payment is audited by the check' },
  refuses: [commonErrors.not_found],
});

/** Gateways that call us with a form of their own, signed in it. */
const CALLING = ['sslcommerz'] as const;

export const gatewayForm = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/gateway/{gateway}/call',
  summary:
    'A gateway calls with a form (IPN of SSLCOMMERZ): stored first, believed only after asking the gateway (the path is ours)',
  access: { public: 'the hash in the form is made with our password at the gateway' },
  openInMaintenance: 'what a gateway tells is money that was paid',
  rate: 'callback',
  params: z.object({ gateway: z.enum(CALLING) }),
  body: z.record(z.string().max(200), z.string().max(4000)),
  output: z.object({ stored: z.literal(true) }),
  audit: { none: 'stored in payments.inbox; a change of the payment is audited by the check' },
  refuses: [commonErrors.not_found],
});

/** Query of the addresses to which a bank sends the browser: names our payment, proves nothing. */
const returnQuery = z.object({ payment: z.uuid().optional().catch(undefined) });

function returnPage<const P extends string>(path: P) {
  return endpoint({
    service: 'billing',
    method: 'POST',
    path,
    summary: 'The browser comes back from the bank; goes on to the page that fits what the bank itself says',
    access: { public: 'a bank sends the browser here without our token' },
    openInMaintenance: 'the bank is asked about money that was paid',
    kind: 'page',
    rate: 'return',
    query: returnQuery,
    body: z.looseObject({}),
    output: z.never(),
    audit: { none: 'asks the bank; a change of the payment is audited by the check' },
  });
}

export const returnRedirect = returnPage('/payment/redirect');
export const returnApproved = returnPage('/payment/approved');
export const returnCanceled = returnPage('/payment/canceled');
export const returnDeclined = returnPage('/payment/declined');
/** The same four after money for a wallet. */
export const depositRedirect = returnPage('/deposit/payment/redirect');
export const depositApproved = returnPage('/deposit/payment/approved');
export const depositCanceled = returnPage('/deposit/payment/canceled');
export const depositDeclined = returnPage('/deposit/payment/declined');
/** Of a payment by a link: its page asks by the code, which the browser has kept. */
export const returnToLink = returnPage('/pay-link');

/** A gateway with one address for the way back sends the browser to it by GET, and puts its own words behind it (bKash). */
export const returnByAddress = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/gateway/return/{back}/{payment}',
  summary:
    'The browser comes back from a gateway by an address; goes on to the page that fits what the gateway itself says',
  access: { public: 'a gateway sends the browser here without our token' },
  openInMaintenance: 'the gateway is asked about money that was paid',
  kind: 'page',
  rate: 'return',
  params: z.object({ back: z.enum(['payment', 'pay-link', 'deposit']), payment: z.string().max(2000) }),
  query: z.looseObject({}),
  output: z.never(),
  audit: { none: 'asks the gateway; a change of the payment is audited by the check' },
});
