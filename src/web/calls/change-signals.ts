/**
 * Tells the code that keeps answers that something was changed, or that another person signs in; and the code that
 * keeps the rights of this one that they can differ now (a refusal showed it, or a role was edited). `old`: something was
 * changed, but the page is left at once, so that nothing is asked again before it is shown again.
 */
export type ChangeSignal = 'changed' | 'old' | 'signed-out' | 'rights';

type Listener = (what: ChangeSignal) => unknown;
const listeners = new Set<Listener>();

/** @param listener what it returns is waited for by who waits for the signal */
export function onChangeSignal(listener: Listener) {
  listeners.add(listener);
}

/** Resolves when what is on the screen is new. */
export function signalChange(what: ChangeSignal): Promise<unknown> {
  return Promise.all([...listeners].map((listener) => listener(what)));
}
