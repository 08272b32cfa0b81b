/**
 * The session is over while something would be lost by going to login: a form with changes, an act that was pressed. The page then stays and is shown as that person's; what was called waits until the same person is back.
 */
import { useSyncExternalStore } from 'react';
import { holdPerson, type Person } from './session.ts';

export type SessionEnd = {
  /** Whose page it is. */
  person: Person;
  /** The password is asked for; false after Escape, until something is pressed again. */
  isAsking: boolean;
};

let end: SessionEnd | null = null;
const listeners = new Set<() => void>();
/** Calls that were stopped: true sends them again. */
const waiting = new Set<(isBack: boolean) => void>();

function change(next: SessionEnd | null) {
  end = next;
  holdPerson(next?.person ?? null);
  for (const listener of listeners) listener();
}

function answerAll(isBack: boolean) {
  const all = [...waiting];
  waiting.clear();
  for (const answer of all) answer(isBack);
}

export function sessionEnd(): SessionEnd | null {
  return end;
}

/** Asks for the password; the page stays this person's. */
export function endSession(person: Person) {
  if (!end) change({ person, isAsking: true });
}

/** Escape: the form stays as it was, and what waited is refused. */
export function putOffSignIn() {
  if (end) change({ ...end, isAsking: false });
  answerAll(false);
}

export function askToSignIn() {
  if (end && !end.isAsking) change({ ...end, isAsking: true });
}

/** The person is back, or leaves the page. */
export function closeSessionEnd(isBack: boolean) {
  if (!end) return;
  change(null);
  answerAll(isBack);
}

/**
 * Waits for the person; false if they leave or put it off.
 * @param isWish somebody pressed something: this asks again although it was put off
 */
export function personIsBack(isWish: boolean): Promise<boolean> {
  if (!end) return Promise.resolve(true);
  if (!end.isAsking && !isWish) return Promise.resolve(false);
  askToSignIn();
  return new Promise((resolve) => waiting.add(resolve));
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useSessionEnd(): SessionEnd | null {
  return useSyncExternalStore(subscribe, sessionEnd, sessionEnd);
}
