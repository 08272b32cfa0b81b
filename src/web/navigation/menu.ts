/** The sidebar as a tree. Pure. */
import { type MenuGroup, menuGroups } from './menu-groups.ts';
import type { MenuEntry } from './pages.ts';

export type MenuBranch = { group: MenuGroup; entries: MenuEntry[] };

const BESIDE = new Set(menuGroups(false).flatMap(({ id, type }) => (type === 'beside' ? [id] : [])));

/** The lines of the sidebar itself, without those that are reached from a list or are in a menu beside their page. */
export function sidebarEntries(entries: readonly MenuEntry[]): MenuEntry[] {
  const paths = new Set(entries.map(({ path }) => path));
  return entries.filter(
    ({ group, reachedFrom }) => !BESIDE.has(group) && !(reachedFrom && paths.has(reachedFrom)),
  );
}

/** The line from which a page is reached, if it has none of its own and the person sees that line. */
export function listOf(path: string, entries: readonly MenuEntry[]): MenuEntry | undefined {
  const from = entries.find((entry) => entry.path === path)?.reachedFrom;
  return from ? entries.find((entry) => entry.path === from) : undefined;
}

/** The list of a page's family, and what is reached from it; empty if the page has none, or has a menu beside it. */
export function familyOf(path: string, entries: readonly MenuEntry[]): MenuEntry[] {
  const list = listOf(path, entries) ?? entries.find((entry) => entry.path === path);
  const reached = entries.filter(
    ({ reachedFrom, group }) => reachedFrom === list?.path && !BESIDE.has(group),
  );
  const family = list && reached.length > 0 ? [list, ...reached] : [];
  return family.some((entry) => entry.path === path) ? family : [];
}

/** The sidebar: groups in their order, without empty ones. */
export function menuTree(entries: readonly MenuEntry[], isConsumer = false): MenuBranch[] {
  return menuGroups(isConsumer)
    .map((group) => ({
      group,
      entries: entries.filter((entry) => entry.group === group.id),
    }))
    .filter((branch) => branch.entries.length > 0);
}
