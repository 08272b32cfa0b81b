/** The machine of a withdrawal, and what a movement of a wallet is called. The database holds the same machine (migration 0281). */
import type { Permission } from '#shared/permissions.ts';

export const WITHDRAWAL_STATES = ['REQUESTED', 'OTP_CONFIRMED', 'APPROVED', 'PAID_OUT', 'REJECTED'] as const;
export type WithdrawalState = (typeof WITHDRAWAL_STATES)[number];
/** Its money is held. */
export const isOpen = (state: WithdrawalState): boolean => state !== 'PAID_OUT' && state !== 'REJECTED';

export const PAID_BY = ['CASH', 'BANK'] as const;
export type PaidBy = (typeof PAID_BY)[number];
/** Who ended a withdrawal: the office, the consumer, a code that ran out, or the merge of two entries. */
export const REJECTED_AS = ['OFFICE', 'OWNER', 'EXPIRED', 'MERGED'] as const;
export type RejectedAs = (typeof REJECTED_AS)[number];

/** What moves a wallet. WITHDRAWAL takes the money out when it is asked for; RETURN brings it back if it is not paid. */
export const MOVEMENTS = ['RECHARGE', 'PAYMENT', 'REVERSAL', 'WITHDRAWAL', 'RETURN', 'MOVE'] as const;
export type Movement = (typeof MOVEMENTS)[number];

/** So long a code is good. */
export const CODE_MINUTES = 30;

type Who = { userId: string | null; kind: string; permissions: ReadonlySet<Permission> };
type Case = { state: WithdrawalState; askedBy: string; decidedBy: string | null };

/** Which buttons a person gets. Who asked does not decide, and neither of the two pays. */
export function withdrawalCan(withdrawal: Case, who: Who) {
  const { state, askedBy, decidedBy } = withdrawal;
  const isOwner = who.kind === 'consumer';
  const has = (word: Permission) => !isOwner && who.permissions.has(word);
  return {
    confirm: state === 'REQUESTED' && (isOwner || has('wallet:withdraw')),
    takeBack: isOpen(state) && isOwner,
    decide: state === 'OTP_CONFIRMED' && has('wallet:approve') && askedBy !== who.userId,
    refuse:
      (state === 'OTP_CONFIRMED' || state === 'APPROVED') && has('wallet:approve') && askedBy !== who.userId,
    pay: state === 'APPROVED' && has('wallet:withdraw') && askedBy !== who.userId && decidedBy !== who.userId,
  };
}
