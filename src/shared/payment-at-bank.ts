/** A step takes away what somebody may pay at the bank just now: who takes it is asked first, the same way in every domain. */
import { z } from 'zod';
import { type ErrorCode, fail } from './errors.ts';

/** "Yes, although the bank has a payment": a field of the step, asked for by the refusal. */
export const despitePayment = z.boolean().default(false);

/**
 * Asked once, under the lock of what is paid: from it on no payment of it begins, so that none is missed.
 * @param payments of it that the bank has not decided
 * @param refusal the question, with the sum
 * @returns for the log
 */
export function knowsOfPayment(
  payments: readonly { amountMinor: number }[],
  isKnown: boolean | undefined,
  refusal: ErrorCode,
): { despitePayment?: true } {
  const [payment] = payments;
  if (!payment) return {};
  if (!isKnown) throw fail(refusal, { amountMinor: payment.amountMinor });
  return { despitePayment: true };
}
