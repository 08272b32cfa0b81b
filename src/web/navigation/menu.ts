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
 * before if the page has none in this menu (a surveyor opens a record from their own queue).
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

type Marked = {
  /** What the page belongs to; kept for pages that have no place of their own. */
  entry: MenuEntry | undefined;
  /** The line of the sidebar; none if the list has several. */
  line: MenuEntry | undefined;
  group: MenuGroup['id'] | undefined;
};

/** What the sidebar marks: a line of its own, or that of the list from which the page is reached. */
export function shownLine(
  entries: readonly MenuEntry[],
  place: Place,
  around: Parameters<typeof markedLine>[2],
): Marked {
  const shown = sidebarEntries(entries);
  const hasLine = shown.some(({ path }) => path === place.path);
  const entry = markedLine(hasLine ? shown : entries, place, around);
  if (!entry || shown.includes(entry)) return { entry, line: entry, group: entry?.group };
  const lines = shown.filter(({ path }) => path === entry.reachedFrom);
  return { entry, line: lines.length === 1 ? lines[0] : undefined, group: lines[0]?.group };
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
