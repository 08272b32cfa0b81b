/** Bills that are paid from a wallet by themselves: what the household wants, what comes next, how the last tries ended (spec §7 Wallet). */
import { z } from 'zod';
import { amountMinor, errors as paymentErrors } from '#domains/payments/contract.ts';
import { daySchema, monthSchema } from '#shared/dates.ts';
import { endpoint } from '#shared/endpoint.ts';
import { commonErrors } from '#shared/errors.ts';
import { minorSchema } from '#shared/money.ts';
import { errors } from '../errors.ts';
import { FAILURES, LAST_DAY, TRIGGERS } from './auto-pay.rules.ts';

const wishSchema = z.object({
  trigger: z.enum(TRIGGERS),
  /** Of the month; null if it is paid when a bill is issued. */
  day: z.int().nullable(),
  ceilingMinor: minorSchema,
  startedOn: daySchema,
});

const connectionSchema = z.object({
  connectionId: z.uuid(),
  number: z.string(),
  sectorNumber: z.string(),
  roadNumber: z.string(),
  plotNumber: z.string(),
  wish: wishSchema.nullable(),
  /** What money would pay of it now, in that order, without what is not collected; for who begins a wish. */
  open: z.array(
    z.object({
      id: z.uuid(),
      number: z.string(),
      period: monthSchema,
      overdue: z.boolean(),
      openMinor: minorSchema,
      /** The office took back what was paid of it by itself: that is not done again. */
      isTakenBack: z.boolean(),
    }),
  ),
});
export type AutoPayConnection = z.output<typeof connectionSchema>;

const trySchema = z.object({
  id: z.uuid(),
  connectionNumber: z.string(),
  invoiceId: z.uuid(),
  invoiceNumber: z.string(),
  payOn: daySchema,
  /** Of what is planned: what is open of the bill now. */
  amountMinor: minorSchema,
  state: z.enum(['PLANNED', 'PAID', 'FAILED']),
  reason: z.enum(FAILURES).nullable(),
  decidedOn: daySchema.nullable(),
  /** Of the next try, if this one failed. */
  nextOn: daySchema.nullable(),
  paymentId: z.uuid().nullable(),
  /** The office took the payment back afterwards: the bill is not paid by itself again. */
  isTakenBack: z.boolean(),
});
export type AutoPayTry = z.output<typeof trySchema>;

const autoPaySchema = z.object({
  /** The settings let wallets pay by themselves today. */
  isOffered: z.boolean(),
  noticeDays: z.int(),
  can: z.object({ update: z.boolean() }),
  connections: z.array(connectionSchema),
  /** Tries that are planned, the next one first. */
  planned: z.array(trySchema),
  /** The last ones, the newest first. */
  results: z.array(trySchema),
});
export type AutoPay = z.output<typeof autoPaySchema>;

export const checkAutoPay = endpoint({
  service: 'wallet',
  method: 'GET',
  path: '/auto/payment',
  summary:
    'Which connections a wallet pays for by itself, what comes next and the last results (the path is ours)',
  access: { permission: 'wallet:view' },
  /** A consumer's call is about their own wallet; staff name whose. */
  query: z.object({ consumerId: z.uuid().optional() }),
  output: autoPaySchema,
  refuses: [commonErrors.not_found],
});

/** Of one connection, or of all that the household has. */
const which = { connectionId: z.uuid().optional() };

export const updateAutoPay = endpoint({
  service: 'wallet',
  method: 'PUT',
  path: '/auto/payment/update',
  summary:
    'A household has the bills of its connections paid from its wallet, up to a ceiling each, or ends that',
  access: { permission: 'wallet:use', consumer: 'for their own connections, from their own wallet' },
  rate: 'money',
  body: z.discriminatedUnion('on', [
    z.object({
      on: z.literal(true),
      ...which,
      when: z.discriminatedUnion('trigger', [
        z.object({ trigger: z.literal('ON_BILL') }),
        z.object({ trigger: z.literal('FIXED_DAY'), day: z.int().min(1).max(LAST_DAY) }),
      ]),
      ceilingMinor: amountMinor,
    }),
    z.object({ on: z.literal(false), ...which }),
  ]),
  output: autoPaySchema,
  audit: ['wallet.auto-pay-on', 'wallet.auto-pay-off'],
  refuses: [commonErrors.not_found, paymentErrors.wallet_off, errors.auto_pay_off],
});
