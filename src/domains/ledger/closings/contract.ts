/** Closing the cashier's day and the month of the books. Paths are ours. */
import { z } from 'zod';
import { daySchema, instantSchema, monthSchema } from '#shared/dates.ts';
import { endpoint, idParams } from '#shared/endpoint.ts';
import { commonErrors } from '#shared/errors.ts';
import { minorSchema } from '#shared/money.ts';
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

export const closingSchema = z.object({
  id: z.uuid(),
  day: daySchema,
  cashier: z.string(),
  expectedMinor: minorSchema,
  countedMinor: minorSchema,
  varianceMinor: minorSchema,
  cardMinor: minorSchema,
  reason: z.string().nullable(),
  closedBy: z.string(),
  closedAt: instantSchema,
  reopenAskedBy: z.string().nullable(),
  reopenReason: z.string().nullable(),
  reopenedBy: z.string().nullable(),
  reopenedAt: instantSchema.nullable(),
  can: z.object({ askReopen: z.boolean(), reopen: z.boolean() }),
});
export type Closing = z.output<typeof closingSchema>;

const who = z.object({
  day: daySchema,
  /** Left out: the own day. Somebody else's needs closings:close-others. */
  cashierId: z.uuid().optional(),
});

export const listClosings = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/cash-closings',
  summary: 'Closed days of cashiers with their variance; a cashier sees the own ones',
  access: { permission: 'closings:close-day' },
  query: paging(['-day'], { state: z.enum(['closed', 'variance', 'reopened']).optional() }),
  output: listOf(closingSchema),
});

export const expectedCash = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/cash-closings/expected',
  summary: 'What the books say a cashier has in cash of a day, and open days of before',
  access: { permission: 'closings:close-day' },
  query: who,
  output: z.object({
    day: daySchema,
    expectedMinor: minorSchema,
    cardMinor: minorSchema,
    isClosed: z.boolean(),
    openDays: z.array(daySchema),
  }),
  refuses: [commonErrors.not_permitted],
});

export const openCashDays = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/cash-closings/open',
  summary: 'Days with counter money that nobody has closed, oldest first; a cashier sees the own ones',
  access: { permission: 'closings:close-day' },
  output: z.object({
    items: z.array(z.object({ day: daySchema, cashierId: z.uuid(), cashier: z.string() })),
  }),
});

export const closeCash = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/cash-closings',
  summary: "Close a cashier's day: cash counted, the variance posted with its reason",
  access: { permission: 'closings:close-day' },
  rate: 'money',
  body: who.extend({
    counted: z.discriminatedUnion('by', [
      z.object({ by: z.literal('total'), totalMinor: minorSchema }),
      z.object({ by: z.literal('pieces'), pieces: piecesSchema }),
    ]),
    /** As the person saw it: money that was posted since is counted first. */
    expectedMinor: minorSchema,
    reason: lineSchema(300).optional(),
  }),
  output: closingSchema,
  audit: 'cash-closing.close',
  refuses: [
    commonErrors.not_permitted,
    errors.day_in_future,
    errors.day_closed_already,
    errors.cash_moved,
    errors.variance_reason,
    errors.counted_negative,
    errors.period_closed,
  ],
});

export const askReopen = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/cash-closings/{id}/ask-reopen',
  summary: 'Ask a second person to open a closed day again',
  access: { permission: 'closings:close-day' },
  params: idParams,
  body: z.object({ reason: lineSchema(300) }),
  output: closingSchema,
  audit: 'cash-closing.ask-reopen',
  refuses: [errors.day_reopened, errors.reopen_asked],
});

export const reopenCash = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/cash-closings/{id}/reopen',
  summary: 'Open a closed day again, as the second person',
  access: { permission: 'closings:reopen' },
  params: idParams,
  output: closingSchema,
  audit: 'cash-closing.reopen',
  refuses: [errors.reopen_not_asked, errors.reopen_asker, errors.period_closed],
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
        hindrances: z.array(hindranceSchema),
      }),
    ),
  }),
});

export const closeMonth = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/months/close',
  summary: 'Close a month of the books for good',
  access: { permission: 'closings:close-month' },
  rate: 'money',
  body: z.object({ month: monthSchema }),
  output: z.object({ month: monthSchema }),
  audit: 'period.close',
  refuses: [errors.month_not_over, errors.month_closed, errors.month_hindered, errors.books_disagree],
});
