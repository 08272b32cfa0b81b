/** When a bill is paid by itself, what keeps it from being paid, and when it is tried again. */
import { addDays } from '#shared/dates.ts';

export const TRIGGERS = ['ON_BILL', 'FIXED_DAY'] as const;
export type Trigger = (typeof TRIGGERS)[number];
/** Each month has it. */
export const LAST_DAY = 28;

/** Why a bill was not paid, each kept and told. BILL_CHANGED is only of tries before a plan followed its bill. */
export const FAILURES = [
  'BALANCE_SHORT',
  'OVER_CEILING',
  'WALLET_FROZEN',
  'BILL_CHANGED',
  'BILL_HELD',
  'OLDER_BILL',
  'PAYMENT_RUNNING',
  'SWITCHED_OFF',
] as const;
type KnownFailure = (typeof FAILURES)[number];
export type Failure = Exclude<KnownFailure, 'BILL_CHANGED'>;
/** Nothing is left to try: kept, and not told. */
export type Drop = 'RULE_ENDED' | 'BILL_PAID' | 'BILL_CANCELLED';

/** So often a bill is tried. */
export const TRIES = 3;

/**
 * What is true of a try, read under the locks of the wallet, the connection and its bills.
 */
export type TryFacts = {
  /** What was told. */
  amountMinor: number;
  /** What is open of the bill and is its owner's to pay. */
  openMinor: number;
  isCancelled: boolean;
  /** The wish counts, and the connection has the owner who made it. */
  isWished: boolean;
  ceilingMinor: number;
  isSwitchedOn: boolean;
  /** A correction or cancellation of the bill waits for a second person. */
  isHeld: boolean;
  /** Money pays the oldest bill first: this one is it. */
  isOldest: boolean;
  isFrozen: boolean;
  /** A payment for the connection is at the bank. */
  isRunning: boolean;
  /** Without what is held. */
  balanceMinor: number;
};
export type Outcome =
  | { state: 'PAID' }
  /** More is open than was told: it is told again, and not paid before. */
  | { state: 'RAISED' }
  | { state: 'FAILED'; reason: Failure }
  | { state: 'DROPPED'; reason: Drop };

const dropped = (reason: Drop): Outcome => ({ state: 'DROPPED', reason });
const failed = (reason: Failure): Outcome => ({ state: 'FAILED', reason });

export function outcomeOf(facts: TryFacts): Outcome {
  const { amountMinor, openMinor } = facts;
  if (!facts.isWished) return dropped('RULE_ENDED');
  if (facts.isCancelled) return dropped('BILL_CANCELLED');
  if (openMinor === 0) return dropped('BILL_PAID');
  if (!facts.isSwitchedOn) return failed('SWITCHED_OFF');
  if (facts.isHeld) return failed('BILL_HELD');
  if (openMinor > facts.ceilingMinor) return failed('OVER_CEILING');
  if (openMinor > amountMinor) return { state: 'RAISED' };
  if (!facts.isOldest) return failed('OLDER_BILL');
  if (facts.isRunning) return failed('PAYMENT_RUNNING');
  if (facts.isFrozen) return failed('WALLET_FROZEN');
  if (openMinor > facts.balanceMinor) return failed('BALANCE_SHORT');
  return { state: 'PAID' };
}

type Days = { today: string; retryDays: number };

/** The day of the next try; null if there is none: a ceiling does not rise by itself. */
export function nextTry(
  { reason, turn }: { reason: Failure; turn: number },
  { today, retryDays }: Days,
): string | null {
  if (reason === 'OVER_CEILING' || turn >= TRIES) return null;
  return addDays(today, retryDays);
}

/** Why an open bill stays unpaid if the wish begins now. */
export type LeftOut = { id: string; reason: 'OVER_CEILING' | 'TAKEN_BACK' | 'OLDER_BILL' };
export type OpenBill = { id: string; connectionId: string; openMinor: number; isTakenBack: boolean };

/**
 * Which open bills are not paid up to a ceiling. Money pays the oldest bill of a connection first: one that is not paid keeps the newer
 * ones waiting.
 * @param bills as money pays them
 */
export function leftOutOf(bills: readonly OpenBill[], ceilingMinor: number): LeftOut[] {
  const stuck = new Set<string>();
  const left: LeftOut[] = [];
  for (const { id, connectionId, openMinor, isTakenBack } of bills) {
    const own = openMinor > ceilingMinor ? 'OVER_CEILING' : isTakenBack ? 'TAKEN_BACK' : null;
    const reason = own ?? (stuck.has(connectionId) ? 'OLDER_BILL' : null);
    if (!reason) continue;
    stuck.add(connectionId);
    left.push({ id, reason });
  }
  return left;
}
