/**
 * How often anything may be done: every limit of the program that is no time (time-limits.ts) and no setting. Classes of
 * calls are counted for the person who is signed in, else for the address. Many people share one address of a
 * mobile carrier, so what is counted for an address is wide; what is narrow is counted for the phone or the account.
 */
import type { RateClass } from '#shared/endpoint.ts';

export type Limit = { points: number; seconds: number };

/** Calls in a window, by class (shared/endpoint.ts); `normal` calls are not counted. */
export const RATE_LIMITS: Record<Exclude<RateClass, 'normal'>, Limit> = {
  login: { points: 30, seconds: 60 },
  // Failures of an address: a carrier puts thousands of households behind one. What is narrow is counted for the account.
  'sign-in': { points: 300, seconds: 60 },
  // Nobody guesses 256 random bits: the limit keeps the load down.
  link: { points: 600, seconds: 60 },
  // Wrong codes of papers, of 60 random bits: they shut nobody out of links and of signing in, which have counts of their own.
  paper: { points: 600, seconds: 60 },
  begin: { points: 300, seconds: 60 },
  // Thirty households that register behind one address need five calls each, and some of them a second try.
  otp: { points: 600, seconds: 900 },
  refresh: { points: 600, seconds: 60 },
  export: { points: 60, seconds: 60 },
  // A page that is typed in saves every second at most.
  save: { points: 120, seconds: 60 },
  upload: { points: 120, seconds: 60 },
  money: { points: 120, seconds: 60 },
  // What gateways call, and anybody who knows the address. Counted apart from the households that come back from a bank.
  callback: { points: 600, seconds: 60 },
  // A browser that comes back from a bank is only sent on.
  return: { points: 3000, seconds: 60 },
  search: { points: 120, seconds: 60 },
  // Each sends a real message that costs money or annoys somebody.
  test: { points: 10, seconds: 600 },
  preview: { points: 60, seconds: 60 },
  // A morning at the portal is some dozens of them. Each leaves a row in the log, which nobody deletes.
  household: { points: 300, seconds: 900 },
};

/** Classes of which a call that succeeded is given back. */
export const FAILURES_ONLY: ReadonlySet<RateClass> = new Set(['sign-in']);

/** Classes of which a call is counted when it has failed: one that succeeds is refused to nobody behind the same address. */
export const COUNTED_AFTER: ReadonlySet<RateClass> = new Set(['paper', 'link', 'refresh']);

/**
 * Calls that may take a second and more: so many run at a time in one process, for all people together, so that the others of its
 * database connections are always there for what people wait for. Further ones wait for their turn, a few seconds at most.
 */
export const AT_ONCE: Partial<Record<RateClass, { running: number; waiting: number; wait_ms: number }>> = {
  search: { running: 4, waiting: 200, wait_ms: 10_000 },
  preview: { running: 2, waiting: 30, wait_ms: 15_000 },
};

/**
 * Calls of one person that run at a time in one process; further ones wait for their own, then they are told when to come
 * again (429). All kinds together leave more than half of the database connections to others (DATABASE_CONNECTIONS, 16).
 * Searches and previews have the lanes above. A screen asks for eight things at most.
 */
export const PERSON_AT_ONCE = {
  read: { running: 3, waiting: 200, wait_ms: 10_000, ask_again_s: 5 },
  change: { running: 3, waiting: 200, wait_ms: 10_000, ask_again_s: 5 },
  /** PDFs of bills and receipts, whole lists: a list has its own limit before this one is reached. */
  file: { running: 4, waiting: 50, wait_ms: 30_000, ask_again_s: 10 },
} as const;

/**
 * Pictures that are opened at a time, in processes of their own. One person's next picture waits for the one before, so
 * that one who sends bad ones keeps one process at most.
 */
export const PICTURES = {
  all: { running: 2, waiting: 60, wait_ms: 45_000 },
  person: { running: 1, waiting: 8, wait_ms: 60_000, ask_again_s: 15 },
  /** Of one process, also of what is not JavaScript's; 0.6 GB of it are there before the first picture. */
  memory_kb: 1_400_000,
} as const;

/** One-time codes that are sent to a phone, for any purpose (guarantees §5.5). */
export const CODES_FOR_PHONE: readonly Limit[] = [
  { points: 3, seconds: 900 },
  { points: 10, seconds: 86_400 },
];

/** Tries at one code. */
export const TRIES_AT_CODE = 5;

/** Wrong codes: of a phone in a day, for any of its codes; from an address in 15 minutes. */
export const FAILED_CODES = {
  phone: { points: 20, seconds: 86_400 },
  address: { points: 100, seconds: 900 },
} as const satisfies Record<string, Limit>;

/** Codes to one phone for withdrawals from a wallet, also for those that were taken back: each is an SMS, and five more tries. */
export const WITHDRAWAL_CODES: Limit = { points: 12, seconds: 86_400 };

/** Links to a new e-mail for one account: each goes to an address that may be a stranger's. */
export const EMAIL_LINKS: Limit = { points: 5, seconds: 3600 };

/** Codes to a new phone for one account: each goes to a number that may be a stranger's. */
export const PHONE_CODES: Limit = { points: 5, seconds: 3600 };

/** Invitations to a connection: of one account holder in a day, and to one phone from all of them. Each is an SMS. */
export const INVITATIONS = {
  holder: { points: 10, seconds: 86_400 },
  phone: { points: 5, seconds: 86_400 },
} as const satisfies Record<string, Limit>;

/**
 * Requests of one kind (a dispute, a leak, an empty house, a payment plan) that a household makes for a connection and takes back, in so
 * many days: each of them is work of the office. What the office notes is not counted.
 */
export const REQUESTS_TAKEN_BACK = { points: 3, days: 30 } as const;

/** Wrong passwords and authenticator codes: so many are free, then waits grow from the first to the longest. */
export const FREE_TRIES = 5;
export const FIRST_WAIT_SECONDS = 30;
export const LONGEST_WAIT_SECONDS = 900;
