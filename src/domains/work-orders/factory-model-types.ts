/** What the models of a work order know: who there is, its states, its money. */
export const PEOPLE = [
  ...(['admin', 'clerk', 'engineer', 'crew', 'mate', 'cashier', 'household', 'neighbour'] as const),
  // Their roles have nothing to do with work orders; two are desks of the planning authority.
  ...(['surveyor', 'reader', 'planner', 'director'] as const),
];
export type Who = (typeof PEOPLE)[number];
export type Category = 'LEAK' | 'SERVICE_LINE';
export type State =
  | ('PENDING' | 'ON_REVIEW' | 'ACCEPTED' | 'ASSIGNED' | 'IN_PROGRESS' | 'COMPLETED')
  | ('CLOSED' | 'RE_OPEN' | 'REJECTED' | 'CANCELLED');

export type Money = {
  /** Payments through the bank in their order; `bank` is what the bank has decided, `isOwed` that the order did not take it. */
  bank: {
    state: 'CREATED' | 'PROCESSING' | 'APPROVED' | 'DECLINED' | 'CANCELED' | 'EXPIRED';
    amount: number;
    isOwed: boolean;
    hasOrder: boolean;
    decided: 'APPROVED' | 'DECLINED' | null;
  }[];
  counter: { state: 'APPROVED' | 'REVERSED'; amount: number }[];
  /** Nobody asks for the refund of money that came too late. */
  refunds: { state: RefundState; amount: number; asker: Who | null; decider: Who | null }[];
};
export type RefundState = 'REQUESTED' | 'APPROVED' | 'REFUSED' | 'PAID_OUT';

export type Model = {
  state: State;
  version: number;
  category: Category;
  askedBy: Who;
  reviewer: Who | null;
  estimate: number | null;
  charge: number | null;
  paid: number;
  waivedBy: Who | null;
  /** Who leads, who else is there, and who has been there for it; the two lists by name. */
  crew: Who | null;
  members: Who[];
  workers: Who[];
  isPaused: boolean;
  /** The hold ends by itself. */
  holdEnds: boolean;
  hasArrived: boolean;
  isStarted: boolean;
  isCompleted: boolean;
  used: number | null;
  verifiedBy: Who | null;
  isClosed: boolean;
  isLongClosed: boolean;
  reopened: number;
  /** How often it had been opened again, and the stars. */
  ratings: [closing: number, stars: number][];
  remark: string | null;
  photos: number;
  /** A photo of what was done was added since it was opened again last. */
  isProven: boolean;
  /** Why there was none at the last completion. */
  unprovenReason: string | null;
  /** Thousandths of each material; null: the store does not keep it. */
  store: (number | null)[];
  /** What the estimate lists, in thousandths of each material. */
  planned: number[];
  /** What the order has of the store. */
  taken: number[];
  timeline: [action: string, from: State | null, to: State, byOffice: boolean, remark: string | null][];
  /** null: by itself. */
  log: [action: string, by: Who | null][];
  /** Kinds of which another order is open at the same plot. */
  twins: Category[];
  money: Money;
};
