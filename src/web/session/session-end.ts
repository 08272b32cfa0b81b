/** Whether the session ended under a form with changes: its page then stays until somebody signs in again. */
import { useSyncExternalStore } from 'react';

let ended = false;
const listeners = new Set<() => void>();

export function setSessionEnded(next: boolean) {
  ended = next;
  for (const listener of listeners) listener();
}

export function isSessionEnded(): boolean {
  return ended;
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useSessionEnded(): boolean {
  return useSyncExternalStore(subscribe, isSessionEnded);
}
