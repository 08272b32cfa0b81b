/** When less is owed for an empty house: the rules by date, and who may do what. Days are ISO dates, YYYY-MM-DD. */
import { z } from 'zod';
import { addDays, addMonths } from '#shared/dates.ts';
import type { Permission } from '#shared/permissions.ts';

/**
 * WAITING: for a second person. APPROVED: it counts on its days. ENDED before its last day by the office or the household. ENDED_BY_USE: a reading showed more
 * use than the rules call empty.
 */
export const EMPTY_STATES = ['WAITING', 'APPROVED', 'REFUSED', 'WITHDRAWN', 'ENDED', 'ENDED_BY_USE'] as const;
export type EmptyState = (typeof EMPTY_STATES)[number];

export const EMPTY_REASONS = ['AWAY', 'NO_TENANT', 'REPAIRS', 'OTHER'] as const;
export type EmptyReason = (typeof EMPTY_REASONS)[number];

const percent = z.int().min(0).max(100);
export const emptyRules = z.object({
  /** Without it nothing can be noted. What was noted before goes on to count. */
  on: z.boolean().default(false),
  /** Of the fixed charge and of the minimum, that is owed for an empty day. */
  fixedOwedPercent: percent.default(100),
  minimumOwedPercent: percent.default(0),
  /** Up to so much use in a month a house is empty. */
  emptyLitres: z.int().min(0).max(100_000).default(1_000),
  longestMonths: z.int().min(1).max(60).default(12),
  /** The first day is at most so many days back. */
  noticeDaysBack: z.int().min(0).max(365).default(30),
});
export type EmptyRules = z.output<typeof emptyRules>;
/** As long as no two persons approved rules, nothing can be noted. */
export const NO_EMPTY_HOUSES: EmptyRules = emptyRules.parse({});

/** A notice is written at most so long before its first day. */
export const MOST_MONTHS_AHEAD = 12;

/** A household is told so many days before its notice ends. */
export const TOLD_DAYS_BEFORE = 14;

/** The first day after the longest notice that begins on a day. */
export const latestUntil = (fromDay: string, { longestMonths }: Pick<EmptyRules, 'longestMonths'>): string =>
  addMonths(fromDay, longestMonths);

/** The earliest first day of a notice that is written today. */
export const earliestFrom = (today: string, { noticeDaysBack }: EmptyRules): string =>
  addDays(today, -noticeDaysBack);

type Who = { userId: string | null; kind: string; permissions: ReadonlySet<Permission> };
/**
 * takesStart, takesReturn: the first day, or the day of the return, is over and not billed, so its register can be added or corrected; startBy,
 * returnBy: who did that last.
 */
type Case = {
  state: EmptyState;
  proposedBy: string;
  decidedBy: string | null;
  startBy: string | null;
  returnBy: string | null;
  takesStart: boolean;
  takesReturn: boolean;
  returnIsKnown: boolean;
  isClosed: boolean;
};

/**
 * Which buttons a person gets. Who noted an empty house does not approve it, and neither of them adds a register; at a closed connection nobody
 * approves.
 */
export function emptyCan(house: Case, who: Who) {
  const { state, proposedBy, takesStart, takesReturn, returnIsKnown, isClosed } = house;
  const notes = who.permissions.has(who.kind === 'consumer' ? 'empty-houses:own' : 'empty-houses:note');
  const approves = who.kind !== 'consumer' && who.permissions.has('empty-houses:approve');
  const adds = (last: string | null) => approves && ![proposedBy, house.decidedBy, last].includes(who.userId);
  return {
    approve: state === 'WAITING' && !isClosed && approves && who.userId !== proposedBy,
    refuse: state === 'WAITING' && approves,
    withdraw: state === 'WAITING' && notes,
    end: state === 'APPROVED' && !returnIsKnown && notes,
    start: state === 'APPROVED' && takesStart && adds(house.startBy),
    return: (state === 'APPROVED' || state === 'ENDED') && takesReturn && adds(house.returnBy),
  };
}
