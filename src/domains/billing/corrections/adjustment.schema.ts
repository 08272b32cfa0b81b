/** What a corrected bill shows of its corrections; apart, because it needs the explanation of bills. */
import { z } from 'zod';
import { daySchema } from '#shared/dates.ts';
import { explanationSchema } from '../tariffs/explanation.schema.ts';
import { comparisonSchema } from './documents.schema.ts';

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
