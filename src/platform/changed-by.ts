/**
 * Of two who take a step at the same moment one is refused (common.stale_version), and told who made the version that is there now, or that a payment
 * did: the text of the refusal has a sentence for each (web/calls/error-text.ts).
 */
import type { Actor } from './actor.ts';

export type Made = { isPayment: boolean; name: string };

/** @param made by whom; nobody if it was the program. A household learns no names: they are those of staff, or of the other household. */
export function changedBy(actor: Actor, made: Made | undefined): { name?: string; by?: 'payment' } {
  if (made?.isPayment) return { by: 'payment' };
  return made?.name && actor.kind !== 'consumer' ? { name: made.name } : {};
}
