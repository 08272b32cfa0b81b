/**
 * The states of a work order (domain.md §5.2), in one table: the server, the buttons, the tests and the printed README read it.
 * A request is a work order that is PENDING.
 */
import type { Permission } from '#shared/permissions.ts';

export const ORDER_STATES = [
  'PENDING',
  'ON_REVIEW',
  'ACCEPTED',
  'ASSIGNED',
  'IN_PROGRESS',
  'COMPLETED',
  'CLOSED',
  'RE_OPEN',
  'REJECTED',
  'CANCELLED',
] as const;
export type OrderState = (typeof ORDER_STATES)[number];

/** Work that is not done yet. */
export const OPEN_STATES = [
  'PENDING',
  'ON_REVIEW',
  'ACCEPTED',
  'ASSIGNED',
  'IN_PROGRESS',
  'RE_OPEN',
] as const satisfies readonly OrderState[];

/** The pages of the specification and the states that each shows. */
export const STAGES = {
  requests: ['PENDING'],
  process: ['ACCEPTED', 'RE_OPEN', 'ASSIGNED', 'IN_PROGRESS'],
  review: ['ON_REVIEW', 'COMPLETED'],
} as const satisfies Record<string, readonly OrderState[]>;
export type Stage = keyof typeof STAGES;

export const PRIORITIES = ['LOW', 'NORMAL', 'HIGH', 'URGENT'] as const;
export type Priority = (typeof PRIORITIES)[number];

/** Who asked for it. */
export const ASKERS = ['CONSUMER', 'STAFF'] as const;

/** Whether the charge of an order is paid. */
export const MONEY = ['DUE', 'PAID'] as const;

/** When a photo was taken. */
export const MOMENTS = ['REQUEST', 'BEFORE', 'AFTER'] as const;
export type Moment = (typeof MOMENTS)[number];

/** A closed order is opened again within these days. */
export const DAYS_TO_REOPEN = 30;
/** Poisha: no sum of an order is larger than what one payment can be. */
export const MOST_MINOR = 100_000_000_00;
/** More than this share above or below the estimate needs a reason. */
export const VARIANCE_PERCENT = 10;

export type OrderAction =
  | 'edit'
  | 'photo'
  | 'take'
  | 'estimate'
  | 'waive'
  | 'pay'
  | 'take-back'
  | 'withdraw-paid'
  | 'accept'
  | 'return'
  | 'reject'
  | 'assign'
  | 'unassign'
  | 'arrive'
  | 'complete'
  | 'verify'
  | 'reopen'
  | 'cancel';

type Transition = {
  from: readonly OrderState[];
  /** Without one the state stays. */
  to?: OrderState;
  permission: Permission;
  /** asker: who asked, too. holder: the household at whose connection it is, which pays online. */
  consumers?: 'asker' | 'holder';
  /** Only the person whom the order is assigned to. */
  byCrew?: true;
};

export const TRANSITIONS: Readonly<Record<OrderAction, Transition>> = {
  edit: { from: ['PENDING', 'ON_REVIEW'], permission: 'work-orders:review' },
  photo: {
    from: ['PENDING', 'ON_REVIEW', 'ASSIGNED', 'IN_PROGRESS'],
    permission: 'work-orders:view',
    consumers: 'asker',
  },
  take: { from: ['PENDING'], to: 'ON_REVIEW', permission: 'work-orders:review' },
  estimate: { from: ['ON_REVIEW'], permission: 'work-orders:review' },
  waive: { from: ['ON_REVIEW'], permission: 'work-orders:waive' },
  pay: { from: ['ON_REVIEW'], permission: 'work-orders:pay-counter', consumers: 'holder' },
  // The two that move money: payments posts it in the same transaction.
  'take-back': { from: ['ON_REVIEW', 'ACCEPTED'], to: 'ON_REVIEW', permission: 'payments:reverse' },
  'withdraw-paid': {
    from: ['ON_REVIEW', 'ACCEPTED', 'RE_OPEN', 'ASSIGNED'],
    to: 'CANCELLED',
    permission: 'work-orders:withdraw-paid',
  },
  accept: { from: ['ON_REVIEW'], to: 'ACCEPTED', permission: 'work-orders:review' },
  return: { from: ['ON_REVIEW'], to: 'PENDING', permission: 'work-orders:review' },
  reject: { from: ['ON_REVIEW'], to: 'REJECTED', permission: 'work-orders:review' },
  assign: { from: ['ACCEPTED', 'RE_OPEN'], to: 'ASSIGNED', permission: 'work-orders:assign' },
  unassign: { from: ['ASSIGNED', 'IN_PROGRESS'], to: 'ACCEPTED', permission: 'work-orders:assign' },
  arrive: { from: ['ASSIGNED'], to: 'IN_PROGRESS', permission: 'work-orders:work', byCrew: true },
  complete: { from: ['IN_PROGRESS'], to: 'COMPLETED', permission: 'work-orders:work', byCrew: true },
  verify: { from: ['COMPLETED'], to: 'CLOSED', permission: 'work-orders:review' },
  reopen: { from: ['COMPLETED', 'CLOSED'], to: 'RE_OPEN', permission: 'work-orders:review' },
  cancel: { from: OPEN_STATES, to: 'CANCELLED', permission: 'work-orders:assign' },
};
export const ORDER_ACTIONS = Object.keys(TRANSITIONS) as OrderAction[];

export type Who = {
  kind: 'staff' | 'consumer' | 'system' | 'anonymous';
  permissions: ReadonlySet<Permission>;
  userId: string | null;
};
export type Facts = {
  state: OrderState;
  /** Account of who asked. */
  askedBy: string;
  crewId: string | null;
  /** Nothing is open of what the order costs its asker. */
  isSettled: boolean;
  paidMinor: number;
  /** Somebody has arrived for it once, also if it was taken from them since. */
  isStarted: boolean;
};

export type Refusal =
  | 'not_permitted'
  | 'wrong_state'
  | 'arrival_missing'
  | 'not_yours'
  | 'own_work'
  | 'not_paid'
  | 'paid_already'
  | 'nothing_due'
  | 'nothing_paid'
  | 'work_started';

/**
 * Why somebody may not take an action, or null.
 * @returns not_permitted: never theirs; wrong_state: not now; arrival_missing: completed before the arrival was noted; not_yours: the
 * work of somebody else; own_work: who did the work does not verify it; not_paid: accepted after it is paid or waived; paid_already:
 * what is paid is neither estimated again, waived, given back, refused nor cancelled; nothing_due, nothing_paid: no money is open or
 * there; work_started: money of work that somebody has started goes back by a refund only
 */
export function refusalOf(action: OrderAction, facts: Facts, who: Who): Refusal | null {
  const { from, permission, consumers, byCrew } = TRANSITIONS[action];
  if (who.kind === 'consumer') {
    if (!consumers) return 'not_permitted';
    if (consumers === 'holder' && !who.permissions.has('work-orders:pay-online')) return 'not_permitted';
    if (consumers === 'asker' && facts.askedBy !== who.userId) return 'not_permitted';
    if (consumers === 'asker' && facts.state !== 'PENDING') return 'wrong_state';
  } else if (who.kind !== 'system' && !who.permissions.has(permission)) return 'not_permitted';
  if (action === 'complete' && facts.state === 'ASSIGNED' && facts.crewId === who.userId)
    return 'arrival_missing';
  if (!from.includes(facts.state)) return 'wrong_state';
  const isCrew = facts.crewId !== null && facts.crewId === who.userId;
  if (byCrew && !isCrew) return 'not_yours';
  if (action === 'verify' && isCrew) return 'own_work';
  if (action === 'accept' && !facts.isSettled) return 'not_paid';
  if (['waive', 'return', 'reject', 'cancel', 'estimate'].includes(action) && facts.paidMinor > 0)
    return 'paid_already';
  if (action === 'take-back' && facts.isStarted) return 'work_started';
  if (action === 'pay' && facts.isSettled) return 'nothing_due';
  if ((action === 'take-back' || action === 'withdraw-paid') && facts.paidMinor === 0) return 'nothing_paid';
  return null;
}

/**
 * What is used differs so much from the estimate that a reason is needed.
 * @param estimateMinor null: nothing was estimated, so that nothing differs
 */
export function differsMuch(estimateMinor: number | null, usedMinor: number): boolean {
  if (estimateMinor === null) return false;
  return Math.abs(usedMinor - estimateMinor) * 100 > estimateMinor * VARIANCE_PERCENT;
}
