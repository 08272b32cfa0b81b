/**
 * Tells the code that keeps answers that something was changed, or that another person signs in; and the code that
 * keeps the rights of this one that they can differ now (a refusal showed it, or a role was edited). `old`: something was
 * changed, but the page is left at once, so that nothing is asked again before it is shown again. `refused`: a call was refused because of
 * what its record is by now; `outdated`: for its version, or because its step is over.
 */
import { type CallError, isOutdated } from './call-error.ts';

export type ChangeSignal = 'changed' | 'old' | 'signed-out' | 'rights' | 'refused' | 'outdated';

type Listener = (what: ChangeSignal) => unknown;
const listeners = new Set<Listener>();

/**
 * @param listener what it returns is waited for by who waits for the signal
 * @returns what ends it
 */
export function onChangeSignal(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Resolves when what is on the screen is new. */
export function signalChange(what: ChangeSignal): Promise<unknown> {
  return Promise.all([...listeners].map((listener) => listener(what)));
}

/** A call was refused: what is on the screen is asked again if it is old; a dialog about rows of a list looks at them again (row-dialog.tsx). */
export function signalRefusal(error: unknown): void {
  const isOld = isOutdated(error);
  if (isOld) void signalChange('changed');
  const { status } = error as Partial<CallError>;
  if (isOld || status === 409 || status === 404) void signalChange(isOld ? 'outdated' : 'refused');
}
