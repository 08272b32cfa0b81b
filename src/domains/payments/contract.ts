/** Payments: at the counter, through a gateway, their history, receipts and reversals (spec §7 Billing). */
import { z } from 'zod';
import { errors as applicationErrors, stepRefusals } from '#domains/applications/contract.ts';
import { errors as correctionErrors } from '#domains/billing/corrections/contract.ts';
import { errors as ledgerErrors } from '#domains/ledger/contract.ts';
import { errors as meterErrors } from '#domains/meters/contract.ts';
import { errors as ownershipErrors } from '#domains/ownership/contract.ts';
import { errors as orderErrors } from '#domains/work-orders/contract.ts';
import { daySchema, instantSchema, monthSchema } from '#shared/dates.ts';
import { endpoint, idParams } from '#shared/endpoint.ts';
import { commonErrors } from '#shared/errors.ts';
import { exportOf } from '#shared/exports.ts';
import { GATEWAY_NAMES } from '#shared/gateway-names.ts';
import { minorSchema, positiveMinorSchema } from '#shared/money.ts';
import { listOf, paging, queryInt } from '#shared/paging.ts';
import { lineSchema } from '#shared/text.ts';
import { CHEQUE_STATES } from './cheques/cheque.rules.ts';
import { errors as chequeErrors } from './cheques/errors.ts';
import { chequeTender } from './cheques/tender.ts';
import { errors } from './errors.ts';
import {
  LISTED_SOURCES,
  PAYMENT_METHODS,
  PAYMENT_SOURCES,
  PAYMENT_STATES,
  PAYMENT_WAITS,
} from './payment.rules.ts';
import { reversalSchema } from './reversals/reversal.rules.ts';

export { errors };

/** Why money of a demand note, a work order or a fee stays with it. A function, so that a build for browsers finds that nothing uses it. */
const takeBackRefusals = () => [
  ...stepRefusals('take-back-payment'),
  applicationErrors.note_withdrawn,
  orderErrors.wrong_state,
  orderErrors.work_started,
  ownershipErrors.wrong_state,
];

const dateRefusals = [
  errors.paid_in_future,
  errors.paid_too_early,
  errors.date_reason,
  errors.second_person_date,
];

/** Largest single payment: ৳10 crore; catches a slipped finger, not a payment. */
export const MAX_PAYMENT_MINOR = 100_000_000_00;
export const amountMinor = positiveMinorSchema.refine((value) => value <= MAX_PAYMENT_MINOR, {
  error: 'payments.amount_above_limit',
});

export const paymentSchema = z.object({
  id: z.uuid(),
  source: z.enum(PAYMENT_SOURCES),
  method: z.enum(PAYMENT_METHODS),
  state: z.enum(PAYMENT_STATES),
  amountMinor: minorSchema,
  /** Of the amount, for bill payments: what became an advance. */
  advanceMinor: minorSchema,
  vatMinor: minorSchema,
  /** Of the amount, for bill payments: what stays; nothing if it goes back or was reversed. */
  collectedMinor: minorSchema,
  /** No bill is to come that uses what is left of it. */
  isBilledOut: z.boolean(),
  payerName: z.string(),
  payerNameBn: z.string().nullable(),
  /** Connection, application, work order or ownership request, by its number. */
  targetNumber: z.string(),
  connectionId: z.uuid().nullable(),
  applicationId: z.uuid().nullable(),
  workOrderId: z.uuid().nullable(),
  ownershipRequestId: z.uuid().nullable(),
  sectorNumber: z.string(),
  roadNumber: z.string(),
  plotNumber: z.string(),
  receiptNumber: z.string().nullable(),
  slipNumber: z.string().nullable(),
  /** Of a payment by cheque: what became of it. */
  cheque: z.enum(CHEQUE_STATES).nullable(),
  orderId: z.string().nullable(),
  /** At which gateway the order is. */
  gateway: z.enum(GATEWAY_NAMES).nullable(),
  /** The gateway gave no answer about it, or one that does not fit: nobody knows whether money moved. */
  isUnknown: z.boolean(),
  paidOn: daySchema.nullable(),
  createdAt: instantSchema,
  declineReason: z.string().nullable(),
  /** Online, and looked at by a person: the bank's answer does not fit. */
  isSetAside: z.boolean(),
  /** The payment that booked what the bank really took. */
  replacedById: z.uuid().nullable(),
  /** It paid nothing: all of it goes back. */
  owedBack: z.boolean(),
  /** Of what goes back: what is still asked for instead, because the sum was another one. Until: its last day, if it has one. */
  stillDue: z.object({ amountMinor: minorSchema, until: daySchema.nullable() }).nullable(),
  invoices: z.array(
    z.object({ id: z.uuid(), number: z.string(), period: monthSchema, amountMinor: minorSchema }),
  ),
  reversal: reversalSchema.nullable(),
  /** To who may reverse: why this recharge is not. Its money is spent or held, or it came through the bank: then a withdrawal takes it out. */
  keptBecause: z.enum(['SPENT', 'BANK']).nullable(),
  can: z.object({
    receipt: z.boolean(),
    revalidate: z.boolean(),
    reverse: z.boolean(),
    /** All of it is owed back, and nobody has asked to pay it back. */
    refund: z.boolean(),
    decideReversal: z.boolean(),
    giveUpReversal: z.boolean(),
  }),
});
export type Payment = z.output<typeof paymentSchema>;

const cashTender = z.object({ method: z.literal('CASH'), paidOn: daySchema.optional() });
const posTender = z.object({
  method: z.literal('POS'),
  paidOn: daySchema.optional(),
  receiptNumber: lineSchema(40),
});
/** Paid into the utility's account: its number is the one of the bank's slip. */
const bankTender = posTender.extend({ method: z.literal('BANK') });
export const counterTender = z.discriminatedUnion('method', [cashTender, posTender, bankTender]);

/** What the counter answers with the money. */
const counterAnswers = {
  /** "Yes, this unusual amount is right": asked for by `unusual_amount`. */
  unusual: z.boolean().default(false),
  /** Why the money is dated before today. */
  dateReason: lineSchema(300).optional(),
  /** The money is of who took open bills of the connection over, for those; no other pays them. If there are such, the counter says (`whose_money`). */
  takenOver: z.boolean().optional(),
  /** "Yes, it is kept, and paid back if no bill uses it": asked for by `pays_no_bill` and `ahead_of_last_bill`. */
  toPayBack: z.boolean().optional(),
  /** What the page showed as due of what is paid: if it is another sum by now, nothing is recorded, taken or started (`due_moved`). */
  seenDueMinor: minorSchema.optional(),
};

/** How the money is paid. The receipt number of spec §5 is the terminal's slip; cash gets our own. */
const tender = z.discriminatedUnion('method', [
  cashTender,
  posTender,
  bankTender,
  z.object({ method: z.literal('GATEWAY') }),
  z.object({ method: z.literal('WALLET') }),
]);
export type Tender = z.output<typeof tender>;
const billTender = z.discriminatedUnion('method', [...tender.options, chequeTender]);

/** Of money from the own wallet. */
const walletRefusals = [ledgerErrors.balance_short, ledgerErrors.balance_frozen];

export const makePayment = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/make-payment',
  summary:
    'Take a payment for the open invoices of a connection, begin one through the gateway, or pay them from the own wallet',
  access: {
    signedIn: 'payments:take at the counter; payments:pay-online for an own connection, or one shared to pay',
  },
  rate: 'money',
  body: z.object({ connectionId: z.uuid(), amountMinor, tender: billTender, ...counterAnswers }),
  output: paymentSchema,
  audit: ['payment.make', 'payment.begin'],
  refuses: [
    commonErrors.not_found,
    commonErrors.not_permitted,
    meterErrors.access_without_paying,
    ledgerErrors.period_closed,
    ledgerErrors.day_closed,
    errors.not_due,
    errors.above_taken,
    errors.due_moved,
    errors.other_running,
    errors.whose_money,
    errors.pays_no_bill,
    errors.ahead_of_last_bill,
    errors.nothing_ahead,
    ...dateRefusals,
    errors.unusual_amount,
    errors.slip_taken,
    chequeErrors.cheque_post_dated,
    chequeErrors.cheque_stale,
    chequeErrors.cheque_above_due,
    chequeErrors.cheque_taken,
    ...walletRefusals,
  ],
});

export const payDemandNote = endpoint({
  service: 'main',
  method: 'POST',
  path: '/application/payment',
  summary: "Pay an application's demand note: cash, POS, gateway or the own wallet",
  access: {
    signedIn: 'demand-notes:pay-counter at the counter; demand-notes:pay-online for an own application',
  },
  rate: 'money',
  body: z.object({
    ...{ applicationId: z.uuid(), amountMinor, tender, dateReason: counterAnswers.dateReason },
  }),
  output: paymentSchema,
  audit: ['payment.make', 'payment.begin'],
  refuses: [
    ...stepRefusals('pay'),
    applicationErrors.amount_above_balance,
    commonErrors.not_permitted,
    applicationErrors.partial_payment,
    applicationErrors.part_too_small,
    applicationErrors.note_cancelled,
    ...dateRefusals,
    errors.slip_taken,
    ledgerErrors.period_closed,
    ledgerErrors.day_closed,
    errors.other_running,
    ...walletRefusals,
  ],
});

export const payWorkOrder = endpoint({
  service: 'main',
  method: 'POST',
  path: '/application/work_order/payment',
  summary: "Pay a work order's charge, all of it: cash, POS, gateway or the own wallet (the path is ours)",
  access: {
    signedIn: 'work-orders:pay-counter at the counter; work-orders:pay-online for work at an own connection',
  },
  rate: 'money',
  body: z.object({ orderId: z.uuid(), amountMinor, tender, dateReason: counterAnswers.dateReason }),
  output: paymentSchema,
  audit: ['payment.make', 'payment.begin'],
  refuses: [
    commonErrors.not_found,
    commonErrors.not_permitted,
    orderErrors.wrong_state,
    orderErrors.nothing_due,
    orderErrors.charge_whole,
    orderErrors.changed_hands,
    ...dateRefusals,
    errors.slip_taken,
    ledgerErrors.period_closed,
    ledgerErrors.day_closed,
    errors.other_running,
    ...walletRefusals,
  ],
});

export const payOwnershipFee = endpoint({
  service: 'main',
  method: 'POST',
  path: '/application/change_ownership_request/payment',
  summary:
    'Pay the fee of an ownership change, all of it: cash, POS, gateway or the own wallet (the path is ours)',
  access: {
    signedIn: 'ownership:pay-counter at the counter; ownership:pay-online for either owner of the request',
  },
  rate: 'money',
  body: z.object({ requestId: z.uuid(), amountMinor, tender, dateReason: counterAnswers.dateReason }),
  output: paymentSchema,
  audit: ['payment.make', 'payment.begin'],
  refuses: [
    commonErrors.not_found,
    commonErrors.not_permitted,
    ownershipErrors.wrong_state,
    ownershipErrors.fee_whole,
    ...dateRefusals,
    errors.slip_taken,
    ledgerErrors.period_closed,
    ledgerErrors.day_closed,
    errors.other_running,
    ...walletRefusals,
  ],
});

export const paymentHistory = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/payment/history',
  summary: 'Payments of one source, or of all; a consumer sees their own',
  access: { permission: 'payments:view' },
  query: paging(['-createdAt', 'amountMinor', 'paidOn'], {
    /** The page as the specification names it; the same as offset. */
    page: queryInt(1, 1_000_000).optional(),
    source: z.enum(LISTED_SOURCES).default('INVOICE'),
    state: z.enum(PAYMENT_STATES).optional(),
    method: z.enum(PAYMENT_METHODS).optional(),
    waits: z.enum(PAYMENT_WAITS).optional(),
    from: daySchema.optional(),
    to: daySchema.optional(),
    /** Taken at the counter by the caller. */
    takenBy: z.literal('me').optional(),
    consumerId: z.uuid().optional(),
    connectionId: z.uuid().optional(),
    applicationId: z.uuid().optional(),
    workOrderId: z.uuid().optional(),
    ownershipRequestId: z.uuid().optional(),
  }),
  output: listOf(paymentSchema).extend({
    sums: z.object({
      /** Received, of all that match: without what wallets paid, which was received before, unless only that is asked for. */
      amountMinor: minorSchema,
      /**
       * Of bills: what of the money stays, less what was reversed and refunded in these days. Null if the filters choose
       * among payments in a way that refunds do not know.
       */
      collectedMinor: minorSchema.nullable(),
    }),
  }),
});

export const paymentHistoryDownload = exportOf(paymentHistory);

export const getPayment = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/payment/detail/{id}',
  summary: 'One payment (the path is ours)',
  access: { permission: 'payments:view' },
  params: idParams,
  output: paymentSchema,
});

export const paymentReceipt = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/payment/receipt/{id}',
  summary: 'The receipt as PDF, A4 or for a printer of 80 mm (the path is ours)',
  access: { permission: 'payments:view' },
  kind: 'download',
  rate: 'export',
  params: idParams,
  query: z.object({
    language: z.enum(['en', 'bn']).default('bn'),
    paper: z.enum(['a4', '80mm']).default('a4'),
  }),
  output: z.never(),
});

export const reversePayment = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/payment/reverse',
  summary: 'Reverse a payment, or ask for it if the amount needs a second person (the path is ours)',
  access: { permission: 'payments:reverse' },
  rate: 'money',
  body: z.object({ paymentId: z.uuid(), reason: lineSchema(300) }),
  output: paymentSchema,
  audit: ['payment.reverse', 'payment.ask-reversal'],
  refuses: [
    ...takeBackRefusals(),
    errors.not_reversible,
    chequeErrors.cheque_in_clearing,
    errors.recharge_spent,
    errors.reversal_waits,
    ledgerErrors.period_closed,
    ledgerErrors.day_closed,
    correctionErrors.advance_gone,
  ],
});

export const reverseAlone = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/payment/reverse/{id}/alone',
  summary:
    'How much the person may still reverse alone: today, on its bills and on the connection (the path is ours)',
  access: { permission: 'payments:reverse' },
  params: idParams,
  output: z.object({ limitMinor: minorSchema, leftMinor: minorSchema }),
});

export const decideReversal = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/payment/reversal/decide',
  summary: 'The second person reverses the payment or refuses to (the path is ours)',
  access: { permission: 'payments:reverse' },
  rate: 'money',
  body: z.object({
    reversalId: z.uuid(),
    accept: z.boolean(),
    /** Required for a refusal: who asked reads it. */
    remark: lineSchema(300).optional(),
  }),
  output: paymentSchema,
  audit: ['payment.approve-reversal', 'payment.refuse-reversal'],
  refuses: [
    ...takeBackRefusals(),
    errors.second_person,
    errors.refusal_reason,
    errors.not_reversible,
    errors.recharge_spent,
    ledgerErrors.period_closed,
    ledgerErrors.day_closed,
    correctionErrors.advance_gone,
  ],
});
