/** The outbox's rules. Pure: what is kept, what is sent next, and what becomes of it. */
import type { CallError } from '../calls/call-error.ts';
import { isTransient } from '../calls/call-error.ts';
import type { Change, Entry, NewEntry } from './entry.ts';

const FIRST_PAUSE_MS = 5000;
const LONGEST_PAUSE_MS = 5 * 60_000;
const DAY_MS = 24 * 3600 * 1000;
/** An entry that is older is told to its person: it is kept all the same. */
export const OLD_AFTER_DAYS = 14;

const NOT_SIGNED_IN = 403;
const TOO_MANY = 429;
const STALE = 'common.stale_version';

const isStopped = ({ state }: Entry) => state === 'refused' || state === 'conflict';
/** It is complete, and goes to the server. */
const isForServer = ({ state }: Entry) => state !== 'draft';

/** What is kept after a change. */
export function applied(entries: readonly Entry[], { put = [], remove = [] }: Change): Entry[] {
  const gone = new Set([...remove, ...put.map((entry) => entry.id)]);
  return [...entries.filter((entry) => !gone.has(entry.id)), ...put].toSorted((a, b) => a.order - b.order);
}

const textBytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value ?? null)).length;

/**
 * Puts one in. It takes the place of an older one in its slot, unless that one may have arrived already: this one then
 * goes behind it.
 */
export function withNew(
  entries: readonly Entry[],
  { isDraft = false, ...given }: NewEntry & { id: string },
  { account, now }: { account: string; now: number },
): Change {
  const entry: Entry = {
    ...given,
    account,
    order: Math.max(0, ...entries.map(({ order }) => order)) + 1,
    isLast: given.isLast ?? false,
    bytes: textBytes(given.input) + (given.file?.blob.size ?? 0),
    madeAt: new Date(now).toISOString(),
    state: isDraft ? 'draft' : 'waiting',
    isUncertain: false,
    failures: 0,
    dueAt: given.dueAt ?? 0,
  };
  const replaced = entries.filter(
    (other) =>
      other.record === entry.record &&
      entry.slot !== undefined &&
      other.slot === entry.slot &&
      !other.isUncertain,
  );
  return { put: [entry], remove: replaced.map(({ id }) => id) };
}

/** The order within a record: what may have arrived already, then the others, then what goes last. */
function rank({ isUncertain, isLast }: Entry): number {
  if (isUncertain) return 0;
  return isLast ? 2 : 1;
}

export function inOrder(entries: readonly Entry[]): Entry[] {
  return entries.toSorted((a, b) => rank(a) - rank(b) || a.order - b.order);
}

/**
 * The entries of a record that may go, in their order. One that was stopped keeps back those that name a version or go
 * last: they were made after it. A photo goes all the same.
 */
function goingOf(entries: readonly Entry[]): Entry[] {
  const ordered = inOrder(entries.filter(isForServer));
  const stopped = ordered.findIndex(isStopped);
  return ordered.filter(
    (entry, index) =>
      !isStopped(entry) && (stopped === -1 || index < stopped || !(entry.isVersioned || entry.isLast)),
  );
}

const recordsOf = (entries: readonly Entry[]) => [...Map.groupBy(entries, ({ record }) => record).values()];

/** The first one of each record that may go. */
const heads = (entries: readonly Entry[]): Entry[] =>
  recordsOf(entries)
    .flatMap((own) => goingOf(own)[0] ?? [])
    .toSorted((a, b) => a.order - b.order);

/** What is sent next; undefined if nothing may go yet. */
export function nextToSend(entries: readonly Entry[], now: number): Entry | undefined {
  return heads(entries).find(({ dueAt }) => dueAt <= now);
}

/** When something may go next; undefined if all waits for the person. */
export function wakeAt(entries: readonly Entry[]): number | undefined {
  const times = heads(entries).map(({ dueAt }) => dueAt);
  return times.length === 0 ? undefined : Math.min(...times);
}

/** It waits behind one that was stopped. */
export function isHeldBack(entry: Entry, entries: readonly Entry[]): boolean {
  const own = entries.filter(({ record }) => record === entry.record);
  return isForServer(entry) && !isStopped(entry) && !goingOf(own).includes(entry);
}

/** The call's input: one that is versioned names the version that it was made from. */
export function inputOf({ input, isVersioned, version }: Entry) {
  return isVersioned ? { ...input, body: { ...input.body, version } } : input;
}

/** Before it is sent: a page that goes in the middle leaves it so. */
export const asSent = (entry: Entry): Change => ({ put: [{ ...entry, isUncertain: true }] });

/**
 * The server has it. What was made from the same version goes on from the answered one, if nobody else changed the record
 * between: a versioned call was refused then; another call answers the next number.
 */
export function afterAnswer(entries: readonly Entry[], sent: Entry, version: number | undefined): Change {
  const isOnlyOurs = sent.isVersioned || version === sent.version + 1;
  const followers = entries.filter(
    (entry) =>
      entry.id !== sent.id &&
      entry.record === sent.record &&
      entry.version === sent.version &&
      !entry.isUncertain,
  );
  const put = version !== undefined && isOnlyOurs ? followers.map((entry) => ({ ...entry, version })) : [];
  return { put, remove: [sent.id] };
}

const pauseAfter_ms = (failures: number) => Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS);

/**
 * The server does not have it, or nobody knows.
 * @param before the entry before it was sent
 */
export function afterFailure(before: Entry, error: CallError, now: number): Entry {
  // Nothing was executed: it waits for the session, and is as it was.
  if (error.status === NOT_SIGNED_IN) return before;
  if (isTransient(error)) {
    const pause_ms =
      error.retryAfter === undefined ? pauseAfter_ms(before.failures) : error.retryAfter * 1000;
    return {
      ...before,
      isUncertain: before.isUncertain || error.status !== TOO_MANY,
      failures: before.failures + 1,
      dueAt: now + pause_ms,
    };
  }
  const { status, code, params, fields } = error;
  return {
    ...before,
    isUncertain: false,
    state: code === STALE ? 'conflict' : 'refused',
    refusal: { status, code, params, fields },
  };
}

/** The person, or the network, asks for it now: also what was refused is sent again. */
export function dueNow(entries: readonly Entry[], id?: string): Change {
  return {
    put: entries
      .filter(isForServer)
      .filter((entry) => (id === undefined ? !isStopped(entry) && entry.failures > 0 : entry.id === id))
      .map(({ refusal: _refusal, ...entry }) => ({ ...entry, state: 'waiting', failures: 0, dueAt: 0 })),
  };
}

export function isOld({ madeAt }: Entry, now: number): boolean {
  return now - Date.parse(madeAt) > OLD_AFTER_DAYS * DAY_MS;
}
