/** Which category of a connection counts on which day, and what a change makes of it. Days are ISO dates, YYYY-MM-DD. */
import { addDays } from '#shared/dates.ts';
import type { Permission } from '#shared/permissions.ts';

export const CHANGE_REASONS = ['UNDER_CONSTRUCTION', 'USE_CHANGED', 'WRONG_CATEGORY', 'OTHER'] as const;
export type ChangeReason = (typeof CHANGE_REASONS)[number];

/** WAITING: for a second person. APPROVED: it counts by its days. */
export const CHANGE_STATES = ['WAITING', 'APPROVED', 'REFUSED', 'WITHDRAWN'] as const;
export type ChangeState = (typeof CHANGE_STATES)[number];

/** The kept reason of a proposal that ended by itself because its connection was closed. */
export const CLOSED = 'CONNECTION_CLOSED';

/** A change is proposed at most so long before its first day. */
export const MOST_MONTHS_AHEAD = 24;

/** A category that ends, ends at most so long after its first day: a later day is a slip of the keyboard, and nobody would look at it in time. */
export const LONGEST_MONTHS = 120;

/** So many days before a category ends, the office looks at the connection and the household is told. */
export const ENDS_SOON_DAYS = 30;

/** `from` and `until` are ISO dates, `-infinity` or `infinity`; `until` is the first day of the next one. */
export type Span = { category: string; from: string; until: string };
export type PlannedChange = {
  category: string;
  fromDay: string;
  untilDay: string | null;
  nextCategory: string | null;
};
type Change = PlannedChange;

/** Orders days with the two outer ends. */
const isBefore = (a: string, b: string): boolean =>
  a !== b && (a === '-infinity' || b === 'infinity' || (b !== '-infinity' && a !== 'infinity' && a < b));

/**
 * The categories of a connection after a change.
 * @param now all days in order and without a gap; a connection that never had a change has one span
 * @returns all days again: until the first day of the change as before, then the change, then what follows it until the next day on
 *   which another category was agreed, then as before. A change without an end takes the place of all later days. Neighbours of the
 *   same category are one span.
 */
export function categoriesAfter(now: readonly Span[], change: Change): Span[] {
  const { category, fromDay, untilDay, nextCategory } = change;
  const kept = now
    .filter(({ from }) => isBefore(from, fromDay))
    .map((span) => ({ ...span, until: isBefore(span.until, fromDay) ? span.until : fromDay }));
  const added: Span[] = [
    { category, from: kept.length > 0 ? fromDay : '-infinity', until: untilDay ?? 'infinity' },
  ];
  if (untilDay !== null && nextCategory !== null) {
    const later = now.filter(({ from }) => isBefore(untilDay, from));
    added.push({ category: nextCategory, from: untilDay, until: later[0]?.from ?? 'infinity' }, ...later);
  }
  const spans: Span[] = [];
  for (const span of [...kept, ...added]) {
    const last = spans.at(-1);
    if (last?.category === span.category) last.until = span.until;
    else spans.push({ ...span });
  }
  return spans;
}

/** True if the change makes a difference on any day. */
export const changesAnything = (now: readonly Span[], change: Change): boolean =>
  JSON.stringify(categoriesAfter(now, change)) !== JSON.stringify(now);

/** The agreed turns to another category that a change takes away: on their days another category counts after it. */
export function droppedBy(now: readonly Span[], change: Change): Span[] {
  const after = categoriesAfter(now, change);
  return now.filter(
    ({ from, category }) => !isBefore(from, change.fromDay) && categoryOn(after, from) !== category,
  );
}

/** The turns to another category that come after the first day of a change, the change among them. */
export const turnsAfter = (now: readonly Span[], change: Change): Span[] =>
  categoriesAfter(now, change).filter(({ from }) => isBefore(change.fromDay, from));

/** Days as a page shows them, with open outer ends, as spans. */
export const spansFrom = (
  days: readonly { category: string; from: string | null; until: string | null }[],
): Span[] =>
  days.map(({ category, from, until }) => ({
    category,
    from: from ?? '-infinity',
    until: until ?? 'infinity',
  }));

/** Of all days of a connection in order: those that count today, and those that follow them. */
export function nowAndNext<Day extends { isToday: boolean }>(
  days: readonly Day[],
): { now?: Day; next?: Day } {
  const index = days.findIndex(({ isToday }) => isToday);
  const [now, next] = index < 0 ? [] : days.slice(index);
  return { ...(now ? { now } : {}), ...(next ? { next } : {}) };
}

/** The category of a day, an ISO date. */
export function categoryOn(spans: readonly Span[], day: string): string | undefined {
  return spans.find(({ from, until }) => !isBefore(day, from) && isBefore(day, until))?.category;
}

/** The first day on which an end is looked at and told. */
export const looksFrom = (untilDay: string): string => addDays(untilDay, -ENDS_SOON_DAYS);

type Who = { userId: string | null; kind: string; permissions: ReadonlySet<Permission> };
type Case = {
  state: ChangeState;
  proposedBy: string;
  /** Somebody has to look at its end now. */
  isToCheck: boolean;
  /** It has an end, and no later change took its place. */
  hasEnd: boolean;
  /** Its connection is closed, and no successor goes on with its days: nothing is left to do. */
  isClosed: boolean;
};

/** Which buttons a person gets. Who proposed a change does not decide about it. */
export function changeCan({ state, proposedBy, isToCheck, hasEnd, isClosed }: Case, who: Who) {
  const edits = who.kind !== 'consumer' && !isClosed && who.permissions.has('connection-categories:edit');
  const approves =
    who.kind !== 'consumer' && !isClosed && who.permissions.has('connection-categories:approve');
  return {
    approve: state === 'WAITING' && approves && who.userId !== proposedBy,
    refuse: state === 'WAITING' && approves,
    withdraw: state === 'WAITING' && edits,
    check: isToCheck && edits,
    prolong: state === 'APPROVED' && hasEnd && edits,
    change: state === 'APPROVED' && edits,
  };
}
