/** A link by which somebody pays the charge of one work order without signing in (the paths are ours). Staff send it by a call of work orders. */
import { z } from 'zod';
import { errors as orderErrors } from '#domains/work-orders/contract.ts';
import { daySchema, instantSchema } from '#shared/dates.ts';
import { endpoint } from '#shared/endpoint.ts';
import { errorCodes } from '#shared/errors.ts';
import { GATEWAY_NAMES } from '#shared/gateway-names.ts';
import { minorSchema } from '#shared/money.ts';
import { errors as paymentErrors } from '../contract.ts';

export const errors = errorCodes('payments', {
  /** Never sent, replaced by a newer one, or over: the same answer for all. */
  link_unknown: { status: 404 },
});

/** GOES_BACK: it came, and what it was for did not take it. */
export const LINK_OUTCOMES = ['PAID', 'GOES_BACK', 'REVERSED', 'DECLINED', 'CANCELED', 'EXPIRED'] as const;

/**
 * Why nothing is to be paid. PAID: by this link; PAID_ELSEWHERE: in another way; ENDED: the request was refused or cancelled; CHANGED_HANDS:
 * the connection has another owner; NOT_NOW: the office looks at the sum again.
 */
const NOT_DUE_BECAUSE = ['PAID', 'PAID_ELSEWHERE', 'WAIVED', 'ENDED', 'CHANGED_HANDS', 'NOT_NOW'] as const;

const code = z.string().trim().min(1).max(60);

export const linkSchema = z.object({
  number: z.string(),
  categoryEn: z.string(),
  categoryBn: z.string(),
  sectorNumber: z.string(),
  roadNumber: z.string(),
  plotNumber: z.string(),
  /** What can be paid now. */
  dueMinor: minorSchema,
  /** Null: something is. */
  notDue: z.enum(NOT_DUE_BECAUSE).nullable(),
  /** Paid: what was paid. */
  paidMinor: minorSchema,
  /** The last day on which it pays, to its end. */
  lastDay: daySchema,
  /** It pays nothing any more: its days are over, or a newer one was sent. Who paid by it reads what became of that. */
  isOver: z.boolean(),
  /**
   * A payment that has no outcome: the bank's page to go on with, if it was started by this link.
   * isSetAside: the bank has answered, the answer does not fit, and a person looks at it.
   */
  running: z
    .object({ amountMinor: minorSchema, bankUrl: z.string().nullable(), isSetAside: z.boolean() })
    .nullable(),
  /** What became of the last payment that was started by this link and came to the bank. */
  last: z
    .object({
      outcome: z.enum(LINK_OUTCOMES),
      amountMinor: minorSchema,
      /** The bank's number of it, to ask there. */
      orderId: z.string(),
      at: instantSchema,
    })
    .nullable(),
});
export type PayLink = z.output<typeof linkSchema>;

export const readPayLink = endpoint({
  service: 'main',
  // The code is a secret of who got the link: an address would be in the logs of every server on the way.
  method: 'POST',
  path: '/payment/link/read',
  summary: 'What a link asks to be paid, and whether it still is (the path is ours)',
  access: { public: 'the code of the link is the credential' },
  rate: 'link',
  body: z.object({ code }),
  output: linkSchema,
  audit: { none: 'asks only' },
  refuses: [errors.link_unknown],
});

export const payByLink = endpoint({
  service: 'main',
  method: 'POST',
  path: '/payment/link/pay',
  summary:
    "Begin to pay what a link asks for, exactly the sum that was shown; gives the bank's page (the path is ours)",
  access: { public: 'the code of the link is the credential' },
  rate: 'link',
  body: z.object({
    code,
    /** What the page showed. */
    amountMinor: minorSchema.refine((minor) => minor > 0, 'common.amount_invalid'),
    language: z.enum(['en', 'bn']).default('bn'),
    gateway: z.enum(GATEWAY_NAMES).optional(),
  }),
  output: z.object({ bankUrl: z.string() }),
  audit: ['payment.begin', 'payment.order'],
  refuses: [
    errors.link_unknown,
    orderErrors.wrong_state,
    orderErrors.nothing_due,
    orderErrors.charge_whole,
    orderErrors.changed_hands,
    paymentErrors.not_due,
    paymentErrors.other_running,
    paymentErrors.gateway_away,
    paymentErrors.gateway_none,
    paymentErrors.gateway_not_offered,
  ],
});
