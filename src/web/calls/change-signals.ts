/**
 * Tells whoever keeps answers that something was changed, or that another person is coming; and whoever keeps the
 * rights of this one that they may be others by now (a refusal said so, or a role was edited).
 */
export type ChangeSignal = 'changed' | 'signed-out' | 'rights';

const listeners = new Set<(what: ChangeSignal) => void>();

export function onChangeSignal(listener: (what: ChangeSignal) => void) {
  listeners.add(listener);
}

export function signalChange(what: ChangeSignal) {
  for (const listener of listeners) listener(what);
}
