/**
 * The machine of a payment. A bank may say "paid" late: success is reachable from every state that is not final
 * and from CANCELED and EXPIRED. The database holds the same table (payments.guard_payment, 0012).
 */
export const PAYMENT_STATES = [
  'CREATED',
  'PROCESSING',
  'APPROVED',
  'DECLINED',
  'CANCELED',
  'EXPIRED',
  'REVERSED',
] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

export const PAYMENT_SOURCES = [
  'INVOICE',
  'APPLICATION_SURVEY',
  'WORK_ORDER_SURVEY',
  'OWNERSHIP_CHANGE',
  'WALLET_RECHARGE',
] as const;
export type PaymentSource = (typeof PAYMENT_SOURCES)[number];

/** What a list of payments is of: one source, or all of them. */
export const LISTED_SOURCES = [...PAYMENT_SOURCES, 'ALL'] as const;
export type ListedSource = (typeof LISTED_SOURCES)[number];

export const PAYMENT_METHODS = ['CASH', 'POS', 'BANK', 'CHEQUE', 'GATEWAY', 'WALLET'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/** What a payment waits for: the bank has not decided, or a second person has to decide whether it is taken back. */
export const PAYMENT_WAITS = ['BANK', 'REVERSAL'] as const;
export type PaymentWait = (typeof PAYMENT_WAITS)[number];

const STEPS: Record<PaymentState, readonly PaymentState[]> = {
  CREATED: ['PROCESSING', 'APPROVED', 'CANCELED', 'EXPIRED'],
  PROCESSING: ['APPROVED', 'DECLINED', 'CANCELED', 'EXPIRED'],
  APPROVED: ['REVERSED'],
  DECLINED: [],
  CANCELED: ['APPROVED'],
  EXPIRED: ['APPROVED'],
  REVERSED: [],
};

/** True if the machine has a step from one state to another. */
export function mayGo(from: PaymentState, to: PaymentState): boolean {
  return STEPS[from].includes(to);
}

type Taken = { source: PaymentSource; method: PaymentMethod; owedBack: boolean };

/** True for money that is counted in a drawer. */
export const isCounterMoney = ({ method }: Pick<Taken, 'method'>): boolean =>
  method === 'CASH' || method === 'POS';

/** True for money that staff record: what is counted in a drawer, slips of the bank, and cheques. */
export const isTakenByStaff = (taken: Pick<Taken, 'method'>): boolean =>
  isCounterMoney(taken) || taken.method === 'BANK' || taken.method === 'CHEQUE';

/** True for money that no bank has to send back: staff took it, or it goes back into the wallet that paid. */
export const needsNoBank = (taken: Pick<Taken, 'method'>): boolean =>
  isTakenByStaff(taken) || taken.method === 'WALLET';

/**
 * What an approved payment may be taken back of: bills; demand notes, at the counter and from wallets; work orders, fees of ownership changes
 * and recharges of wallets at the counter; all of these also after the bank took the money back itself; not what is owed back already.
 */
export function isReversible(payment: Taken, isTakenBack: boolean): boolean {
  if (payment.owedBack) return false;
  return payment.source === 'INVOICE' || needsNoBank(payment) || isTakenBack;
}

/** Why a payment was closed of which nothing was taken: what it was for was paid, changed or ended meanwhile. */
export const NOT_DUE = 'not_due';

/** True while nobody knows yet whether money moved: never shown as failed. */
export function isUndecided(state: PaymentState): boolean {
  return state === 'CREATED' || state === 'PROCESSING';
}

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;
/** Seconds to the next question to the bank, by questions asked so far (after Kill Bill's janitor). */
const WHILE_UNDECIDED: readonly number[] = [
  ...[1, 2, 5, 15].map((minutes) => minutes * MINUTE_S),
  ...[1, 6].map((hours) => hours * HOUR_S),
  ...[1, 1, 1, 1, 1, 1, 1].map((days) => days * DAY_S),
];
/** A late success after CANCELED or EXPIRED is looked for twice more. */
const AFTER_NO: readonly number[] = [HOUR_S, DAY_S];

/** How long to wait for the next check, by checks since the state was entered; undefined: nothing more is expected. */
export function nextCheckSeconds(state: PaymentState, checks: number): number | undefined {
  if (isUndecided(state)) return WHILE_UNDECIDED[checks];
  if (state === 'CANCELED' || state === 'EXPIRED') return AFTER_NO[checks];
  return undefined;
}
