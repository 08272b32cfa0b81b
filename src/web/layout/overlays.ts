/** What is open over the frame: one thing at a time. */
import { useSyncExternalStore } from 'react';

export type Overlay = 'palette' | 'bell' | 'help' | 'outbox';

let shown: Overlay | null = null;
const listeners = new Set<() => void>();

export function openOverlay(next: Overlay | null) {
  shown = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useOverlay(): Overlay | null {
  return useSyncExternalStore(subscribe, () => shown);
}
