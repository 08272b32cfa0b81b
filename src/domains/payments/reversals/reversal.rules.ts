/** The request that a payment is taken back: done at once by one person, or decided by a second one, or taken back by who asked. */
import { z } from 'zod';

const REVERSAL_STATES = ['REQUESTED', 'DONE', 'REFUSED', 'GIVEN_UP'] as const;

export const reversalSchema = z.object({
  id: z.uuid(),
  state: z.enum(REVERSAL_STATES),
  reason: z.string(),
  by: z.string(),
  /** Who refused it or took it back, and why; null while it waits, and if it is done. */
  ended: z.object({ by: z.string(), reason: z.string() }).nullable(),
});
export type Reversal = z.output<typeof reversalSchema>;
