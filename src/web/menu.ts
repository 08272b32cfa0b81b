/** The sidebar as a tree, and its badges. Pure. */
import { type MenuGroup, menuGroups } from './menu-groups.ts';
import type { MenuEntry } from './pages.ts';
import type { Counters } from './session.ts';

export type MenuBranch = { group: MenuGroup; entries: MenuEntry[] };

/** The sidebar: groups in their order, without empty ones. */
export function menuTree(entries: readonly MenuEntry[], isConsumer = false): MenuBranch[] {
  return menuGroups(isConsumer)
    .map((group) => ({
      group,
      entries: entries.filter((entry) => entry.group === group.id),
    }))
    .filter((branch) => branch.entries.length > 0);
}

/** The number on a badge: the sum of its counterData keys, 0 where the server sent none. */
export function countOf(counters: Counters, keys: readonly string[] = []): number {
  return keys.reduce((sum, key) => {
    let found: number | Counters | undefined = counters;
    for (const part of key.split('.')) found = typeof found === 'object' ? found[part] : undefined;
    return sum + (typeof found === 'number' ? found : 0);
  }, 0);
}
