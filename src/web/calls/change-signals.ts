/**
 * Tells the code that keeps answers that something was changed, or that another person signs in; and the code that
 * keeps the rights of this one that they can differ now (a refusal showed it, or a role was edited).
 */
export type ChangeSignal = 'changed' | 'signed-out' | 'rights';

const listeners = new Set<(what: ChangeSignal) => void>();

export function onChangeSignal(listener: (what: ChangeSignal) => void) {
  listeners.add(listener);
}

export function signalChange(what: ChangeSignal) {
  for (const listener of listeners) listener(what);
}
