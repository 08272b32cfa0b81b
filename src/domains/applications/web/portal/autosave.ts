/**
 * Saves what is typed two seconds after the last change, one call at a time: the version that a call answers is the
 * one that the next call names. What no answer has come for stays in the store, with the key it was sent by.
 */
import { CallError, isTransient } from '#web/calls/call-error.ts';
import { randomKey } from '#web/calls/random-key.ts';
import type { Unsent, UnsentStore } from '#web/state/unsent.ts';

const PAUSE_MS = 2000;
const NOT_SIGNED_IN = 403;

export type SaveState = {
  kind: 'idle' | 'waiting' | 'saving' | 'saved' | 'failed';
  /** When it was last saved. */
  at: string | null;
  error: CallError | null;
};

type Parts<V> = {
  store: UnsentStore<V>;
  send: (save: { values: V; version: number; key: string }) => Promise<{ version: number }>;
  /** Of the record that is shown. */
  version: number;
};

export function autosave<V>({ store, send, version }: Parts<V>) {
  let unsent: Unsent<V> = store.read() ?? {};
  let state: SaveState = { kind: 'idle', at: null, error: null };
  let isRefused = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<boolean> = Promise.resolve(true);
  const listeners = new Set<() => void>();
  // What the page before this one left was typed on the version that it knew: a change of others since then is refused.
  let known = (unsent.sent ?? unsent.waiting)?.version ?? version;
  const seen = (newer: number) => {
    known = Math.max(known, newer);
  };
  const become = (next: Partial<SaveState>) => {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  };
  const keep = (next: Unsent<V>) => {
    unsent = next;
    store.write(next.sent || next.waiting ? next : null);
  };
  const left = () => unsent.waiting ?? unsent.sent ?? null;

  async function sendOne(save: NonNullable<Unsent<V>['sent']>) {
    const answer = await send(save);
    seen(answer.version);
    const { waiting } = unsent;
    keep(waiting ? { waiting } : {});
  }
  async function run(): Promise<boolean> {
    if (!left()) return true;
    isRefused = false;
    become({ kind: 'saving' });
    try {
      // Cut off: the answer to the same key tells the version, whether it had arrived or not.
      if (unsent.sent) await sendOne(unsent.sent);
      if (unsent.waiting) {
        const sent = { values: unsent.waiting.values, version: known, key: randomKey() };
        keep({ sent });
        await sendOne(sent);
      }
      become({ kind: unsent.waiting ? 'waiting' : 'saved', at: new Date().toISOString(), error: null });
      return true;
    } catch (thrown) {
      const error = thrown instanceof CallError ? thrown : new CallError(0);
      isRefused = !isTransient(error) && error.status !== NOT_SIGNED_IN;
      if (isRefused) refuse();
      become({ kind: 'failed', error });
      return false;
    }
  }
  /** The form keeps it, for the person to decide; a page that is loaded again shows what the server has. */
  function refuse() {
    const last = left();
    unsent = last ? { waiting: { values: last.values, version: known } } : {};
    store.write(null);
  }
  const flush = (): Promise<boolean> => {
    clearTimeout(timer);
    running = running.then(run);
    return running;
  };
  return {
    seen,
    flush,
    /** Something else makes a new version of the record: what is saved or submitted waits until it is known. */
    hold(work: Promise<unknown>) {
      running = Promise.all([running, Promise.allSettled([work])]).then(([isKept]) => isKept);
    },
    /** The version that the next call has to name. */
    version: () => known,
    queue(values: V) {
      keep({ ...unsent, waiting: { values, version: known } });
      become({ kind: 'waiting' });
      clearTimeout(timer);
      timer = setTimeout(() => void flush(), PAUSE_MS);
    },
    /** The page goes or comes back: what waits is sent at once. What was refused waits for its person. */
    settle: () => (isRefused ? Promise.resolve(false) : flush()),
    /** What was typed last and is not known to be kept. */
    left: (): V | null => left()?.values ?? null,
    state: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
export type Autosave<V> = ReturnType<typeof autosave<V>>;
