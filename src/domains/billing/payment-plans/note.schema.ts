/** A plan as pages beside it show it. */
import { z } from 'zod';
import { daySchema } from '#shared/dates.ts';
import { minorSchema } from '#shared/money.ts';

export const planNoteSchema = z.object({
  id: z.uuid(),
  number: z.string(),
  state: z.enum(['PROPOSED', 'ACTIVE']),
  acceptBy: daySchema,
  leftMinor: minorSchema,
  /** What was missed and the next instalment; the day of the oldest of them. */
  nextMinor: minorSchema,
  nextOn: daySchema.nullable(),
  isLate: z.boolean(),
  /** That, with older bills beside the plan: what a payment is asked for first. */
  askedMinor: minorSchema,
});
export type PlanNote = z.output<typeof planNoteSchema>;
