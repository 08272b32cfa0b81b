/** The sidebar as a tree. Pure. */
import { type MenuGroup, menuGroups } from './menu-groups.ts';
import type { MenuEntry } from './pages.ts';

type Place = { path: string; query: Readonly<Record<string, string>> };

/** Whether a line's path and query (but the page number) are those of the address. */
function isAt(entry: MenuEntry, { path, query }: Place): boolean {
  return (
    path === entry.path &&
    Object.entries(entry.query ?? {}).every(
      ([name, value]) => name === 'page' || query[name] === String(value),
    )
  );
}

/**
 * The line that is marked: the page's own, or that of the list to which a record belongs, or the one that was marked
 * before if the page has none in this menu (a surveyor opens a record from the own queue).
 * @param under what the page says of its place
 */
export function markedLine(
  entries: readonly MenuEntry[],
  place: Place,
  { under, before }: { under?: string | undefined; before?: MenuEntry | undefined },
): MenuEntry | undefined {
  const { path } = place;
  const own = entries.filter((entry) => entry.path === path);
  const around = entries
    .filter((entry) => path.startsWith(`${entry.path}/`) || entry.path === under)
    .toSorted((a, b) => b.path.length - a.path.length);
  const kept = before && entries.includes(before) ? before : undefined;
  return (
    own.find((entry) => isAt(entry, place)) ??
    own.find((entry) => entry === kept) ??
    own[0] ??
    around.find((entry) => entry === kept) ??
    around[0] ??
    kept
  );
}

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
