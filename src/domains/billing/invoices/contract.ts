/** Invoices as staff and consumers see them (spec §7 Billing). */
import { z } from 'zod';
import { daySchema, monthSchema } from '#shared/dates.ts';
import { endpoint, idParams } from '#shared/endpoint.ts';
import { commonErrors } from '#shared/errors.ts';
import { exportOf } from '#shared/exports.ts';
import { minorSchema } from '#shared/money.ts';
import { listOf, paging, queryFlag, queryInt } from '#shared/paging.ts';
import { adjustmentSchema } from '../corrections/adjustment.schema.ts';
import { correctionSchema, refusedSchema } from '../corrections/documents.schema.ts';
import { dunningSchema } from '../dunning/dunning.schema.ts';
import { LEAK_HINDRANCES } from '../leaks/leak.rules.ts';
import { planNoteSchema } from '../payment-plans/note.schema.ts';
import { rebateNote } from '../rebates/note.schema.ts';
import { surchargeNote } from '../surcharges/note.schema.ts';
import { explanationSchema } from '../tariffs/explanation.schema.ts';

/** Why a surcharge was taken back, as the books keep it; pages say it in the language of who reads them. */
/** A surcharge was charged again: what was unpaid on its day is another sum than was known then. */
export const UNPAID_CORRECTED = 'Charged again: another sum was unpaid on the day of the surcharge';
export const PAID_IN_TIME = 'Paid in time: the money is dated before the day of the surcharge';

/** Why the bill of an estimate was credited; pages and papers say it in the language of who reads them. */
export const LOWERED_ESTIMATE = 'The meter was read: it shows less than was estimated';

/** Why a part of a bill was taken off because of a leak; pages and papers say it in the language of who reads them. */
export const LEAK_CREDIT = 'A leak was repaired: a part of the water that ran off is not charged';

export const INVOICE_STATES = ['ISSUED', 'PARTIALLY_PAID', 'PAID', 'CANCELLED'] as const;

const invoiceFilters = {
  state: z.enum(INVOICE_STATES).optional(),
  overdue: queryFlag.optional(),
  /** Not paid in full, due or overdue. */
  open: queryFlag.optional(),
  /** To the office: its correction waits for a second person. */
  correctionAsked: queryFlag.optional(),
  sectorId: z.uuid().optional(),
  roadId: z.uuid().optional(),
  connectionId: z.uuid().optional(),
  consumerId: z.uuid().optional(),
  /** Of the connection that a consumer selected in the header (meters/sharing/visible.ts, ofOption). */
  applicationId: z.uuid().optional(),
  runId: z.uuid().optional(),
  period: monthSchema.optional(),
  issuedFrom: daySchema.optional(),
  issuedTo: daySchema.optional(),
  minTotalMinor: queryInt(0, Number.MAX_SAFE_INTEGER).optional(),
};

export const invoiceSchema = z.object({
  id: z.uuid(),
  number: z.string(),
  connectionId: z.uuid(),
  connectionNumber: z.string(),
  consumerId: z.uuid(),
  consumerName: z.string(),
  consumerNameBn: z.string().nullable(),
  sectorNumber: z.string(),
  roadNumber: z.string(),
  plotNumber: z.string(),
  period: monthSchema,
  issuedOn: daySchema,
  dueOn: daySchema,
  usageLitres: z.int(),
  totalMinor: minorSchema,
  settledMinor: minorSchema,
  dueMinor: minorSchema,
  state: z.enum(INVOICE_STATES),
  /** Derived: unpaid after its due date. */
  overdue: z.boolean(),
  /** A household disputes it since this day; nobody decided yet. Then it is not overdue. */
  disputedSince: daySchema.nullable(),
  /** It is paid by a plan, or by one that the household may accept. Then it is not overdue. */
  isInPlan: z.boolean(),
  /** A supplementary bill: the difference that a corrected reading made to another bill. */
  isSupplement: z.boolean(),
  /** A late surcharge of another bill. */
  isSurcharge: z.boolean(),
  /** The last bill of an account that is closed. */
  isFinal: z.boolean(),
  /** What corrected readings changed of this bill, credited or billed apart. */
  adjustedMinor: minorSchema,
  /** A new owner took over all that is open; a household that reads it owes nothing of it. */
  isTakenOver: z.boolean(),
  /** What of the bill the new owner still pays. If a payment from before was reversed, more is open, and that is its owner's. */
  takenOverMinor: minorSchema,
});
export type Invoice = z.infer<typeof invoiceSchema>;

export const searchInvoice = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/search-invoice',
  summary: 'Invoices; a consumer sees their own',
  access: { permission: 'invoices:view' },
  query: paging(['-issuedOn', 'dueOn', 'number', 'totalMinor', 'usageLitres'], invoiceFilters),
  output: listOf(invoiceSchema).extend({
    sums: z.object({ totalMinor: minorSchema, settledMinor: minorSchema, dueMinor: minorSchema }),
  }),
});

export const countInvoices = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/search-invoice/counts',
  summary:
    'How many invoices of each state match the other filters, for the tabs of the list (the path is ours)',
  access: { permission: 'invoices:view' },
  query: paging(['-issuedOn'], invoiceFilters),
  output: z.object({ counts: z.record(z.string(), z.int()) }),
});

export const searchInvoiceDownload = exportOf(searchInvoice);

export const invoiceDetail = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/invoice-detail/{id}',
  summary: 'One invoice with its lines, readings, explanation, payments and the use of the last 12 months',
  access: { permission: 'invoices:view' },
  params: idParams,
  output: invoiceSchema.extend({
    /** Days that the prices are taken by; `periodTo` is the first that does not count. */
    periodFrom: daySchema,
    periodTo: daySchema,
    /** Days of the readings. They are others on a first and a last bill, whose price days are whole months. */
    usedFrom: daySchema,
    usedTo: daySchema,
    meterNumber: z.string().nullable(),
    previousLitres: z.int().nullable(),
    currentLitres: z.int().nullable(),
    /** By which rule its reading was estimated, because nobody could read the meter. */
    estimate: z.enum(['LAST_YEAR', 'RECENT', 'CATEGORY', 'EMPTY', 'BETWEEN']).nullable(),
    /** Estimates came before its reading: what went through the meter since the last real one, and what of it was billed before. */
    afterEstimates: z
      .object({
        realOn: daySchema,
        waterLitres: z.int(),
        estimatedLitres: z.int(),
        months: z.int(),
      })
      .nullable(),
    /** A notice of an empty house does not count on it: use of its days, and up to what it would count. */
    emptyInFull: z.object({ useLitres: z.int(), mostLitres: z.int() }).nullable(),
    /** Of an overdue bill: the step of the dunning ladder that its connection is on. */
    dunning: dunningSchema.nullable(),
    arrearsMinor: minorSchema,
    category: z.string(),
    pipeSizeMm: z.int(),
    cancelledOn: daySchema.nullable(),
    cancelReason: z.string().nullable(),
    lines: z.array(
      z.object({
        kind: z.string(),
        quantity: z.string().nullable(),
        rate: z.string().nullable(),
        amountMinor: minorSchema,
      }),
    ),
    explanation: explanationSchema,
    /** The tariff versions that the explanation names. */
    tariffs: z.array(
      z.object({
        id: z.uuid(),
        name: z.string(),
        category: z.string(),
        categoryEn: z.string(),
        categoryBn: z.string(),
        effectiveFrom: daySchema,
      }),
    ),
    history: z.array(z.object({ period: monthSchema, usageLitres: z.int(), totalMinor: minorSchema })),
    /** Of this bill, or the one that this supplementary bill belongs to; the newest last. */
    adjustments: z.array(adjustmentSchema),
    /** Waits for a second person; only staff are told. */
    correction: correctionSchema.nullable(),
    refusedCorrection: refusedSchema.nullable(),
    /** The bill that this late surcharge is for. */
    surchargeOf: surchargeNote.nullable(),
    /** The late surcharges of this bill, each a bill of its own. */
    surcharges: z.array(surchargeNote),
    /** What it brings to be paid in time, or brought; null if no rule of rebates counts for it. */
    rebate: rebateNote.nullable(),
    /** Who took over what is open of it, or took it over and paid it. The successor is told to the office only. */
    taker: z
      .object({
        name: z.string(),
        nameBn: z.string().nullable(),
        successor: z.object({ id: z.uuid(), number: z.string() }).nullable(),
      })
      .nullable(),
    version: z.int(),
    /** It was disputed once, or is. */
    wasDisputed: z.boolean(),
    /** A leak was asked about. */
    hasLeak: z.boolean(),
    /** To who notes leaks: why none can be noted of it. params: least, percent, litres, as the refusal has them */
    noLeak: z.object({ why: z.enum(LEAK_HINDRANCES), params: z.record(z.string(), z.number()) }).nullable(),
    /** Of its connection, for who may read of it. */
    plan: planNoteSchema.nullable(),
    can: z.object({
      dispute: z.boolean(),
      /** By the rules of today its use may be by a leak. */
      leak: z.boolean(),
      /** Ask for a plan, or propose one. */
      plan: z.boolean(),
      pay: z.boolean(),
      cancel: z.boolean(),
      adjust: z.boolean(),
      decide: z.boolean(),
    }),
  }),
});

export type InvoiceDetail = z.output<(typeof invoiceDetail)['output']>;
export type Adjustment = InvoiceDetail['adjustments'][number];

export const invoicePdf = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/invoice-detail/{id}/pdf',
  summary: 'The bill on paper (the path is ours)',
  access: { permission: 'invoices:view' },
  kind: 'download',
  rate: 'export',
  params: idParams,
  query: z.object({ language: z.enum(['en', 'bn']).default('bn') }),
  output: z.never(),
});

/** Open bills of an earlier owner that the caller has taken over with a connection: they read the sum and pay it, and no bill of it. */
export const takenOverSchema = z.object({
  connectionId: z.uuid(),
  connectionNumber: z.string(),
  sectorNumber: z.string(),
  roadNumber: z.string(),
  plotNumber: z.string(),
  dueMinor: minorSchema,
  dueOn: daySchema,
  openInvoices: z.int(),
});
export type TakenOver = z.output<typeof takenOverSchema>;

export const billingIds = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/billing-ids',
  summary: 'Billable connections with their latest bill and what is open',
  access: { permission: 'invoices:view' },
  query: paging(['connectionNumber', 'dueMinor', 'consumerName'], {
    sectorId: z.uuid().optional(),
    connectionId: z.uuid().optional(),
    consumerId: z.uuid().optional(),
    applicationId: z.uuid().optional(),
    withDues: queryFlag.optional(),
    /** Closed connections with an advance, which has to be paid back. */
    advanceLeft: queryFlag.optional(),
  }),
  output: listOf(
    z.object({
      connectionId: z.uuid(),
      connectionNumber: z.string(),
      consumerId: z.uuid(),
      consumerName: z.string(),
      consumerNameBn: z.string().nullable(),
      phone: z.string(),
      sectorNumber: z.string(),
      roadNumber: z.string(),
      plotNumber: z.string(),
      category: z.string(),
      lastInvoiceId: z.uuid().nullable(),
      lastInvoiceNumber: z.string().nullable(),
      lastPeriod: monthSchema.nullable(),
      lastTotalMinor: minorSchema.nullable(),
      openInvoices: z.int(),
      dueMinor: minorSchema,
      oldestDueOn: daySchema.nullable(),
      /** What is open of it and a new owner took over: for a household beside what is due, for the office a part of that. */
      takenOverMinor: minorSchema,
      /** What is open of it and disputed: for a household beside what is due, for the office a part of that. */
      disputedMinor: minorSchema,
      /** Of an own connection, to its household; to the office with `advanceLeft`, else null. */
      advanceMinor: minorSchema.nullable(),
      /** To a household of its closed connection; to the office with `advanceLeft`. */
      closedOn: daySchema.nullable(),
      /** To a household: what its connection is billed as today, and what follows from a day on. */
      billedAs: z
        .object({
          en: z.string(),
          bn: z.string(),
          until: daySchema.nullable(),
          nextEn: z.string().nullable(),
          nextBn: z.string().nullable(),
          /** The change that says so, if the household may read it. */
          changeId: z.uuid().nullable(),
        })
        .nullable(),
      /** The day on which the caller's connection changed hands; null if it did not. */
      changedOn: daySchema.nullable(),
      /** Of a connection that changed hands: its last bill was issued. */
      hasFinalBill: z.boolean(),
      /** False if it is shared with the caller to see only. */
      mayPay: z.boolean(),
    }),
  ).extend({
    /** Of all that match, also beyond this page. */
    sums: z.object({
      dueMinor: minorSchema,
      oldestDueOn: daySchema.nullable(),
      /** How many of them the household may pay for; and that one, if it is one. To the office none. */
      payable: z.int(),
      onlyPayable: z.object({ connectionId: z.uuid(), dueMinor: minorSchema }).nullable(),
    }),
    takenOver: z.array(takenOverSchema),
  }),
});
export const billingIdsDownload = exportOf(billingIds);
export type BillingId = z.infer<(typeof billingIds)['output']>['items'][number];

export const customerBillCart = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/customer-bill/cart',
  summary: 'Open invoices of one connection, oldest first: what a payment would settle',
  access: { permission: 'invoices:view' },
  query: z.object({ connectionId: z.uuid() }),
  output: z.object({
    connectionId: z.uuid(),
    connectionNumber: z.string(),
    consumerName: z.string(),
    consumerNameBn: z.string().nullable(),
    plotNumber: z.string(),
    sectorNumber: z.string(),
    roadNumber: z.string(),
    dueMinor: minorSchema,
    items: z.array(
      z.object({
        id: z.uuid(),
        number: z.string(),
        period: monthSchema,
        dueOn: daySchema,
        overdue: z.boolean(),
        dueMinor: minorSchema,
      }),
    ),
  }),
  refuses: [commonErrors.not_found],
});
