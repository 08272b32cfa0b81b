/** The step of the dunning ladder that a household is on, beside what it owes; domains to the right give it. */
import { z } from 'zod';
import { daySchema } from '#shared/dates.ts';
import { minorSchema } from '#shared/money.ts';

export const DUNNING_STATES = ['REMINDED', 'NOTICED', 'ORDERED', 'DISCONNECTED', 'RECONNECTING'] as const;

export const dunningSchema = z.object({
  connectionNumber: z.string(),
  state: z.enum(DUNNING_STATES),
  /** What is late now, and neither disputed nor paid by a plan. */
  dueMinor: minorSchema,
  payBy: daySchema,
  /** Paid by cheques that no bank has paid yet: late again if none of them is paid. */
  chequeMinor: minorSchema,
});
export type Dunning = z.output<typeof dunningSchema>;
