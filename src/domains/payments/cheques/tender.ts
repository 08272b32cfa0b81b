/** What is written on a cheque that pays bills. */
import { z } from 'zod';
import { daySchema } from '#shared/dates.ts';
import { lineSchema } from '#shared/text.ts';

/** Bills only, and on the day it is taken. */
export const chequeTender = z.object({
  method: z.literal('CHEQUE'),
  /** Its digits are compared. */
  number: lineSchema(16).refine((text) => /[1-9১-৯]/.test(text), { error: 'common.number_invalid' }),
  bank: lineSchema(80),
  branch: lineSchema(80),
  /** The day that is written on it. */
  drawnOn: daySchema,
  /** Who signed it. */
  drawer: lineSchema(120),
});
export type ChequeTender = z.output<typeof chequeTender>;
