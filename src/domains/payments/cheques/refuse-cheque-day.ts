/** The day that is written on a cheque: no bank pays one that is ahead of its day, or too old. */
import type { Actor } from '#platform/actor.ts';
import { fail } from '#shared/errors.ts';
import { refusedDay, VALID_MONTHS } from './cheque.rules.ts';
import { errors } from './errors.ts';

export function refuseChequeDay({ today }: Actor, { drawnOn }: { drawnOn: string }): void {
  const refused = refusedDay(today, drawnOn);
  if (refused === 'post_dated') throw fail(errors.cheque_post_dated);
  if (refused === 'stale') throw fail(errors.cheque_stale, { months: VALID_MONTHS });
}
