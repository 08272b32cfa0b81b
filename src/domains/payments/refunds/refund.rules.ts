/**
 * A refund case: asked for, decided by a second person, paid out with a voucher by
 * somebody else than who asked or decided. The database holds the same
 * machine (payments.guard_refund, 0459) and refuses the one who asked as the one who decides or pays.
 */
import type { Permission } from '#shared/permissions.ts';

/** Applications knows the first three and PAID_OUT of a withdrawn demand note. */
export const REFUND_STATES = [
  'REQUESTED',
  'APPROVED',
  'REFUSED',
  'GIVEN_UP',
  'PAID_OUT',
  'WITHDRAWN',
  'RETURNED',
] as const;
export type RefundState = (typeof REFUND_STATES)[number];
export const REFUND_METHODS = ['CASH', 'BANK'] as const;
export type RefundMethod = (typeof REFUND_METHODS)[number];

export type RefundAction = 'open' | 'decide' | 'giveUp' | 'pay' | 'withdraw' | 'return';
type Step = {
  from: RefundState | null;
  action: RefundAction;
  to: readonly RefundState[];
  permission: Permission;
};

/**
 * A refused case, and one that its asker took back (GIVEN_UP), is closed; what it asked for stays owed, and may be asked for by a new case. To withdraw and to return
 * are asked for here and decided as a proposal; what came back is owed by a new, approved case.
 */
export const REFUND_STEPS: readonly Step[] = [
  { from: null, action: 'open', to: ['REQUESTED'], permission: 'payments:refund' },
  { from: 'REQUESTED', action: 'decide', to: ['APPROVED', 'REFUSED'], permission: 'payments:approve-refund' },
  { from: 'REQUESTED', action: 'giveUp', to: ['GIVEN_UP'], permission: 'payments:refund' },
  { from: 'APPROVED', action: 'pay', to: ['PAID_OUT'], permission: 'payments:refund' },
  { from: 'APPROVED', action: 'withdraw', to: ['WITHDRAWN'], permission: 'payments:refund' },
  { from: 'PAID_OUT', action: 'return', to: ['RETURNED'], permission: 'payments:refund' },
];

/** Closed cases whose money may be asked for by a new one. */
export const ASKED_AGAIN: readonly RefundState[] = ['REFUSED', 'GIVEN_UP', 'WITHDRAWN'];

type Who = { userId: string | null; permissions: ReadonlySet<Permission> };
type Case = {
  state: RefundState;
  method: RefundMethod | null;
  askedBy: string | null;
  decidedBy: string | null;
  /** Another case for the same money is open or paid, or it is an advance now. */
  living: boolean;
  /** A way back waits for the second person. */
  waits: boolean;
};

/** Which buttons a person gets. */
export function refundCan(refund: Case, who: Who): Record<RefundAction | 'voucher', boolean> {
  const may = (action: RefundAction) =>
    REFUND_STEPS.some((step) => step.action === action && who.permissions.has(step.permission));
  const isAsker = who.userId !== null && refund.askedBy === who.userId;
  return {
    open: ASKED_AGAIN.includes(refund.state) && !refund.living && may('open'),
    decide: refund.state === 'REQUESTED' && refund.askedBy !== who.userId && may('decide'),
    giveUp: refund.state === 'REQUESTED' && isAsker && may('giveUp'),
    pay:
      refund.state === 'APPROVED' &&
      refund.decidedBy !== who.userId &&
      refund.askedBy !== who.userId &&
      may('pay'),
    withdraw: refund.state === 'APPROVED' && !refund.waits && may('withdraw'),
    return: refund.state === 'PAID_OUT' && refund.method === 'BANK' && !refund.waits && may('return'),
    voucher: refund.state === 'PAID_OUT' || refund.state === 'RETURNED',
  };
}

/** Nobody asked of the program: two other people decide about it and pay it out. */
export const NOBODY = { userId: null, name: 'system' };
