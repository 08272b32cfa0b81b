/** A surcharge beside its bill, or a bill beside its surcharge. */
import { z } from 'zod';
import { daySchema } from '#shared/dates.ts';
import { minorSchema } from '#shared/money.ts';

export const surchargeNote = z.object({
  /** Of the other one: the surcharge of this bill, or the bill of this surcharge. */
  id: z.uuid(),
  number: z.string(),
  state: z.enum(['ISSUED', 'PARTIALLY_PAID', 'PAID', 'CANCELLED']),
  /** What was unpaid when this day began. */
  chargedFor: daySchema,
  step: z.enum(['once', 'monthly']),
  turn: z.int(),
  basisMinor: minorSchema,
  /** Null: a flat sum. */
  percent: z.string().nullable(),
  amountMinor: minorSchema,
});
export type SurchargeNote = z.output<typeof surchargeNote>;
