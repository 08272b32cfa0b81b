/** The states of a case (domain.md §5.4, Connection), in one table: server, buttons, list and tests read it. */

export const CASE_STATES = [
  'REMINDED',
  'NOTICED',
  'ORDERED',
  'DISCONNECTED',
  'RECONNECTING',
  'CLOSED',
] as const;
export type CaseState = (typeof CASE_STATES)[number];

/** Why a case is over. `given_up`: somebody of the office ended it, with a reason. */
export const CLOSINGS = [
  'paid',
  'held',
  'exempt',
  'below_least',
  'given_up',
  'connection_closed',
  'switched_off',
  'reconnected',
] as const;
export type Closing = (typeof CLOSINGS)[number];

export const EVENTS = [
  'reminder',
  'notice',
  'approved',
  'order_cancelled',
  'order_ended',
  'cheque_waits',
  'disconnected',
  'reconnection_ordered',
  'reconnection_ended',
  'reconnected',
  'reopened',
  'closed',
] as const;
export type CaseEvent = (typeof EVENTS)[number];

/** Who takes a move: the daily run, a named person, the program when money or a hold comes, or the crew by completing its order. */
type Mover = 'run' | 'person' | 'money' | 'crew';

const MOVES: readonly {
  from: readonly CaseState[];
  to: CaseState;
  by: readonly Mover[];
  event: CaseEvent;
}[] = [
  { from: ['REMINDED'], to: 'NOTICED', by: ['run'], event: 'notice' },
  { from: ['NOTICED'], to: 'ORDERED', by: ['person'], event: 'approved' },
  { from: ['ORDERED'], to: 'NOTICED', by: ['person'], event: 'order_ended' },
  { from: ['ORDERED'], to: 'NOTICED', by: ['money', 'run'], event: 'cheque_waits' },
  { from: ['ORDERED'], to: 'DISCONNECTED', by: ['crew'], event: 'disconnected' },
  { from: ['DISCONNECTED'], to: 'RECONNECTING', by: ['money', 'run'], event: 'reconnection_ordered' },
  { from: ['RECONNECTING'], to: 'DISCONNECTED', by: ['person', 'money'], event: 'reconnection_ended' },
  { from: ['RECONNECTING'], to: 'CLOSED', by: ['crew'], event: 'reconnected' },
  { from: ['CLOSED'], to: 'DISCONNECTED', by: ['money'], event: 'reopened' },
  { from: ['REMINDED', 'NOTICED'], to: 'CLOSED', by: ['money', 'run', 'person'], event: 'closed' },
  { from: ['ORDERED'], to: 'CLOSED', by: ['money', 'run'], event: 'closed' },
];

/** Whether a move is in the table, for this mover. */
export const canMove = (from: CaseState, event: CaseEvent, by: Mover): boolean =>
  MOVES.some((move) => move.event === event && move.from.includes(from) && move.by.includes(by));

/** Days after which a case that did not move on hangs: somebody is told. */
export const HANGS_AFTER_DAYS = 7;
