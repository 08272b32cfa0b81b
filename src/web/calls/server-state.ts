/**
 * Whether the server answers. A call that finds nobody, or a 502 to 504, is no proof: its readiness is asked, and
 * only if that fails too is the server away. Then it is asked again until it is back, and everything on the
 * screen is fetched again. That this machine is offline is another matter (offline-banner).
 */
import { useSyncExternalStore } from 'react';
import { signalChange } from './change-signals.ts';

const READY = '/health/ready?of=calls';
const ASK_EVERY_MS = 5000;
/** A server that says nothing for so long is away. */
const ANSWER_MS = 4000;

let away = false;
let asking = false;
const listeners = new Set<() => void>();

function change(next: boolean) {
  if (away === next) return;
  away = next;
  for (const listener of listeners) listener();
}

async function isReady(): Promise<boolean> {
  try {
    return (await fetch(READY, { cache: 'no-store', signal: AbortSignal.timeout(ANSWER_MS) })).ok;
  } catch {
    return false;
  }
}

/** A call had no answer, or one of a server that cannot work. */
export async function suspectServer(wait_ms = ASK_EVERY_MS) {
  if (asking) return;
  asking = true;
  while (!(await isReady())) {
    if (navigator.onLine) change(true);
    await new Promise((resolve) => setTimeout(resolve, wait_ms));
  }
  asking = false;
  const wasAway = away;
  change(false);
  if (wasAway) signalChange('changed');
}

/** Statuses by which a proxy or the server says that nobody is at work. */
export function isAway(status: number): boolean {
  return status >= 502 && status <= 504;
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useServerAway(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => away,
    () => false,
  );
}
