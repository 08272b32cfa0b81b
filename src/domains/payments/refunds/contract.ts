/** Refunds: money that goes back to applicants and consumers. Asked for, decided by a second person, paid out with a voucher. */
import { z } from 'zod';
import { stepRefusals } from '#domains/applications/contract.ts';
import { errors as ledgerErrors } from '#domains/ledger/contract.ts';
import { daySchema, instantSchema } from '#shared/dates.ts';
import { endpoint, idParams } from '#shared/endpoint.ts';
import { commonErrors } from '#shared/errors.ts';
import { exportOf } from '#shared/exports.ts';
import { minorSchema, positiveMinorSchema } from '#shared/money.ts';
import { listOf, paging } from '#shared/paging.ts';
import { lineSchema } from '#shared/text.ts';
import { errors as paymentErrors } from '../contract.ts';
import { REFUND_METHODS, REFUND_STATES } from './refund.rules.ts';

export const refundSchema = z.object({
  id: z.uuid(),
  state: z.enum(REFUND_STATES),
  /** WITHDRAWAL: of a demand note; PAYMENT: money that came and nothing needed; ADVANCE: of a connection. */
  cause: z.enum(['WITHDRAWAL', 'PAYMENT', 'ADVANCE']),
  amountMinor: minorSchema,
  reason: z.string(),
  applicationId: z.uuid().nullable(),
  connectionId: z.uuid().nullable(),
  workOrderId: z.uuid().nullable(),
  ownershipRequestId: z.uuid().nullable(),
  /** Application, connection, work order or ownership request. */
  targetNumber: z.string(),
  payeeName: z.string(),
  payeeNameBn: z.string().nullable(),
  payeePhone: z.string(),
  sectorNumber: z.string(),
  roadNumber: z.string(),
  plotNumber: z.string(),
  demandNoteNumber: z.string().nullable(),
  paymentId: z.uuid().nullable(),
  /** Receipts of the money that goes back. */
  receipts: z.array(z.string()),
  askedBy: z.string(),
  askedAt: instantSchema,
  decidedBy: z.string().nullable(),
  decidedAt: instantSchema.nullable(),
  decisionRemark: z.string().nullable(),
  method: z.enum(REFUND_METHODS).nullable(),
  reference: z.string().nullable(),
  paidOn: daySchema.nullable(),
  paidBy: z.string().nullable(),
  /** Of the voucher; null until it is paid out. */
  number: z.string().nullable(),
  /** The case whose money came back from the bank. */
  followsId: z.uuid().nullable(),
  /** A way back that waits for the second person. */
  proposal: z
    .object({
      id: z.uuid(),
      kind: z.enum(['WITHDRAW_REFUND', 'RETURN_REFUND']),
      reason: z.string(),
      requestedBy: z.string(),
    })
    .nullable(),
  can: z.object({
    open: z.boolean(),
    decide: z.boolean(),
    giveUp: z.boolean(),
    pay: z.boolean(),
    withdraw: z.boolean(),
    return: z.boolean(),
    voucher: z.boolean(),
    /** Take the way back, which waits for the second person, back. */
    giveUpChange: z.boolean(),
  }),
});
export type Refund = z.output<typeof refundSchema>;

/** Consumers see their refund on their application; these calls are the office's. */
const access = { permission: 'payments:refund' } as const;

export const listRefunds = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/refund',
  summary: 'Refund cases, with the count of each state (the path is ours)',
  access,
  query: paging(['-askedAt', 'amountMinor', 'paidOn'], {
    state: z.enum(REFUND_STATES).optional(),
    method: z.enum(REFUND_METHODS).optional(),
    from: daySchema.optional(),
    to: daySchema.optional(),
    applicationId: z.uuid().optional(),
    connectionId: z.uuid().optional(),
  }),
  output: listOf(refundSchema).extend({
    sums: z.object({ amountMinor: minorSchema }),
    counts: z.partialRecord(z.enum(REFUND_STATES), z.int()),
  }),
});

export const listRefundsDownload = exportOf(listRefunds);

export const getRefund = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/refund/detail/{id}',
  summary: 'One refund case (the path is ours)',
  access,
  params: idParams,
  output: refundSchema,
});

export const openRefund = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/refund/open',
  summary:
    'Ask again after a refusal or a request that was taken back, for a payment that nothing needed, or for an advance (the path is ours)',
  access,
  rate: 'money',
  body: z.object({
    of: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('REFUSED'), refundId: z.uuid() }),
      z.object({ kind: z.literal('PAYMENT'), paymentId: z.uuid() }),
      z.object({ kind: z.literal('ADVANCE'), connectionId: z.uuid(), amountMinor: positiveMinorSchema }),
    ]),
    reason: lineSchema(300),
  }),
  output: refundSchema,
  audit: 'refund.open',
  refuses: [
    ...stepRefusals('refund'),
    paymentErrors.nothing_refundable,
    paymentErrors.above_advance,
    paymentErrors.advance_in_clearing,
    paymentErrors.advance_refund_open,
    paymentErrors.payment_refund_open,
    paymentErrors.refund_open,
    ledgerErrors.period_closed,
  ],
});

export const decideRefund = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/refund/decide',
  summary: 'The second person approves the refund, or refuses it with a reason (the path is ours)',
  access: { permission: 'payments:approve-refund' },
  rate: 'money',
  body: z.object({
    refundId: z.uuid(),
    accept: z.boolean(),
    /** Required for a refusal; is on the applicant's screen and in the SMS. */
    remark: lineSchema(300).optional(),
  }),
  output: refundSchema,
  audit: ['refund.approve', 'refund.refuse'],
  refuses: [
    ...stepRefusals('refund'),
    paymentErrors.refund_asker,
    paymentErrors.refund_decided,
    paymentErrors.refund_not_paid_in,
    paymentErrors.refusal_reason,
    ledgerErrors.period_closed,
  ],
});

export const giveUpRefund = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/refund/give-up',
  summary: 'Who asked for the refund takes the request back before it is decided (the path is ours)',
  access,
  rate: 'money',
  /** The reason is on the applicant's screen. */
  body: z.object({ refundId: z.uuid(), reason: lineSchema(300) }),
  output: refundSchema,
  audit: 'refund.give-up',
  refuses: [
    ...stepRefusals('refund'),
    paymentErrors.not_asker,
    paymentErrors.refund_decided,
    ledgerErrors.period_closed,
  ],
});

export const payRefund = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/refund/pay',
  summary: 'Pay an approved refund out: journal and voucher (the path is ours)',
  access,
  rate: 'money',
  body: z.object({
    refundId: z.uuid(),
    tender: z.discriminatedUnion('method', [
      z.object({ method: z.literal('CASH'), paidOn: daySchema.optional() }),
      z.object({ method: z.literal('BANK'), paidOn: daySchema.optional(), reference: lineSchema(60) }),
    ]),
  }),
  output: refundSchema,
  audit: 'refund.pay',
  refuses: [
    ...stepRefusals('refund'),
    paymentErrors.paid_before_decision,
    paymentErrors.paid_in_future,
    paymentErrors.second_person_date,
    ledgerErrors.day_closed,
    paymentErrors.refund_approver,
    paymentErrors.refund_own,
    paymentErrors.refund_not_approved,
    paymentErrors.refund_not_paid_in,
    ledgerErrors.period_closed,
  ],
});

export const askWithdrawal = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/refund/withdraw',
  summary: 'Ask a second person to withdraw an approved refund: the payee wants to stay (the path is ours)',
  access,
  rate: 'money',
  body: z.object({ refundId: z.uuid(), reason: lineSchema(300) }),
  output: refundSchema,
  audit: 'refund.ask-withdrawal',
  refuses: [commonErrors.not_found, paymentErrors.refund_not_approved, paymentErrors.refund_change_waits],
});

export const askReturn = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/refund/return',
  summary: 'Tell a second person that a refund paid by bank came back (the path is ours)',
  access,
  rate: 'money',
  body: z.object({
    refundId: z.uuid(),
    /** Line of the bank's statement on which the money is again. */
    reference: lineSchema(100),
    reason: lineSchema(300),
  }),
  output: refundSchema,
  audit: 'refund.ask-return',
  refuses: [
    commonErrors.not_found,
    paymentErrors.refund_not_returned,
    paymentErrors.refund_change_waits,
    paymentErrors.return_reference_taken,
  ],
});

export const refundVoucher = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/refund/voucher/{id}',
  summary: 'The voucher of a paid refund as PDF, to be signed by who got the money (the path is ours)',
  access,
  kind: 'download',
  rate: 'export',
  params: idParams,
  query: z.object({ language: z.enum(['en', 'bn']).default('bn') }),
  output: z.never(),
});
