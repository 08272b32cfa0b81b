/**
 * Tells the code that keeps answers that something was changed, or that another person signs in; and the code that
 * keeps the rights of this one that they can differ now (a refusal showed it, or a role was edited). `old`: something was
 * changed, but the page is left at once, so that nothing is asked again before it is shown again.
 */
export type ChangeSignal = 'changed' | 'old' | 'signed-out' | 'rights';

const listeners = new Set<(what: ChangeSignal) => void>();

export function onChangeSignal(listener: (what: ChangeSignal) => void) {
  listeners.add(listener);
}

export function signalChange(what: ChangeSignal) {
  for (const listener of listeners) listener(what);
}
