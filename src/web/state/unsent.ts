/**
 * What an autosaved form was not yet told to be kept, for the page that is loaded again: a cheap phone throws the page away
 * while its owner reads an SMS. In this tab only, because it can hold names and national IDs, and no longer than the person is
 * signed in. A tab that is closed sends its last change by itself (`keepalive`).
 */
import { profileSlice } from '../session/session.ts';

export type Unsent<V> = {
  /** Under way, or cut off: sent again with the same key, it is done once. */
  sent?: { values: V; version: number; key: string };
  /** Typed after that. */
  waiting?: { values: V; version: number };
};

export type UnsentStore<V> = { read: () => Unsent<V> | null; write: (unsent: Unsent<V> | null) => void };

const PREFIX = 'unsent:';

/** That of one form of who is signed in. */
export function unsentOf<V>(form: string): UnsentStore<V> {
  const person = profileSlice.read()?.id;
  const key = `${PREFIX}${person}:${form}`;
  return {
    read() {
      try {
        return JSON.parse(sessionStorage.getItem(key) ?? 'null') as Unsent<V> | null;
      } catch {
        return null;
      }
    },
    write(unsent) {
      // Who has signed out leaves nothing behind.
      if (!unsent || profileSlice.read()?.id !== person) return sessionStorage.removeItem(key);
      try {
        sessionStorage.setItem(key, JSON.stringify(unsent));
      } catch {
        // No room: it is sent all the same.
      }
    },
  };
}

/** Who signs out takes along what was not sent. */
export function forgetUnsent() {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
}
