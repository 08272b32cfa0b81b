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

/** On a slow network an act is over before the page shows what it did. */
const SHOWN_WITHIN_MS = 2000;

/** Tells it and waits until the page shows what was done: the next button is pressed for that, not for what was before. */
export async function changeShown(what: ChangeSignal = 'changed'): Promise<void> {
  await Promise.race([signalChange(what), new Promise((end) => setTimeout(end, SHOWN_WITHIN_MS))]);
}
