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

/** Work is as urgent as its category, and as the ticket that it comes from. */
export const moreUrgent = (priority: Priority, other: Priority = priority): Priority =>
  PRIORITIES.indexOf(other) > PRIORITIES.indexOf(priority) ? other : priority;

/** Of a category's hours, so many are one working day. */
export const HOURS_OF_DAY = 24;
/** Whether the clock of this work also runs at night and on days off; the clock of other work runs in the office's hours. */
export const runsAlways = (priority: Priority): boolean => priority === 'URGENT';

/** Who asked for it. */
export const ASKERS = ['CONSUMER', 'STAFF'] as const;

/** Days for which an order has been in its state, at least. */
export const AGES = ['1', '3', '7', '30'] as const;

/** Work that only a case of late bills asks for: its books follow the order. Nobody asks for it by hand, or asks again. */
export const CASE_CATEGORIES = ['DISCONNECTION', 'RECONNECTION_PAID'];

/** How a charge was paid. */
export const PAID_BY = ['CASH', 'POS', 'BANK', 'GATEWAY', 'WALLET'] as const;

/** Whether the charge of an order is paid. */
export const MONEY = ['DUE', 'PAID'] as const;

/** When a photo was taken. */
export const MOMENTS = ['REQUEST', 'BEFORE', 'AFTER'] as const;
export type Moment = (typeof MOMENTS)[number];

/** A closed order is opened again within these days. */
export const DAYS_TO_REOPEN = 30;
/** A request that was rejected or cancelled before anybody accepted it is opened again within these days, as a ticket is. */
export const DAYS_TO_REOPEN_REQUEST = 15;
/** Poisha: no sum of an order is larger than what one payment can be. */
export const MOST_MINOR = 100_000_000_00;
/** A household says within these days of the closing how the work was. */
export const DAYS_TO_RATE = 15;
/** An order that was opened again this often is a matter of the heads. */
export const ESCALATES_AT = 2;
/** People of a crew beside its leader. */
export const MOST_MEMBERS = 9;
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
  | 'pause'
  | 'resume'
  | 'arrive'
  | 'complete'
  | 'verify'
  | 'rate'
  | 'reopen'
  | 'reply'
  | 'reopen-request'
  | 'cancel';

type Transition = {
  from: readonly OrderState[];
  /** Without one the state stays. */
  to?: OrderState;
  permission: Permission;
  /** Staff who have this word instead. */
  or?: Permission;
  /** asker: who asked, too. holder: the household at whose connection it is, with this word. */
  consumers?: 'asker' | { holder: Permission };
  /** No staff, also not those who may do everything. */
  onlyConsumers?: true;
  /** Only a person of the crew that the order is assigned to. */
  byCrew?: true;
  /** Not while the order is on hold. */
  notPaused?: true;
};

export const TRANSITIONS: Readonly<Record<OrderAction, Transition>> = {
  edit: { from: ['PENDING', 'ON_REVIEW'], permission: 'work-orders:review' },
  photo: {
    from: ['PENDING', 'ON_REVIEW', 'ACCEPTED', 'RE_OPEN', 'ASSIGNED', 'IN_PROGRESS', 'COMPLETED'],
    permission: 'work-orders:create',
    or: 'work-orders:work',
    consumers: 'asker',
  },
  take: { from: ['PENDING'], to: 'ON_REVIEW', permission: 'work-orders:review' },
  estimate: { from: ['ON_REVIEW'], permission: 'work-orders:review' },
  waive: { from: ['ON_REVIEW'], permission: 'work-orders:waive' },
  pay: {
    from: ['ON_REVIEW'],
    permission: 'work-orders:pay-counter',
    consumers: { holder: 'work-orders:pay-online' },
  },
  // The two that move money: payments posts it in the same transaction.
  'take-back': { from: ['ON_REVIEW', 'ACCEPTED'], to: 'ON_REVIEW', permission: 'payments:reverse' },
  'withdraw-paid': {
    from: ['ON_REVIEW', 'ACCEPTED', 'RE_OPEN', 'ASSIGNED'],
    to: 'CANCELLED',
    permission: 'work-orders:withdraw-paid',
  },
  accept: { from: ['ON_REVIEW'], to: 'ACCEPTED', permission: 'work-orders:review' },
  return: { from: ['ON_REVIEW'], to: 'PENDING', permission: 'work-orders:review' },
  reject: { from: ['PENDING', 'ON_REVIEW'], to: 'REJECTED', permission: 'work-orders:review' },
  assign: { from: ['ACCEPTED', 'RE_OPEN'], to: 'ASSIGNED', permission: 'work-orders:assign' },
  unassign: { from: ['ASSIGNED', 'IN_PROGRESS'], to: 'ACCEPTED', permission: 'work-orders:assign' },
  // A hold is no state: it ends when the order goes on, or when it leaves the state.
  pause: { from: ['ASSIGNED', 'IN_PROGRESS'], permission: 'work-orders:assign', notPaused: true },
  resume: { from: ['ASSIGNED', 'IN_PROGRESS'], permission: 'work-orders:assign' },
  arrive: {
    from: ['ASSIGNED'],
    to: 'IN_PROGRESS',
    permission: 'work-orders:work',
    byCrew: true,
    notPaused: true,
  },
  complete: {
    from: ['IN_PROGRESS'],
    to: 'COMPLETED',
    permission: 'work-orders:work',
    byCrew: true,
    notPaused: true,
  },
  verify: { from: ['COMPLETED'], to: 'CLOSED', permission: 'work-orders:review' },
  rate: {
    from: ['CLOSED'],
    permission: 'work-orders:rate',
    consumers: { holder: 'work-orders:rate' },
    onlyConsumers: true,
  },
  reopen: { from: ['COMPLETED', 'CLOSED'], to: 'RE_OPEN', permission: 'work-orders:review' },
  // What the office writes to the household that asked.
  reply: { from: ORDER_STATES, permission: 'work-orders:review' },
  'reopen-request': {
    from: ['REJECTED', 'CANCELLED'],
    to: 'PENDING',
    permission: 'work-orders:review',
    consumers: 'asker',
  },
  cancel: { from: OPEN_STATES, to: 'CANCELLED', permission: 'work-orders:assign' },
};
export const ORDER_ACTIONS = Object.keys(TRANSITIONS) as OrderAction[];

export type Who = {
  kind: 'staff' | 'consumer' | 'system' | 'anonymous';
  permissions: ReadonlySet<Permission>;
  userId: string | null;
};
/** Whether a rating of the last closing is waited for. */
export type RatingState = 'OPEN' | 'DONE' | 'OVER' | 'NONE';
const NO_RATING = {
  DONE: 'rated_already',
  OVER: 'rating_too_late',
  NONE: 'rating_not_asked',
} as const satisfies Record<Exclude<RatingState, 'OPEN'>, Refusal>;

/** Whether an order that ended as a request can be opened again; NONE: it is no such request. */
export type RequestState = 'OPEN' | 'OVER' | 'NONE';

export type Facts = {
  state: OrderState;
  /** A household asked, and not the office. */
  isOfHousehold: boolean;
  request: RequestState;
  /** Account of who asked. */
  askedBy: string;
  /** Who has the order now: the leader and the others. */
  crew: readonly string[];
  /** Who was there in this crew or one before. */
  workers: readonly string[];
  /** Nothing is open of what the order costs its asker. */
  isSettled: boolean;
  paidMinor: number;
  /** Somebody has arrived for it once, also if it was taken from them since. */
  isStarted: boolean;
  isPaused: boolean;
  /** What it did to its connection was undone since: it has water again after a disconnection, or none after a reconnection. */
  isUndone: boolean;
  rating: RatingState;
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
  | 'work_started'
  | 'paused'
  | 'not_paused'
  | 'rated_already'
  | 'rating_too_late'
  | 'rating_not_asked'
  | 'no_household'
  | 'request_too_late';

/**
 * Why somebody may not take an action, or null.
 * @returns not_permitted: never theirs; wrong_state: not now; arrival_missing: completed before the arrival was noted; not_yours: the
 * work of others, to which only its crew adds photos after the completion; own_work: who is in the crew, or was there for the order before, does not verify it; not_paid: accepted after it is paid or waived; paid_already:
 * what is paid is neither estimated again, waived, given back, refused nor cancelled; nothing_due, nothing_paid: no money is open or
 * there; work_started: money of work that somebody has started goes back by a refund only; paused: work on hold goes on first;
 * not_paused: it is not on hold; rated_already, rating_too_late, rating_not_asked: no rating of this closing is waited for;
 * no_household: the office asked, and nobody reads an answer; request_too_late: the request was closed too long ago
 */
export function refusalOf(action: OrderAction, facts: Facts, who: Who): Refusal | null {
  const {
    from,
    permission,
    or = permission,
    consumers,
    onlyConsumers,
    byCrew,
    notPaused,
  } = TRANSITIONS[action];
  if (who.kind === 'consumer') {
    if (!consumers) return 'not_permitted';
    if (consumers !== 'asker' && !who.permissions.has(consumers.holder)) return 'not_permitted';
    if (consumers === 'asker' && facts.askedBy !== who.userId) return 'not_permitted';
  } else if (onlyConsumers) return 'not_permitted';
  else if (who.kind !== 'system' && ![permission, or].some((word) => who.permissions.has(word)))
    return 'not_permitted';
  const isCrew = who.userId !== null && facts.crew.includes(who.userId);
  if (action === 'complete' && facts.state === 'ASSIGNED' && isCrew) return 'arrival_missing';
  if (!from.includes(facts.state)) return 'wrong_state';
  if ((byCrew || (action === 'photo' && facts.state === 'COMPLETED')) && !isCrew) return 'not_yours';
  if (notPaused && facts.isPaused) return 'paused';
  if (action === 'resume' && !facts.isPaused) return 'not_paused';
  const hasWorked = who.userId !== null && facts.workers.includes(who.userId);
  if (action === 'verify' && (isCrew || hasWorked)) return 'own_work';
  if (action === 'rate' && facts.rating !== 'OPEN') return NO_RATING[facts.rating];
  if (action === 'reopen' && facts.isUndone) return 'wrong_state';
  if (action === 'reply' && !facts.isOfHousehold) return 'no_household';
  if (action === 'reopen-request' && facts.request !== 'OPEN')
    return facts.request === 'OVER' ? 'request_too_late' : 'wrong_state';
  if (action === 'accept' && !facts.isSettled) return 'not_paid';
  if (['waive', 'return', 'reject', 'cancel', 'estimate'].includes(action) && facts.paidMinor > 0)
    return 'paid_already';
  if (action === 'take-back' && facts.isStarted) return 'work_started';
  if (action === 'pay' && facts.isSettled) return 'nothing_due';
  if ((action === 'take-back' || action === 'withdraw-paid') && facts.paidMinor === 0) return 'nothing_paid';
  return null;
}

/**
 * Nobody has a photo of what was done before somebody is there; when the work is completed, only such photos come after it. What was done
 * is shown by who did it: never by the household that asked.
 */
export function takesPhotosOf(state: OrderState, isConsumer: boolean): readonly Moment[] {
  if (isConsumer) return ['REQUEST', 'BEFORE'];
  if (state === 'COMPLETED') return ['AFTER'];
  return state === 'IN_PROGRESS' ? MOMENTS : ['REQUEST', 'BEFORE'];
}

/**
 * What is used differs so much from the estimate that a reason is needed.
 * @param estimateMinor null: nothing was estimated, so that nothing differs
 */
export function differsMuch(estimateMinor: number | null, usedMinor: number): boolean {
  if (estimateMinor === null) return false;
  return Math.abs(usedMinor - estimateMinor) * 100 > estimateMinor * VARIANCE_PERCENT;
}
