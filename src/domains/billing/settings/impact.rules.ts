/** What a planned change would have made of last month's bills, and by how much prices rise within a year. */
import { z } from 'zod';
import { monthSchema } from '#shared/dates.ts';
import { minorSchema } from '#shared/money.ts';

const sums = {
  bills: z.int(),
  beforeMinor: minorSchema,
  afterMinor: minorSchema,
  more: z.int(),
  less: z.int(),
};

export const impactSchema = z.object({
  /** The last month that was billed; null before the first one: then there is nothing to compare. */
  period: monthSchema.nullable(),
  ...sums,
  /** Bills that do not come out the same any more from today's facts of their connection: left out. */
  changedSince: z.int(),
  /** The bill in the middle. */
  medianBeforeMinor: minorSchema,
  medianAfterMinor: minorSchema,
  categories: z.array(z.object({ category: z.string(), nameEn: z.string(), nameBn: z.string(), ...sums })),
  /** The bills that change most. */
  biggest: z.array(
    z.object({
      invoiceNumber: z.string(),
      category: z.string(),
      usageLitres: z.int(),
      beforeMinor: minorSchema,
      afterMinor: minorSchema,
    }),
  ),
});
export type Impact = z.output<typeof impactSchema>;

export const RISE_KINDS = ['rate', 'fixed', 'minimum', 'bill'] as const;

/** One price against the lowest that was in force in the twelve months before. */
export const riseSchema = z.object({
  category: z.string(),
  kind: z.enum(RISE_KINDS),
  /** rate: at the start of its block; bill: the use, VAT included. In units of the tariff. */
  at: z.string().nullable(),
  /** The charge, or the bill, of a pipe of this size; null for all that have no amounts of their own. */
  pipeSizeMm: z.int().nullable(),
  /** Decimals of the currency. */
  before: z.string(),
  after: z.string(),
  percent: z.number(),
});
export type Rise = z.output<typeof riseSchema>;
