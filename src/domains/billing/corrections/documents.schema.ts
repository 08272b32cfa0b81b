/** A corrected bill beside the one that was billed, and a correction that waits; apart from the calls, because screens load it. */
import { z } from 'zod';
import { daySchema, instantSchema, monthSchema } from '#shared/dates.ts';
import { minorSchema } from '#shared/money.ts';

const figures = z.object({
  previousLitres: z.int().nullable(),
  currentLitres: z.int().nullable(),
  usageLitres: z.int(),
  totalMinor: minorSchema,
});

/** A bill as it is and as the corrected reading makes it, line by line. */
export const comparisonSchema = z.object({
  invoiceId: z.uuid(),
  invoiceNumber: z.string(),
  period: monthSchema,
  before: figures,
  after: figures,
  /** Above zero to be paid, below zero credited. */
  amountMinor: minorSchema,
  lines: z.array(
    z.object({
      kind: z.string(),
      quantity: z.string().nullable(),
      rate: z.string().nullable(),
      beforeMinor: minorSchema,
      afterMinor: minorSchema,
    }),
  ),
});
export type Comparison = z.output<typeof comparisonSchema>;

const laterReading = {
  readingId: z.uuid(),
  period: monthSchema,
  readOn: daySchema,
  registerLitres: z.int(),
  /** Nobody read it: it follows the figure before it, and keeps its use. */
  isEstimate: z.boolean(),
};
/** A billed reading of a month after the one that is corrected, as the register was noted. */
export const laterReadingSchema = z.object(laterReading);
export type LaterReading = z.output<typeof laterReadingSchema>;

/** Credits of leaks that a correction takes back. */
export const leakCredits = z.array(z.object({ number: z.string(), amountMinor: minorSchema }));

/** A correction that waits for the second person. No method is called on a part of it, so that pages which do not check it do not load it. */
export const correctionSchema = z.object({
  id: z.uuid(),
  kind: z.enum(['CANCEL', 'ADJUST']),
  reason: z.string(),
  registerLitres: z.nullable(z.int()),
  /** Readings of later months that it corrects too: what was noted, and what the register showed. */
  later: z.array(z.object({ ...laterReading, correctedLitres: z.int() })),
  amountMinor: minorSchema,
  by: z.string(),
  /** Who asked takes it back; another one decides. */
  isOwn: z.boolean(),
  /** That a cancellation takes back. */
  leakCredits,
});

/** The last correction that somebody asked for, if it was refused or taken back. */
export const refusedSchema = z.object({
  kind: z.enum(['CANCEL', 'ADJUST']),
  isWithdrawn: z.boolean(),
  reason: z.string(),
  /** Why it was refused or taken back. */
  answer: z.string(),
  by: z.string(),
  at: instantSchema,
});
