/**
 * State slices that survive a reload (spec §3): one JSON value a key in local storage, followed by all tabs.
 * `update` re-reads under a lock that all tabs share, so that two tabs never overwrite each other's change;
 * a lock that is not given within 5000 ms (spec §9) is done without.
 */
import { useSyncExternalStore } from 'react';

export const PERSIST_TIMEOUT_MS = 5000;

export type Persisted<T> = {
  read: () => T;
  write: (value: T) => void;
  update: (change: (value: T) => T) => Promise<void>;
  clear: () => void;
  subscribe: (listener: () => void) => () => void;
  /** What is there before anything was stored, and in what the server draws. */
  initial: () => T;
};

/** Runs `work` alone over all tabs; alone in this tab only if the page is not served securely. */
export async function exclusive<T>(name: string, work: () => Promise<T>, timeout_ms?: number): Promise<T> {
  if (!navigator.locks) return work();
  let started = false;
  const begin = () => {
    started = true;
    return work();
  };
  const options = timeout_ms === undefined ? {} : { signal: AbortSignal.timeout(timeout_ms) };
  try {
    return await (navigator.locks.request(`jolkol:${name}`, options, begin) as Promise<T>);
  } catch (error) {
    if (started) throw error;
    return work();
  }
}

export function persisted<T>(key: string, initial: T): Persisted<T> {
  const listeners = new Set<() => void>();
  const changed = () => {
    for (const listener of listeners) listener();
  };
  let raw: string | null = null;
  let value = initial;

  /** The same object as long as the stored text is the same: React compares by identity. */
  const read = () => {
    const stored = localStorage.getItem(key);
    if (stored !== raw) {
      raw = stored;
      try {
        value = stored === null ? initial : (JSON.parse(stored) as T);
      } catch {
        value = initial;
      }
    }
    return value;
  };
  const write = (next: T) => {
    localStorage.setItem(key, JSON.stringify(next));
    changed();
  };
  if (typeof window !== 'undefined') {
    window.addEventListener('storage', (event) => {
      if (event.key === key || event.key === null) changed();
    });
  }
  return {
    read,
    write,
    update: (change) => exclusive(key, async () => write(change(read())), PERSIST_TIMEOUT_MS),
    clear() {
      localStorage.removeItem(key);
      changed();
    },
    initial: () => initial,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The value of a slice, and a re-render when any tab changes it. */
export function usePersisted<T>(slice: Persisted<T>): T {
  return useSyncExternalStore(slice.subscribe, slice.read, slice.initial);
}
