/**
 * The machine of a cheque. It pays bills on the day it is taken, subject to clearing; the bank pays it or sends it back. The database holds the
 * same table (payments.guard_cheque, 0384).
 */
import { addMonths } from '#shared/dates.ts';

export const CHEQUE_STATES = ['RECEIVED', 'DEPOSITED', 'CLEARED', 'DISHONOURED', 'GIVEN_BACK'] as const;
export type ChequeState = (typeof CHEQUE_STATES)[number];

const STEPS: Record<ChequeState, readonly ChequeState[]> = {
  RECEIVED: ['DEPOSITED', 'GIVEN_BACK'],
  DEPOSITED: ['RECEIVED', 'CLEARED', 'DISHONOURED'],
  // The bank takes it back later, or its answer was noted wrongly.
  CLEARED: ['DISHONOURED'],
  DISHONOURED: [],
  GIVEN_BACK: [],
};

/** True if the machine has a step from one state to another. */
export const mayGo = (from: ChequeState, to: ChequeState): boolean => STEPS[from].includes(to);

/** True while the money of the cheque is neither in the bank nor lost. */
export const isWaiting = (state: ChequeState): boolean => state === 'RECEIVED' || state === 'DEPOSITED';

/** What banks print on the memo with which a cheque comes back. */
export const RETURN_REASONS = [
  'INSUFFICIENT_FUNDS',
  'SIGNATURE_DIFFERS',
  'PAYMENT_STOPPED',
  'ACCOUNT_CLOSED',
  'OTHER',
] as const;
export type ReturnReason = (typeof RETURN_REASONS)[number];

/**
 * A cheque is presented within six months of the day that is written on it, or within its own validity if that ends earlier
 * (Negotiable Instruments Act 1881, section 138, proviso a). After that no bank pays it.
 */
export const VALID_MONTHS = 6;

/** Why a bank would not pay a cheque of this day; undefined if it would. */
export function refusedDay(today: string, drawnOn: string): 'post_dated' | 'stale' | undefined {
  if (drawnOn > today) return 'post_dated';
  return drawnOn < addMonths(today, -VALID_MONTHS) ? 'stale' : undefined;
}

/** Days that a cheque may stay in the office, and that an answer of the bank may take, before a person is told. */
export const DEPOSIT_WITHIN_DAYS = 2;
export const ANSWER_WITHIN_DAYS = 7;
