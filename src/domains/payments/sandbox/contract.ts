/** Pages of the sandbox bank. They belong to the bank, not to our API; only an order's own address opens them. */
import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { DECISIONS, MANNERS } from './choices.rules.ts';

const language = z.enum(['en', 'bn']).optional().catch(undefined);

export const sandboxPage = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/sandbox-bank/pay',
  summary: "The sandbox bank's page of an order",
  access: { public: "the order's session is in the address" },
  openInMaintenance: "the page is the bank's, not ours",
  kind: 'page',
  query: z.object({ ORDERID: z.string().max(100), SESSIONID: z.string().max(100), language }),
  output: z.never(),
});

export const sandboxDecide = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/sandbox-bank/pay',
  summary: 'Decide an order at the sandbox bank',
  access: { public: "the order's session is in the form" },
  openInMaintenance: "the page is the bank's, not ours",
  kind: 'page',
  rate: 'money',
  body: z.object({
    ORDERID: z.string().max(100),
    SESSIONID: z.string().max(100),
    language,
    decision: z.enum(DECISIONS),
    manner: z.enum(MANNERS).default('plain'),
  }),
  output: z.never(),
  audit: { none: "the bank's own order; what becomes of the payment is audited by the check" },
});

export const sandboxReturn = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/sandbox-bank/return',
  summary: 'After the decision: takes the browser back to the merchant',
  access: { public: "the order's session is in the address" },
  openInMaintenance: "the page is the bank's, not ours",
  kind: 'page',
  query: sandboxPage.query.extend({ decision: z.enum(DECISIONS) }),
  output: z.never(),
});

export const sandboxFont = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/sandbox-bank/bengali.ttf',
  summary: "The bank's Bengali letters, for machines that have none",
  access: { public: 'a font, the same for everybody' },
  openInMaintenance: "the page is the bank's, not ours",
  kind: 'page',
  output: z.never(),
});
