/** Tells whoever keeps answers that something was changed, or that another person is coming. */
export type Acted = 'changed' | 'signed-out';

const listeners = new Set<(what: Acted) => void>();

export function onActed(listener: (what: Acted) => void) {
  listeners.add(listener);
}

export function acted(what: Acted) {
  for (const listener of listeners) listener(what);
}
