/** Closing the cashier's day and the month of the books. Paths are ours. */
import { z } from 'zod';
import { daySchema, instantSchema, monthSchema } from '#shared/dates.ts';
import { endpoint, idParams } from '#shared/endpoint.ts';
import { commonErrors } from '#shared/errors.ts';
import { exportOf } from '#shared/exports.ts';
import { minor, minorSchema } from '#shared/money.ts';
import { listOf, paging } from '#shared/paging.ts';
import { lineSchema } from '#shared/text.ts';
import { errors } from '../contract.ts';
import { DENOMINATIONS } from './closing.rules.ts';

const MOST_PIECES = 100_000;
const pieces = z.int().min(0).max(MOST_PIECES).optional();
const piecesSchema = z.object(
  Object.fromEntries(DENOMINATIONS.map((value) => [String(value), pieces])) as Record<
    `${(typeof DENOMINATIONS)[number]}`,
    typeof pieces
  >,
);

export const CLOSING_STATES = ['WAITING', 'CLOSED', 'REFUSED'] as const;

/** What the list is narrowed to by its tabs. */
export const CLOSING_TABS = ['waiting', 'asked', 'closed', 'variance', 'refused', 'reopened'] as const;

/** As people say it: `asked` is a closed day that somebody wants to open again. */
export const CLOSING_OUTCOMES = [
  'waiting',
  'closed',
  'variance',
  'refused',
  'withdrawn',
  'reopened',
  'asked',
] as const;

export const closingSchema = z.object({
  outcome: z.enum(CLOSING_OUTCOMES),
  id: z.uuid(),
  /** For who asks to open the day again, or answers such a request: it is as they saw it. */
  version: z.int(),
  /** WAITING: the variance needs a second person. REFUSED: nothing was posted, the day is counted again. */
  state: z.enum(CLOSING_STATES),
  day: daySchema,
  cashier: z.string(),
  /** What the drawer had to hold: its float and what was taken. */
  expectedMinor: minorSchema,
  floatMinor: minorSchema,
  /** Stayed in the drawer for the next day. */
  keptMinor: minorSchema,
  countedMinor: minorSchema,
  varianceMinor: minorSchema,
  cardMinor: minorSchema,
  chequeCount: z.int(),
  chequeMinor: minorSchema,
  reason: z.string().nullable(),
  closedBy: z.string(),
  closedAt: instantSchema,
  decidedBy: z.string().nullable(),
  decidedAt: instantSchema.nullable(),
  decisionRemark: z.string().nullable(),
  reopenAskedBy: z.string().nullable(),
  reopenReason: z.string().nullable(),
  /** The request was refused, or taken back by who asked: why, and by whom. */
  reopenAnswer: z.string().nullable(),
  reopenAnsweredBy: z.string().nullable(),
  isReopenWithdrawn: z.boolean(),
  reopenedBy: z.string().nullable(),
  reopenedAt: instantSchema.nullable(),
  /** It stays closed then: a request that waits is refused or taken back. */
  isMonthClosed: z.boolean(),
  /** Taken back by who counted it. */
  isWithdrawn: z.boolean(),
  can: z.object({
    decide: z.boolean(),
    withdraw: z.boolean(),
    askReopen: z.boolean(),
    reopen: z.boolean(),
    refuseReopen: z.boolean(),
    withdrawReopen: z.boolean(),
  }),
});
export type Closing = z.output<typeof closingSchema>;

const who = z.object({
  day: daySchema,
  /** Left out: their own day. Somebody else's needs closings:close-others. */
  cashierId: z.uuid().optional(),
});

export const listClosings = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/cash-closings',
  summary: 'Closed days of cashiers with their variance; a cashier sees their own',
  access: { permission: 'closings:close-day' },
  query: paging(['-day'], {
    state: z.enum(CLOSING_TABS).optional(),
  }),
  output: listOf(closingSchema).extend({
    /** How many each tab has; a closed day with a variance is in two of them. */
    counts: z.record(z.enum(['all', ...CLOSING_TABS]), z.int().min(0)),
  }),
});

export const listClosingsDownload = exportOf(listClosings);

export const expectedCash = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/cash-closings/expected',
  summary: "What a cashier's drawer has to hold of a day, float and takings, and open days of before",
  access: { permission: 'closings:close-day' },
  query: who,
  output: z.object({
    day: daySchema,
    expectedMinor: minorSchema,
    /** As it was recorded, or as the closing before left it. */
    floatMinor: minorSchema,
    cardMinor: minorSchema,
    /** Cheques that were taken: counted apart, not as cash. */
    chequeCount: z.int(),
    chequeMinor: minorSchema,
    /** Went out of the drawer on this day. */
    paidOutMinor: minorSchema,
    /** Without counter money there is nothing to close. */
    hasMoney: z.boolean(),
    isClosed: z.boolean(),
    /** A larger variance waits for a second person. */
    aloneLeftMinor: minorSchema,
    /** The oldest first. */
    openDays: z.array(daySchema),
  }),
  refuses: [commonErrors.not_permitted],
});

export const openCashDays = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/cash-closings/open',
  summary: 'Days with counter money that nobody has closed, newest first; a cashier sees their own',
  access: { permission: 'closings:close-day' },
  query: paging(['-day'], {}),
  output: listOf(z.object({ day: daySchema, cashierId: z.uuid(), cashier: z.string() })).extend({
    /** Everybody who has such a day. */
    cashiers: z.array(z.object({ id: z.uuid(), name: z.string() })),
  }),
});

export const closeCash = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/cash-closings',
  summary:
    "Close a cashier's day: cash counted, the variance posted with its reason, or waiting for a second person",
  access: { permission: 'closings:close-day' },
  rate: 'money',
  body: who.extend({
    counted: z.discriminatedUnion('by', [
      z.object({ by: z.literal('total'), totalMinor: minorSchema }),
      z.object({ by: z.literal('pieces'), pieces: piecesSchema }),
    ]),
    /** As the person saw it: money that was posted since is counted first. */
    expectedMinor: minorSchema,
    /** Stays in the drawer: the float of the next day. */
    keptMinor: minorSchema.default(minor(0)),
    reason: lineSchema(300).optional(),
  }),
  output: closingSchema,
  audit: ['cash-closing.close', 'cash-closing.count'],
  refuses: [
    commonErrors.not_permitted,
    errors.day_in_future,
    errors.day_before_books,
    errors.no_counter_money,
    errors.cashier_unknown,
    errors.day_closed_already,
    errors.cash_moved,
    errors.variance_reason,
    errors.counted_negative,
    errors.kept_counted,
    errors.kept_is_other,
    errors.period_closed,
  ],
});

export const recordFloat = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/cash-closings/float',
  summary: 'Record what is in the drawer at the beginning of a day; instead of what the closing before left',
  access: { permission: 'closings:close-day' },
  rate: 'money',
  body: who.extend({ amountMinor: minorSchema }),
  output: z.object({
    day: daySchema,
    expectedMinor: minorSchema,
    floatMinor: minorSchema,
    cardMinor: minorSchema,
  }),
  audit: 'cash-closing.record-float',
  refuses: [
    commonErrors.not_permitted,
    errors.day_in_future,
    errors.float_negative,
    errors.float_day_closed,
    errors.float_lowered,
  ],
});

export const decideVariance = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/cash-closings/{id}/decide',
  summary: 'The second person accepts a variance that waits, or refuses it with a reason',
  access: { permission: 'closings:decide-variance' },
  rate: 'money',
  params: idParams,
  body: z.object({ accept: z.boolean(), remark: lineSchema(300).optional() }),
  output: closingSchema,
  audit: ['cash-closing.accept-variance', 'cash-closing.refuse-variance'],
  refuses: [errors.closing_decided, errors.variance_decider, errors.refusal_reason, errors.period_closed],
});

export const withdrawCount = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/cash-closings/{id}/withdraw',
  summary: 'Take an own count back while its variance waits; the day is counted again',
  access: { permission: 'closings:close-day' },
  rate: 'money',
  params: idParams,
  body: z.object({ reason: lineSchema(300) }),
  output: closingSchema,
  audit: 'cash-closing.withdraw',
  refuses: [errors.count_not_own, errors.period_closed],
});

export const askReopen = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/cash-closings/{id}/ask-reopen',
  summary: 'Ask a second person to open a closed day again',
  access: { permission: 'closings:close-day' },
  params: idParams,
  body: z.object({ version: z.int(), reason: lineSchema(300) }),
  output: closingSchema,
  audit: 'cash-closing.ask-reopen',
  refuses: [errors.day_reopened, errors.reopen_asked, errors.day_not_closed, errors.period_closed],
});

export const reopenCash = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/cash-closings/{id}/reopen',
  summary: 'Open a closed day again, as the second person',
  access: { permission: 'closings:reopen' },
  params: idParams,
  body: z.object({ version: z.int() }),
  output: closingSchema,
  audit: 'cash-closing.reopen',
  refuses: [errors.reopen_not_asked, errors.reopen_asker, errors.period_closed],
});

export const refuseReopen = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/cash-closings/{id}/refuse-reopen',
  summary: 'Refuse to open a closed day again, as the second person, with a reason; the day stays closed',
  access: { permission: 'closings:reopen' },
  params: idParams,
  body: z.object({ version: z.int(), reason: lineSchema(300) }),
  output: closingSchema,
  audit: 'cash-closing.refuse-reopen',
  refuses: [errors.reopen_not_asked, errors.reopen_asker],
});

export const withdrawReopen = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/cash-closings/{id}/withdraw-reopen',
  summary: 'Take an own request to open a closed day again back; the day stays closed',
  access: { permission: 'closings:close-day' },
  params: idParams,
  body: z.object({ version: z.int(), reason: lineSchema(300) }),
  output: closingSchema,
  audit: 'cash-closing.withdraw-reopen',
  refuses: [errors.reopen_not_asked, errors.reopen_not_own],
});

/** What has to be done before a month can close; the count leads to its list. */
const hindranceSchema = z.object({
  kind: z.string(),
  nameEn: z.string(),
  nameBn: z.string(),
  count: z.int(),
  path: z.string(),
});
export type Hindrance = z.output<typeof hindranceSchema>;

const proofSchema = z.object({
  provedAt: instantSchema,
  /** Proofs that failed; none if the books agree. */
  failed: z.array(z.object({ kind: z.string(), nameEn: z.string(), nameBn: z.string() })),
});
export type Proof = z.output<typeof proofSchema>;

export const listMonths = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/months',
  summary: 'Months of the books: closed, or what still hinders closing; and the last proof of the books',
  access: { permission: 'closings:close-month' },
  output: z.object({
    /** Null before the first night. */
    proof: proofSchema.nullable(),
    items: z.array(
      z.object({
        month: monthSchema,
        closedAt: instantSchema.nullable(),
        closedBy: z.string().nullable(),
        isOver: z.boolean(),
        /** An earlier month is open and is closed first. */
        isAfterOpen: z.boolean(),
        /** Null: not looked for yet, because many months before it are open. */
        hindrances: z.array(hindranceSchema).nullable(),
      }),
    ),
  }),
});

export const listMonthsDownload = exportOf(listMonths);

export const closeMonth = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/months/close',
  summary: 'Close a month of the books for good; or every open month up to it, if all are ready',
  access: { permission: 'closings:close-month' },
  rate: 'money',
  body: z.object({
    month: monthSchema,
    /** Earlier open months are closed with it, all or none. */
    withEarlier: z.boolean().optional(),
  }),
  output: z.object({ month: monthSchema }),
  audit: 'period.close',
  refuses: [
    errors.month_not_over,
    errors.month_closed,
    errors.month_hindered,
    errors.earlier_month_open,
    errors.month_before_books,
    errors.books_disagree,
  ],
});
