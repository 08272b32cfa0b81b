/** The machine of a withdrawal, and what a movement of a wallet is called. The database holds the same machine (migrations 0281, 0326 and 0380). */
import type { Permission } from '#shared/permissions.ts';

export const WITHDRAWAL_STATES = [
  'REQUESTED',
  'OTP_CONFIRMED',
  'APPROVED',
  'PAID_OUT',
  'RETURNED',
  'REJECTED',
] as const;
export type WithdrawalState = (typeof WITHDRAWAL_STATES)[number];
/** Its money is held. */
export const isOpen = (state: WithdrawalState): boolean =>
  state === 'REQUESTED' || state === 'OTP_CONFIRMED' || state === 'APPROVED';

export const PAID_BY = ['CASH', 'BANK'] as const;
export type PaidBy = (typeof PAID_BY)[number];
/**
 * Who ended a withdrawal: the office by its decision, the consumer, the office before the code had proved it (STAFF), a code that ran
 * out, or the merge of two entries.
 */
export const REJECTED_AS = ['OFFICE', 'OWNER', 'STAFF', 'EXPIRED', 'MERGED'] as const;
export type RejectedAs = (typeof REJECTED_AS)[number];

/**
 * What moves a wallet. TAKEN_BACK: a recharge was reversed. AUTO_PAYMENT is a payment that the wallet made by itself. WITHDRAWAL takes the
 * money out when it is asked for; RETURN brings it back if it is not paid.
 */
export const MOVEMENTS = [
  'RECHARGE',
  'TAKEN_BACK',
  'PAYMENT',
  'AUTO_PAYMENT',
  'REVERSAL',
  'WITHDRAWAL',
  'RETURN',
  'MOVE',
] as const;
export type Movement = (typeof MOVEMENTS)[number];

/** So long a code is good. */
export const CODE_MINUTES = 30;

type Who = { userId: string | null; kind: string; permissions: ReadonlySet<Permission> };
type Case = {
  state: WithdrawalState;
  askedBy: string;
  decidedBy: string | null;
  /** Its code was wrong five times, or never came, and no other one was sent yet. */
  mayRenew: boolean;
  isFrozen: boolean;
  method: PaidBy | null;
  /** Who reported that the bank sent it back. */
  returnAskedBy: string | null;
};

/** Which buttons a person gets. Who asked does not decide, and neither of the two pays. What no code has proved, the office can end. */
export function withdrawalCan(withdrawal: Case, who: Who) {
  const { state, askedBy, decidedBy, mayRenew, isFrozen, method, returnAskedBy } = withdrawal;
  const wasPaid = state === 'PAID_OUT' && method === 'BANK';
  const isOwner = who.kind === 'consumer';
  const has = (word: Permission) => !isOwner && who.permissions.has(word);
  const pays =
    state === 'APPROVED' && has('wallet:withdraw') && askedBy !== who.userId && decidedBy !== who.userId;
  const confirm = state === 'REQUESTED' && (isOwner || has('wallet:withdraw'));
  return {
    confirm,
    newCode: confirm && mayRenew,
    takeBack: isOwner
      ? isOpen(state)
      : state === 'REQUESTED' &&
        (has('wallet:approve') || (has('wallet:withdraw') && askedBy === who.userId)),
    decide: state === 'OTP_CONFIRMED' && has('wallet:approve') && askedBy !== who.userId,
    refuse:
      (state === 'OTP_CONFIRMED' || state === 'APPROVED') && has('wallet:approve') && askedBy !== who.userId,
    pay: pays && !isFrozen,
    payAfterFreeze: pays && isFrozen,
    askReturn: wasPaid && returnAskedBy === null && has('wallet:withdraw'),
    takeBackReturn:
      wasPaid && returnAskedBy !== null && returnAskedBy === who.userId && has('wallet:withdraw'),
    decideReturn: wasPaid && returnAskedBy !== null && returnAskedBy !== who.userId && has('wallet:approve'),
  };
}
