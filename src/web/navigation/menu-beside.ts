/** The menu beside the configuration pages (spec §2). Pure. */
import { menuTree } from './menu.ts';
import type { MenuEntry, Page } from './pages.ts';
import type { Title } from './title.ts';

type BesideLine = Pick<MenuEntry, 'path' | 'query'> & {
  title: Title;
  /** The page itself, or the list to which the page belongs. */
  current?: 'page' | 'true';
};

type Beside = { title: Title; lines: BesideLine[] };

/**
 * The specified lines. A page that none of them leads to (rules of leaks, of surcharges …) has a line of its own below them
 * as long as it is open: the menu always says which page is shown.
 */
export function besideMenu(
  entries: readonly MenuEntry[],
  path: string,
  page: Pick<Page, 'path' | 'title'> | undefined,
): Beside | undefined {
  const branch = menuTree(entries).find(({ group }) => group.type === 'beside');
  if (!branch) return undefined;
  const lines = branch.entries.map((entry): BesideLine => {
    const { title, query } = entry;
    const line = { path: entry.path, title, ...(query ? { query } : {}) };
    if (path === entry.path) return { ...line, current: 'page' };
    return path.startsWith(`${entry.path}/`) ? { ...line, current: 'true' } : line;
  });
  if (page?.path === path && lines.every(({ current }) => !current))
    lines.push({ path, title: page.title, current: 'page' });
  return { title: branch.group.title, lines };
}
