/** Badges. Pure. */
import type { Counters } from '../session/session.ts';

/** The number on a badge: the sum of its counterData keys, 0 if the server sent none. */
export function countOf(counters: Counters, keys: readonly string[] = []): number {
  return keys.reduce((sum, key) => {
    let found: number | Counters | undefined = counters;
    for (const part of key.split('.')) found = typeof found === 'object' ? found[part] : undefined;
    return sum + (typeof found === 'number' ? found : 0);
  }, 0);
}
