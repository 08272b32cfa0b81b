/**
 * Sends what is unsent: one entry after the other, over all tabs, when it is put in, when the network is back, when the page is
 * looked at again or loaded, and by a button. Only staff's pages load it. The rules are in `queue.rules.ts`.
 */
import type { Endpoint } from '#shared/endpoint.ts';
import { commonErrors } from '#shared/errors.ts';
import { call } from '../calls/call.ts';
import { CallError } from '../calls/call-error.ts';
import { onChangeSignal, signalChange } from '../calls/change-signals.ts';
import { randomKey } from '../calls/random-key.ts';
import { profileSlice, tokensSlice } from '../session/session.ts';
import { sessionEnd } from '../session/session-end.ts';
import { confirm } from '../state/confirm.ts';
import { exclusive } from '../state/persisted.ts';
import { askBeforeSignOut, markUnderWay } from '../state/unsaved.ts';
import { loadTexts, textOf } from '../texts/texts.ts';
import { wiring } from '../wiring.ts';
import type { Change, Entry, NewEntry } from './entry.ts';
import {
  afterAnswer,
  afterFailure,
  asSent,
  dueNow,
  inputOf,
  isOld,
  nextToSend,
  wakeAt,
  withNew,
} from './queue.rules.ts';
import { openStore, type Store } from './store.ts';
import type { Way } from './way.ts';

/** A browser takes at most 64 kB from pages that go. */
const OUTLIVES_BYTES = 48 * 1024;

export type OutboxState = {
  /** False until the browser's database was read. */
  isLoaded: boolean;
  entries: readonly Entry[];
  /** The one under way. */
  sending: string | null;
  /** Kept in this page only: the browser gives no database. */
  isPageOnly: boolean;
  /** The phone's storage is full: some of it is in this page only. */
  isFull: boolean;
};
const EMPTY: OutboxState = {
  ...{ isLoaded: false, entries: [], sending: null, isPageOnly: false, isFull: false },
};

let state = EMPTY;
const listeners = new Set<() => void>();
let store: Promise<Store> | undefined;
let ways: Promise<readonly Way[]> | undefined;
const otherTabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('outbox');

/** Whose page this is, also while their session is over. */
const owner = (): string | undefined => (sessionEnd()?.person.profile ?? profileSlice.read())?.id;

function become(next: Partial<OutboxState>) {
  state = { ...state, ...next };
  // This page is the only place that has it: the page does not reload by itself.
  markUnderWay('outbox', state.isFull);
  for (const listener of listeners) listener();
}

async function change(account: string, work: (entries: Entry[]) => Change, isOwn = true) {
  store ??= openStore();
  const { change: write, isLasting, isFull } = await store;
  const entries = await write(account, work);
  // Another person's page by now: nothing of it is shown.
  if (owner() === account)
    become({ isLoaded: true, entries, isPageOnly: !isLasting, isFull: isFull(account) });
  if (isOwn) otherTabs?.postMessage({ account } satisfies TabMessage);
}

export const outboxState = (): OutboxState => state;

export function onOutbox(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export type Delivery = { entry: Entry; answer: unknown };
/** To the other tabs: what is kept has changed, or one of their entries was sent from here. */
type TabMessage = { account: string; delivery?: Delivery };
/** True: the form shows the answer itself, and nothing on the screen is fetched again for it. */
type DeliveryListener = (delivery: Delivery) => boolean;
const deliveryListeners = new Set<DeliveryListener>();

/** What the server took: a form goes on from its version. */
export function onDelivery(listener: DeliveryListener) {
  deliveryListeners.add(listener);
  return () => void deliveryListeners.delete(listener);
}

/** kept: nobody was reached; it is sent later. */
export type Outcome = { kind: 'delivered'; answer: unknown } | { kind: 'kept' };
type Waiter = { resolve: (outcome: Outcome) => void; reject: (error: CallError) => void };
const waiters = new Map<string, Waiter>();

/** @property version asked when it is kept: an answer may come until then */
export type Given = Omit<NewEntry, 'version'> & { version: () => number };

/** Keeps an entry and sends it as soon as it can be. */
export async function putIn(given: Given, waiter?: Waiter) {
  const account = owner();
  if (!account) throw new CallError(403, { code: 'common.not_signed_in' });
  const id = randomKey();
  await change(account, (entries) =>
    withNew(entries, { ...given, version: given.version(), id }, { account, now: Date.now() }),
  );
  // A full phone then takes other sites' data first.
  void navigator.storage?.persist?.().catch(() => undefined);
  if (waiter) waiters.set(id, waiter);
  void send();
}

/** Keeps it and waits for what becomes of it. Throws what the server refuses. */
export function putInAndWait(given: Given): Promise<Outcome> {
  isPutOff = false;
  return new Promise((resolve, reject) => {
    putIn(given, { resolve, reject }).catch(reject);
  });
}

export async function discard(ids: readonly string[]) {
  const account = owner();
  if (account) await change(account, () => ({ remove: ids }));
  // What it kept back may go now.
  void send();
}

/** The person asks for one, or for all. */
export function sendNow(id?: string): Promise<void> {
  isPutOff = false;
  return sendAgain(id);
}

/** The network is back, or somebody looks at the page again. */
async function sendAgain(id?: string) {
  const account = owner();
  if (account) await change(account, (entries) => dueNow(entries, id));
  await send();
}

let running: Promise<void> | null = null;
let isAskedAgain = false;
/** The session is over, and the person did not sign in when they were asked: nothing asks again by itself. */
let isPutOff = false;
let timer: ReturnType<typeof setTimeout> | undefined;

function send(): Promise<void> {
  isAskedAgain = true;
  running ??= run();
  return running;
}

async function run() {
  // Its caller keeps the promise first.
  await null;
  while (isAskedAgain) {
    isAskedAgain = false;
    const account = owner();
    if (account && state.entries.length > 0 && navigator.onLine && !isPutOff)
      await exclusive(`outbox:${account}`, () => sendAll(account)).catch(() => undefined);
  }
  for (const [id, waiter] of waiters) {
    waiters.delete(id);
    waiter.resolve({ kind: 'kept' });
  }
  wakeLater();
  running = null;
}

function wakeLater() {
  clearTimeout(timer);
  const at = wakeAt(state.entries);
  if (at === undefined || !navigator.onLine || isPutOff) return;
  timer = setTimeout(() => void send(), Math.max(0, at - Date.now()));
}

/** Until nothing may go, or nobody answers. */
async function sendAll(account: string) {
  let isTold = true;
  // Another tab may have sent some of it.
  await change(account, () => ({}), false);
  for (;;) {
    if (owner() !== account) return;
    const entry = nextToSend(state.entries, Date.now());
    if (!entry) break;
    const decided = await sendOne(entry);
    if (!decided) break;
    if (!decided.isQuiet) isTold = false;
  }
  if (!isTold) signalChange('changed');
}

/** Code that does not come is as no network; a way that is gone is a refusal. */
async function endpointOf({ way }: Entry): Promise<Endpoint> {
  ways ??= wiring().outboxWays();
  try {
    const endpoint = await (await ways).find(({ name }) => name === way)?.endpoint();
    if (endpoint) return endpoint;
  } catch {
    ways = undefined;
    throw new CallError(0);
  }
  throw new CallError(410, { code: 'frame.unknown_way' });
}

/** What the server decided about it; undefined if nobody answered. */
async function sendOne(entry: Entry): Promise<{ isQuiet: boolean } | undefined> {
  const { account, id, file, bytes } = entry;
  await change(account, () => asSent(entry));
  become({ sending: id });
  try {
    const endpoint = await endpointOf(entry);
    const answer = await call(endpoint, inputOf(entry), {
      ...{ idempotencyKey: id, as: account, quiet: true },
      keepalive: document.hidden && bytes < OUTLIVES_BYTES,
      ...(file
        ? { files: { [file.field]: new File([file.blob], file.name, { type: file.blob.type }) } }
        : {}),
    });
    // Before the others go on from its version: a form may be putting in the next one.
    const isTaken = tellDelivery({ entry, answer });
    const { file: _file, ...withoutFile } = entry;
    otherTabs?.postMessage({ account, delivery: { entry: withoutFile, answer } } satisfies TabMessage);
    await change(account, (entries) => afterAnswer(entries, entry, versionOf(answer)));
    return { isQuiet: isTaken };
  } catch (thrown) {
    const error = thrown instanceof CallError ? thrown : new CallError(0);
    const after = afterFailure(entry, error, Date.now());
    isPutOff = error.status === commonErrors.not_signed_in.status;
    await change(account, (entries) => (entries.some((kept) => kept.id === id) ? { put: [after] } : {}));
    if (after.state === 'waiting') return undefined;
    waiters.get(id)?.reject(error);
    waiters.delete(id);
    return { isQuiet: false };
  } finally {
    become({ sending: null });
  }
}

/** True if a form shows the answer itself. */
function tellDelivery(delivery: Delivery): boolean {
  const { entry, answer } = delivery;
  waiters.get(entry.id)?.resolve({ kind: 'delivered', answer });
  waiters.delete(entry.id);
  return [...deliveryListeners].map((listener) => listener(delivery)).includes(true);
}

function versionOf(answer: unknown): number | undefined {
  const version = (answer as { version?: unknown } | null)?.version;
  return typeof version === 'number' ? version : undefined;
}

async function mayLeave(): Promise<boolean> {
  const { entries, isFull } = state;
  if (entries.length === 0) return true;
  await loadTexts('frame');
  return confirm('leave', textOf('frame', isFull ? 'outbox.full' : 'outbox.sign_out_help'), {
    question: textOf('frame', 'outbox.sign_out', { count: entries.length }),
    yes: textOf('frame', 'outbox.sign_out_yes'),
    no: textOf('frame', 'outbox.sign_out_no'),
  });
}

/** What else is loaded ahead: the list of what is unsent, which needs this file itself. */
let loadList: () => Promise<unknown> = async () => undefined;
export function listIsLoadedBy(load: typeof loadList) {
  loadList = load;
}

/** Code that a phone needs after its network has gone: asked for by a form that works without one. */
export const loadAhead = () =>
  Promise.all([
    loadList(),
    import('../ui/confirm-prompt.tsx'),
    import('../ui/toaster.tsx'),
    import('../ui/form/day-picker.tsx'),
    import('../ui/form/search/search-select.tsx'),
    import('../ui/form/conflict/conflict-panel.tsx'),
    loadTexts('frame'),
    wiring()
      .outboxWays()
      .then((all) => Promise.all(all.map((way) => way.endpoint()))),
  ]).catch(() => undefined);

let isStarted = false;

/** The page of a person of staff is there: reads what is unsent of them, and sends it. */
export async function startOutbox() {
  const account = owner();
  if (!account) return;
  if (!isStarted) {
    isStarted = true;
    listen();
  }
  await change(account, () => ({}), false);
  if (state.entries.length > 0) void loadAhead();
  await sendNow();
}

function listen() {
  const again = () => void sendAgain();
  addEventListener('online', again);
  addEventListener('focus', again);
  document.addEventListener('visibilitychange', () => void send());
  tokensSlice.subscribe(() => {
    if (isPutOff && tokensSlice.read()) void sendNow();
  });
  askBeforeSignOut(mayLeave);
  otherTabs?.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    if (data.account !== owner()) return;
    if (data.delivery) tellDelivery(data.delivery);
    else void change(data.account, () => ({}), false);
  });
  onChangeSignal((what) => {
    if (what !== 'signed-out') return;
    clearTimeout(timer);
    waiters.clear();
    become(EMPTY);
  });
}

/** How many entries wait for longer than people are used to. */
export const countOld = (entries: readonly Entry[]): number =>
  entries.filter((entry) => isOld(entry, Date.now())).length;
