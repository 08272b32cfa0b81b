/** The rebate beside its bill, with the figures by which a reader calculates it again. */
import { z } from 'zod';
import { daySchema } from '#shared/dates.ts';
import { minorSchema } from '#shared/money.ts';
import { TAKEN_BACK_BECAUSE } from './rebate.rules.ts';

/**
 * OFFERED: the bill is not paid, and its day has not gone by. EARNED: it is paid, and the day after its day brings the credit.
 * MISSED: it was not paid in full by its day.
 */
export const REBATE_STATES = ['OFFERED', 'EARNED', 'CREDITED', 'TAKEN_BACK', 'MISSED'] as const;

export const rebateNote = z.object({
  state: z.enum(REBATE_STATES),
  /** The last day to pay for it. */
  payBy: daySchema,
  basisMinor: minorSchema,
  percent: z.string(),
  mostMinor: minorSchema.nullable(),
  amountMinor: minorSchema,
  creditedOn: daySchema.nullable(),
  takenBackOn: daySchema.nullable(),
  takenBackBecause: z.enum(TAKEN_BACK_BECAUSE).nullable(),
  /** The bill that asks for what was taken back. */
  charge: z.object({ id: z.uuid(), number: z.string() }).nullable(),
});
export type RebateNote = z.output<typeof rebateNote>;
