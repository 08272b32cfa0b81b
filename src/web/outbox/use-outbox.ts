/** What is unsent, as React state. */
import { useMemo, useSyncExternalStore } from 'react';
import type { Entry } from './entry.ts';
import { type OutboxState, onOutbox, outboxState } from './outbox.ts';

export function useOutbox(): OutboxState {
  return useSyncExternalStore(onOutbox, outboxState);
}

/** The entries of one record, in the order in which they were put in. */
export function useEntriesOf(record: string): readonly Entry[] {
  const { entries } = useOutbox();
  return useMemo(() => entries.filter((entry) => entry.record === record), [entries, record]);
}

function onNetwork(listener: () => void) {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/** Whether this device has a network, by its own word. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    onNetwork,
    () => navigator.onLine,
    () => true,
  );
}
