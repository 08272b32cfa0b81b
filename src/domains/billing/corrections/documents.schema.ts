/** What a corrected bill shows of its corrections; apart from the calls, because every bill's screen loads it. */
import { z } from 'zod';
import { daySchema, monthSchema } from '#shared/dates.ts';
import { minorSchema } from '#shared/money.ts';
import { explanationSchema } from '../tariffs/explanation.schema.ts';

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

/** The document of an adjustment: a credit note, or what belongs to a supplementary bill. */
export const adjustmentSchema = comparisonSchema.extend({
  id: z.uuid(),
  number: z.string(),
  adjustedOn: daySchema,
  reason: z.string(),
  supplement: z.object({ id: z.uuid(), number: z.string() }).nullable(),
  /** By which the bill was corrected, if it was not its reading. */
  tariff: z.object({ id: z.uuid(), name: z.string(), effectiveFrom: daySchema }).nullable(),
  /** How the corrected lines came about. */
  explanation: explanationSchema,
});

/** A correction that waits for the second person. */
export const correctionSchema = z.object({
  id: z.uuid(),
  kind: z.enum(['CANCEL', 'ADJUST']),
  reason: z.string(),
  registerLitres: z.int().nullable(),
  amountMinor: minorSchema,
  by: z.string(),
});
