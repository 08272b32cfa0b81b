/**
 * A refund case: asked for, decided by a second person, paid out with a voucher by
 * somebody else than who decided. The database holds the same
 * machine (payments.guard_refund, 0013) and refuses the one who asked as the one who decides.
 */
import { REFUND_STATES, type RefundState } from '#domains/applications/application.rules.ts';
import type { Permission } from '#shared/permissions.ts';

export { REFUND_STATES, type RefundState };
export const REFUND_METHODS = ['CASH', 'BANK'] as const;
export type RefundMethod = (typeof REFUND_METHODS)[number];

export type RefundAction = 'open' | 'decide' | 'pay';
type Step = {
  from: RefundState | null;
  action: RefundAction;
  to: readonly RefundState[];
  permission: Permission;
};

/** A refused case is closed; what it asked for stays owed, and may be asked for by a new case. */
export const REFUND_STEPS: readonly Step[] = [
  { from: null, action: 'open', to: ['REQUESTED'], permission: 'payments:refund' },
  { from: 'REQUESTED', action: 'decide', to: ['APPROVED', 'REFUSED'], permission: 'payments:approve-refund' },
  { from: 'APPROVED', action: 'pay', to: ['PAID_OUT'], permission: 'payments:refund' },
];

type Who = { userId: string | null; permissions: ReadonlySet<Permission> };
type Case = { state: RefundState; askedBy: string | null; decidedBy: string | null; living: boolean };

/** Which buttons a person gets. @param refund living: another case for the same money is open or paid */
export function refundCan(refund: Case, who: Who): Record<RefundAction | 'voucher', boolean> {
  const may = (action: RefundAction) =>
    REFUND_STEPS.some((step) => step.action === action && who.permissions.has(step.permission));
  return {
    open: refund.state === 'REFUSED' && !refund.living && may('open'),
    decide: refund.state === 'REQUESTED' && refund.askedBy !== who.userId && may('decide'),
    pay: refund.state === 'APPROVED' && refund.decidedBy !== who.userId && may('pay'),
    voucher: refund.state === 'PAID_OUT',
  };
}
