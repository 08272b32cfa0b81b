/**
 * The states of a ticket (domain.md §5.6), in one table: the server, the buttons, the tests and the printed README read it.
 */
import { DAY_MS } from '#shared/dates.ts';
import type { Permission } from '#shared/permissions.ts';

export const TICKET_STATES = [
  'OPEN',
  'ASSIGNED',
  'IN_PROGRESS',
  'WAITING_CUSTOMER',
  'WAITING_FIELD',
  'RESOLVED',
  'REJECTED',
  'CLOSED',
  'REOPENED',
] as const;
export type TicketState = (typeof TICKET_STATES)[number];

/** Not solved yet. */
export const OPEN_STATES = [
  'OPEN',
  'ASSIGNED',
  'IN_PROGRESS',
  'WAITING_CUSTOMER',
  'WAITING_FIELD',
  'REOPENED',
] as const satisfies readonly TicketState[];

/** The tabs of the list. */
export const STAGES = {
  NEW: ['OPEN', 'REOPENED'],
  WORK: ['ASSIGNED', 'IN_PROGRESS'],
  WAITING: ['WAITING_CUSTOMER', 'WAITING_FIELD'],
  DONE: ['RESOLVED', 'REJECTED', 'CLOSED'],
} as const satisfies Record<string, readonly TicketState[]>;
export type Stage = keyof typeof STAGES;
export const STAGE_NAMES = Object.keys(STAGES) as [Stage, ...Stage[]];

export const PRIORITIES = ['LOW', 'NORMAL', 'HIGH', 'URGENT'] as const;
export type Priority = (typeof PRIORITIES)[number];

/** How it came in. Consumers write in the portal; the office notes who came or called. */
export const CHANNELS = ['PORTAL', 'COUNTER', 'PHONE'] as const;
export type Channel = (typeof CHANNELS)[number];
export const OFFICE_CHANNELS = ['COUNTER', 'PHONE'] as const satisfies readonly Channel[];

/** An ended ticket is opened again within these days. */
export const DAYS_TO_REOPEN = 15;
/** A consumer who is asked and says nothing for these days has no problem any more. */
export const SILENT_DAYS = 7;
/** A resolved ticket that nobody objects to is closed after these days. */
export const DAYS_TO_CLOSE = 3;
export const MOST_FILES = 5;
/** Of one consumer, within a day. */
export const TICKETS_A_DAY = 10;
/** Of one consumer in one ticket, within a day. */
export const MESSAGES_A_DAY = 50;

export type TicketAction =
  | 'assign'
  | 'take'
  | 'leave'
  | 'start'
  | 'reply'
  | 'ask'
  | 'answer'
  | 'note'
  | 'order'
  | 'field-done'
  | 'field-again'
  | 'resolve'
  | 'reject'
  | 'lapse'
  | 'rate'
  | 'close'
  | 'reopen';

/** Who takes a step: the agent whose ticket it is, other staff, the consumer whose ticket it is, the program. */
type By = { agent?: Permission; staff?: readonly Permission[]; consumer?: true; system?: true };
type Transition = {
  from: readonly TicketState[];
  /** One state, or another one for some of those before. Without one the state stays. */
  to?: TicketState | Partial<Record<TicketState, TicketState>>;
  by: By;
};

/** `support:manage` stands in for the agent of any ticket. */
export const TRANSITIONS: Readonly<Record<TicketAction, Transition>> = {
  assign: {
    from: OPEN_STATES,
    to: { OPEN: 'ASSIGNED', REOPENED: 'ASSIGNED' },
    by: { staff: ['support:assign'] },
  },
  take: { from: ['OPEN', 'REOPENED'], to: 'ASSIGNED', by: { staff: ['support:answer'] } },
  // Its agent's account ends, and nobody takes their place.
  leave: {
    from: ['ASSIGNED', 'IN_PROGRESS', 'WAITING_CUSTOMER', 'WAITING_FIELD'],
    to: 'OPEN',
    by: { system: true },
  },
  start: { from: ['ASSIGNED'], to: 'IN_PROGRESS', by: { agent: 'support:answer' } },
  reply: {
    from: ['ASSIGNED', 'IN_PROGRESS', 'WAITING_CUSTOMER', 'WAITING_FIELD'],
    to: { ASSIGNED: 'IN_PROGRESS' },
    by: { agent: 'support:answer' },
  },
  ask: { from: ['ASSIGNED', 'IN_PROGRESS'], to: 'WAITING_CUSTOMER', by: { agent: 'support:answer' } },
  answer: { from: OPEN_STATES, to: { WAITING_CUSTOMER: 'IN_PROGRESS' }, by: { consumer: true } },
  note: { from: TICKET_STATES, by: { staff: ['support:answer', 'support:assign'] } },
  order: { from: ['IN_PROGRESS'], to: 'WAITING_FIELD', by: { agent: 'support:answer' } },
  'field-done': { from: ['WAITING_FIELD'], to: 'IN_PROGRESS', by: { system: true } },
  // The work of the ticket is opened again: its agent waits for it again, also if the ticket was ended.
  'field-again': {
    from: ['ASSIGNED', 'IN_PROGRESS', 'WAITING_CUSTOMER', 'RESOLVED', 'REJECTED', 'CLOSED'],
    to: 'WAITING_FIELD',
    by: { system: true },
  },
  resolve: {
    from: ['ASSIGNED', 'IN_PROGRESS', 'WAITING_CUSTOMER', 'WAITING_FIELD'],
    to: 'RESOLVED',
    by: { agent: 'support:answer' },
  },
  reject: { from: OPEN_STATES, to: 'REJECTED', by: { agent: 'support:answer', staff: ['support:assign'] } },
  lapse: { from: ['WAITING_CUSTOMER'], to: 'RESOLVED', by: { system: true } },
  rate: { from: ['RESOLVED'], to: 'CLOSED', by: { consumer: true } },
  close: { from: ['RESOLVED'], to: 'CLOSED', by: { system: true } },
  reopen: {
    from: ['RESOLVED', 'REJECTED', 'CLOSED'],
    to: 'REOPENED',
    by: { consumer: true, staff: ['support:answer'] },
  },
};
export const TICKET_ACTIONS = Object.keys(TRANSITIONS) as TicketAction[];

/** The state after an action. */
export function stateAfter(action: TicketAction, from: TicketState): TicketState {
  const { to } = TRANSITIONS[action];
  return typeof to === 'object' ? (to[from] ?? from) : (to ?? from);
}

/** The step that the specified call of the state means. Other steps have calls of their own. */
export const STEP_TO = {
  IN_PROGRESS: 'start',
  RESOLVED: 'resolve',
  REJECTED: 'reject',
  CLOSED: 'rate',
  REOPENED: 'reopen',
} as const satisfies Partial<Record<TicketState, TicketAction>>;
export const STEP_STATES = Object.keys(STEP_TO) as [keyof typeof STEP_TO, ...(keyof typeof STEP_TO)[]];

export type Who = {
  kind: 'staff' | 'consumer' | 'system' | 'anonymous';
  permissions: ReadonlySet<Permission>;
  userId: string | null;
  now: Date;
};
export type Facts = {
  state: TicketState;
  agentId: string | null;
  /** Since when it is resolved or rejected. */
  endedAt: string | null;
};
export type Refusal = 'not_permitted' | 'wrong_state' | 'not_yours' | 'reopen_too_late';

/**
 * Why somebody may not take an action, or null. Whose ticket it is was asked before: a consumer has only their own.
 * @returns not_permitted: never theirs; wrong_state: not now; not_yours: another agent has it; reopen_too_late: it ended too long ago
 */
export function refusalOf(action: TicketAction, facts: Facts, who: Who): Refusal | null {
  const { from, by } = TRANSITIONS[action];
  const has = (word: Permission) => who.permissions.has(word);
  const isAny = by.staff?.some(has) ?? false;
  const isAgent = by.agent !== undefined && (has(by.agent) || has('support:manage'));
  if (who.kind === 'system') {
    if (!by.system) return 'not_permitted';
  } else if (who.kind === 'consumer') {
    if (!by.consumer || !has('support:create')) return 'not_permitted';
  } else if (!isAny && !isAgent) return 'not_permitted';
  if (!from.includes(facts.state)) return 'wrong_state';
  if (who.kind === 'staff' && isAgent && !isAny && !has('support:manage') && facts.agentId !== who.userId)
    return 'not_yours';
  if (action === 'reopen' && isOver(facts.endedAt, DAYS_TO_REOPEN, who.now)) return 'reopen_too_late';
  return null;
}

/** More than so many days have passed. */
export const isOver = (since: string | null, days: number, now: Date): boolean =>
  since !== null && now.getTime() - Date.parse(since) > days * DAY_MS;
