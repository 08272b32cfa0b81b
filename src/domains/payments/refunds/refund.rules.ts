/**
 * A refund case: asked for, decided by a second person, paid out with a voucher by
 * somebody else than who asked or decided. The database holds the same
 * machine (payments.guard_refund, 0054) and refuses the one who asked as the one who decides or pays.
 */
import type { Permission } from '#shared/permissions.ts';

/** Applications knows the first three and PAID_OUT of a withdrawn demand note. */
export const REFUND_STATES = [
  'REQUESTED',
  'APPROVED',
  'REFUSED',
  'PAID_OUT',
  'WITHDRAWN',
  'RETURNED',
] as const;
export type RefundState = (typeof REFUND_STATES)[number];
export const REFUND_METHODS = ['CASH', 'BANK'] as const;
export type RefundMethod = (typeof REFUND_METHODS)[number];

export type RefundAction = 'open' | 'decide' | 'pay' | 'withdraw' | 'return';
type Step = {
  from: RefundState | null;
  action: RefundAction;
  to: readonly RefundState[];
  permission: Permission;
};

/**
 * A refused case is closed; what it asked for stays owed, and may be asked for by a new case. To withdraw and to return
 * are asked for here and decided as a proposal; what came back is owed by a new, approved case.
 */
export const REFUND_STEPS: readonly Step[] = [
  { from: null, action: 'open', to: ['REQUESTED'], permission: 'payments:refund' },
  { from: 'REQUESTED', action: 'decide', to: ['APPROVED', 'REFUSED'], permission: 'payments:approve-refund' },
  { from: 'APPROVED', action: 'pay', to: ['PAID_OUT'], permission: 'payments:refund' },
  { from: 'APPROVED', action: 'withdraw', to: ['WITHDRAWN'], permission: 'payments:refund' },
  { from: 'PAID_OUT', action: 'return', to: ['RETURNED'], permission: 'payments:refund' },
];

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
  return {
    open: (refund.state === 'REFUSED' || refund.state === 'WITHDRAWN') && !refund.living && may('open'),
    decide: refund.state === 'REQUESTED' && refund.askedBy !== who.userId && may('decide'),
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
