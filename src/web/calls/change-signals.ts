/**
 * Tells whoever keeps answers that something was changed, or that another person is coming; and whoever keeps the
 * rights of this one that they may be others by now (a refusal said so, or a role was edited).
 */
export type Acted = 'changed' | 'signed-out' | 'rights';

const listeners = new Set<(what: Acted) => void>();

export function onActed(listener: (what: Acted) => void) {
  listeners.add(listener);
}

export function acted(what: Acted) {
  for (const listener of listeners) listener(what);
}
