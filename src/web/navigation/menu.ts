/** The sidebar as a tree. Pure. */
import { type MenuGroup, menuGroups } from './menu-groups.ts';
import type { MenuEntry } from './pages.ts';

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
