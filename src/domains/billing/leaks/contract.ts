/** Leaks: a household asks that a part of a high bill is taken off by the formula, and the office decides. The paths are ours. */
import { z } from 'zod';
import { errors as ledgerErrors } from '#domains/ledger/contract.ts';
import { daySchema, instantSchema, monthSchema } from '#shared/dates.ts';
import { endpoint, idParams } from '#shared/endpoint.ts';
import { commonErrors, errorCodes } from '#shared/errors.ts';
import { exportOf } from '#shared/exports.ts';
import { minorSchema } from '#shared/money.ts';
import { listOf, paging, queryFlag } from '#shared/paging.ts';
import { lineSchema } from '#shared/text.ts';
import { errors as correctionErrors } from '../corrections/contract.ts';
import { LEAK_BASES, LEAK_CHANNELS, LEAK_STATES, OFFICE_LEAK_CHANNELS } from './leak.rules.ts';

export const errors = errorCodes('leaks', {
  /** No rule of today takes anything off. */
  off: { status: 409 },
  /** One of the connection is open, or was credited, within twelve months. */
  within_year: { status: 409, constraint: 'leaks_year_excl' },
  bill_cancelled: { status: 409 },
  /** Not the bill of a month that was read: supplementary, estimated, or after estimates. */
  bill_unfit: { status: 409 },
  bill_disputed: { status: 409 },
  bill_taken_over: { status: 409 },
  /** params: day, the last one. The office takes it with a reason. */
  too_late: { status: 409, field: 'exceptionReason' },
  /** Too few months that were read before it. params: least */
  no_history: { status: 409 },
  /** params: percent, litres: from which use on it may be a leak. */
  not_unusual: { status: 409 },
  /** After today, or before the days of the bill. */
  repair_day: { status: 422, constraint: 'leaks_repaired_check', field: 'repairedOn' },
  /** Of a rule: more readings are needed than are looked at. */
  least_above_most: { status: 422, field: 'value.leastMonths' },
  proof_unknown: { status: 422, field: 'proofId' },
  /** The household took back as many as it may within some weeks. params: day, from which it can ask again. */
  asked_often: { status: 409 },
  over: { status: 409 },
  withdrawal_reason: { status: 422, field: 'reason' },
  /** No reading after the repair shows usual use. */
  not_back: { status: 409 },
  correction_waits: { status: 409 },
  /** The bill, its readings or prices changed since the figures were shown. params: amount, what it is now. */
  figures_moved: { status: 409 },
  second_person: { status: 409, constraint: 'leaks_two_persons' },
  return_reason: { status: 422, field: 'reason' },
});

/** A reading by which the usual use is reckoned. */
const usedSchema = z.object({
  period: monthSchema,
  readOn: daySchema,
  days: z.int(),
  litres: z.int(),
});

/** The formula with its figures, from which a reader calculates it again. */
const figuresSchema = z.object({
  useLitres: z.int(),
  billDays: z.int(),
  usualBasis: z.enum(LEAK_BASES),
  usual: z.array(usedSchema),
  usualLitres: z.int(),
  usualDays: z.int(),
  baseLitres: z.int(),
  excessLitres: z.int(),
  sharePercent: z.int(),
  mostLitres: z.int().nullable(),
  forgivenLitres: z.int(),
  backPercent: z.int(),
  /** The reading after the repair that shows usual use; null as long as there is none. */
  back: z.object({ readOn: daySchema, days: z.int(), litres: z.int() }).nullable(),
  /** The bill with less use is lower by this. */
  amountMinor: minorSchema,
});
export type LeakFigures = z.output<typeof figuresSchema>;

const leakSchema = z.object({
  id: z.uuid(),
  number: z.string(),
  state: z.enum(LEAK_STATES),
  invoiceId: z.uuid(),
  invoiceNumber: z.string(),
  period: monthSchema,
  connectionNumber: z.string(),
  consumerName: z.string(),
  consumerNameBn: z.string().nullable(),
  sectorNumber: z.string(),
  roadNumber: z.string(),
  plotNumber: z.string(),
  /** As the bill was corrected, before a credit of the leak. */
  totalMinor: minorSchema,
  usageLitres: z.int(),
  words: z.string(),
  repairedOn: daySchema,
  hasProof: z.boolean(),
  channel: z.enum(LEAK_CHANNELS),
  callerName: z.string().nullable(),
  askedAt: instantSchema,
  askedOn: daySchema,
  /** The last day to wait for a reading; null if nothing is waited for any more. */
  waitUntil: daySchema.nullable(),
  /** Open, and a reading after the repair was taken in, or the days to wait for one are over. */
  isReady: z.boolean(),
  /** Credited, and not replaced later. */
  amountMinor: minorSchema.nullable(),
  /** To the office: decided by one person and not credited, because it waits for the second one, or ended before. */
  proposedMinor: minorSchema.nullable(),
  answer: z.string().nullable(),
  /** To the office: who decided, and the second person who agreed. */
  decidedBy: z.string().nullable(),
  approvedBy: z.string().nullable(),
  endedOn: daySchema.nullable(),
});
export type Leak = z.output<typeof leakSchema>;

/** Why nothing can be credited now. */
export const LEAK_OBSTACLES = [
  'no_history',
  'not_unusual',
  'not_back',
  'bill_cancelled',
  'bill_unfit',
  'bill_disputed',
  'correction_waits',
  'not_reproducible',
] as const;
export type LeakObstacle = (typeof LEAK_OBSTACLES)[number];

const detailSchema = leakSchema.extend({
  askedBy: z.string().nullable(),
  exceptionReason: z.string().nullable(),
  /** To the office: in which the household is written to. */
  language: z.enum(['en', 'bn']).nullable(),
  /** Nobody credited or refused it yet, and a reading after the repair shows usual use: no reading is waited for. */
  isBack: z.boolean(),
  /** As it was decided by; before that as it would be now, to the office. */
  figures: figuresSchema.nullable(),
  /** To the office: why it cannot be credited now. */
  obstacle: z.enum(LEAK_OBSTACLES).nullable(),
  /** To the office: from which sum on a second person is needed in any case; null: always. */
  aloneUpToMinor: minorSchema.nullable(),
  decidedAt: instantSchema.nullable(),
  withdrawnReason: z.string().nullable(),
  /** To the office: why the second person gave it back the last time, who and when, and the answer that was decided until then. */
  returnedReason: z.string().nullable(),
  returnedBy: z.string().nullable(),
  returnedAt: instantSchema.nullable(),
  returnedAnswer: z.string().nullable(),
  /** What of the bill is still to be paid. */
  dueMinor: minorSchema,
  /** What is kept for the connection now, and the next bill uses. */
  advanceMinor: minorSchema,
  /** The credit note. */
  document: z.object({ number: z.string(), amountMinor: minorSchema }).nullable(),
  version: z.int(),
  can: z.object({
    decide: z.boolean(),
    approve: z.boolean(),
    isDecider: z.boolean(),
    withdraw: z.boolean(),
  }),
});
export type LeakDetail = z.output<typeof detailSchema>;

const asking = {
  invoiceId: z.uuid(),
  words: lineSchema(1000),
  repairedOn: daySchema,
  /** An upload of one's own: a photo, or the paper of the plumber. */
  proofId: z.uuid().nullable().default(null),
};
const asked = z.object({ id: z.uuid(), number: z.string(), waitUntil: daySchema });
const refusesBill = [
  commonErrors.not_found,
  errors.off,
  errors.within_year,
  errors.bill_cancelled,
  errors.bill_unfit,
  errors.bill_disputed,
  errors.bill_taken_over,
  errors.too_late,
  errors.no_history,
  errors.not_unusual,
  errors.repair_day,
  errors.proof_unknown,
];

export const askOwnLeak = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/invoice/leak',
  summary: 'Ask that a part of an own high bill is taken off, because of a leak that is repaired',
  access: { permission: 'leaks:own' },
  rate: 'money',
  body: z.object(asking),
  output: asked,
  audit: 'leak.open',
  refuses: [...refusesBill, errors.asked_often],
});

export const noteLeak = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/invoice/leak/for-household',
  summary: 'Note a leak for a household that came or called',
  access: { permission: 'leaks:note' },
  rate: 'money',
  body: z.object({
    ...asking,
    channel: z.enum(OFFICE_LEAK_CHANNELS),
    /** Who asked. */
    callerName: lineSchema(120),
    /** Why although the days are over. */
    exceptionReason: lineSchema(300).nullable().default(null),
  }),
  output: asked,
  audit: 'leak.open',
  refuses: refusesBill,
});

export const withdrawLeak = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/leak/{id}/withdraw',
  summary: 'The household does not ask any more; the office says why it notes that',
  access: { signedIn: 'leaks:own for the own bill; leaks:note at the office' },
  params: idParams,
  body: z.object({ version: z.int(), reason: lineSchema(300).nullable().default(null) }),
  output: z.object({ id: z.uuid() }),
  audit: 'leak.withdraw',
  refuses: [commonErrors.not_permitted, commonErrors.stale_version, errors.over, errors.withdrawal_reason],
});

/** What a credit can meet: what is shown may have changed when it is posted. */
const refusesCredit = [
  commonErrors.stale_version,
  errors.over,
  errors.not_back,
  errors.bill_unfit,
  errors.bill_disputed,
  errors.correction_waits,
  errors.no_history,
  errors.not_unusual,
  errors.figures_moved,
  correctionErrors.bill_not_reproducible,
  ledgerErrors.period_closed,
];

export const creditLeak = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/leak/{id}/credit',
  summary: 'Credit what the formula takes off, or ask a second person to',
  access: { permission: 'leaks:decide' },
  rate: 'money',
  params: idParams,
  body: z.object({
    version: z.int(),
    /** As it was shown. */
    amountMinor: minorSchema,
    /** The household reads it. */
    answer: lineSchema(500),
  }),
  output: z.object({ id: z.uuid(), state: z.enum(LEAK_STATES) }),
  audit: ['leak.credit', 'leak.propose'],
  refuses: refusesCredit,
});

export const refuseLeak = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/leak/{id}/refuse',
  summary: 'Take nothing off; the household is told why',
  access: { permission: 'leaks:decide' },
  params: idParams,
  body: z.object({ version: z.int(), answer: lineSchema(500) }),
  output: z.object({ id: z.uuid() }),
  audit: 'leak.refuse',
  refuses: [commonErrors.stale_version, errors.over],
});

export const approveLeak = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/leak/{id}/approve',
  summary: 'The second person credits it, or gives it back with a reason',
  access: { permission: 'leaks:approve' },
  rate: 'money',
  params: idParams,
  body: z.object({
    version: z.int(),
    accept: z.boolean(),
    reason: lineSchema(300).nullable().default(null),
  }),
  output: z.object({ id: z.uuid(), state: z.enum(LEAK_STATES) }),
  audit: ['leak.approve', 'leak.return'],
  refuses: [...refusesCredit, errors.second_person, errors.return_reason],
});

export const listLeaks = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/leaks',
  summary: 'Leaks, with the count of each state; a consumer sees their own',
  access: { permission: 'leaks:view' },
  query: paging(['-askedAt', 'waitUntil', 'amountMinor'], {
    state: z.enum(LEAK_STATES).optional(),
    open: queryFlag.optional(),
    /** Those that the office looks at now. */
    ready: queryFlag.optional(),
    sectorId: z.uuid().optional(),
    invoiceId: z.uuid().optional(),
    from: daySchema.optional(),
    to: daySchema.optional(),
  }),
  output: listOf(leakSchema).extend({
    counts: z.partialRecord(z.enum(LEAK_STATES), z.int()),
    /** Of all pages. */
    sums: z.object({ amountMinor: minorSchema, proposedMinor: minorSchema }),
  }),
});
export const listLeaksDownload = exportOf(listLeaks);

export const getLeak = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/leak/{id}',
  summary: 'One leak with the figures of the formula',
  access: { permission: 'leaks:view' },
  params: idParams,
  output: detailSchema,
});

export const openLeakProof = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/leak/{id}/proof',
  summary: 'A link that shows the proof of a repair for a few minutes',
  access: { permission: 'leaks:view' },
  params: idParams,
  output: z.object({ url: z.string(), isImage: z.boolean() }),
});
