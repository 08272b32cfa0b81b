/** What the models of an application know: who there is, its states, its money. */
/** The desks of the planning authority in their order. */
export const DESKS = ['sae', 'ae', 'pm', 'pd'] as const;
/** Another officer of the first desk's role: no desk has an officer, so both decide there until one gets an application. */
export const OFFICERS = [...DESKS, 'sae2'] as const;
export const PEOPLE = [
  ...(['admin', 'second', 'clerk', 'cashier', 'surveyor', 'colleague', 'installer', 'engineer'] as const),
  ...['reader' as const, ...OFFICERS, 'owner' as const, 'neighbour' as const],
] as const;
export type Who = (typeof PEOPLE)[number];
export type State =
  | ('DRAFT' | 'PENDING' | 'WAITING_FOR_REVIEW' | 'WAITING_FOR_METER_NUMBER' | 'READY_TO_SURVEY')
  | ('READY_TO_PAY' | 'READY_FOR_METER_INSTALLATION' | 'RECORRECTION')
  | ('CONNECTED' | 'REJECTED' | 'WITHDRAWN' | 'EXPIRED');

export type RefundState = 'REQUESTED' | 'APPROVED' | 'REFUSED' | 'PAID_OUT';
export type Money = {
  /** Of each demand note of the walk: all are for the same survey. */
  total: number;
  vat: number;
  /** On the note in force, and on the one that was withdrawn. */
  paid: number;
  isWithdrawn: boolean;
  /** The refund of the withdrawn note. */
  ofNote: RefundState | null;
  counter: { state: 'APPROVED' | 'REVERSED'; amount: number }[];
  bank: {
    state: 'CREATED' | 'PROCESSING' | 'APPROVED' | 'EXPIRED';
    amount: number;
    isOwed: boolean;
    hasOrder: boolean;
    isTaken: boolean;
    /** How many notes there were: it pays the one that was in force. */
    note: number;
  }[];
  refunds: { state: RefundState; amount: number; asker: Who | null; decider: Who | null; ofNote: boolean }[];
};
export type Model = {
  state: State;
  version: number;
  overlay: 'HOLD' | 'SUSPENDED' | null;
  /** Who put it on hold, and as who has it: not for the office. */
  holder: Who | null;
  isOwnHold: boolean;
  isArchived: boolean;
  isDeleted: boolean;
  /** How many desks have approved; null: no chain. */
  desk: number | null;
  /** Who got it from the desk at which it is; null: everybody of the desk's role has it. */
  given: Who | null;
  askedFrom: State | null;
  isCorrected: boolean;
  closedFrom: State | null;
  hasNoc: boolean;
  assignee: Who | null;
  survey: 'DRAFT' | 'SUBMITTED' | 'APPROVED' | null;
  surveyor: Who | null;
  /** It had a demand note before the walk. */
  startedWithNote: boolean;
  isInstalled: boolean;
  /** Who noted it. */
  installer: Who | null;
  money: Money;
  /** Since the walk began: what happened and by whom, in the timeline and in the log. */
  timeline: [action: string, from: State, to: State, by: Who | null][];
  log: (Who | null)[];
};
