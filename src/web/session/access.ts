/** Who may open which page and sees which menu line (spec §2 access rules, §6). Pure; the server decides for data. */
import type { MenuEntry, Page, Who } from '../navigation/pages.ts';

export type Visitor = { who: Exclude<Who, 'public'>; words: ReadonlySet<string>; role?: string };

const holds = ({ words }: Visitor, word: string, sees = word): boolean => words.has(word) && words.has(sees);

/** The menu lines a person gets: admins all of theirs, other staff what their words allow. */
export function visibleMenu(menu: readonly MenuEntry[], visitor: Visitor): MenuEntry[] {
  return menu
    .filter((entry) => entry.who.includes(visitor.who))
    .filter((entry) => visitor.who !== 'staff' || !entry.isAdmin)
    .filter((entry) => visitor.who !== 'staff' || !entry.match || holds(visitor, entry.match, entry.sees))
    .filter((entry) => !entry.roles || (visitor.role !== undefined && entry.roles.includes(visitor.role)))
    .sort((a, b) => a.order - b.order);
}

/** Spec §6: a non-admin staff person outside the allowed menu is sent to the not-found page. */
export function mayOpen(page: Page, menu: readonly MenuEntry[], visitor: Visitor): boolean {
  if (page.who.includes('public')) return true;
  if (visitor.who === 'staff' && page.exempt) return true;
  if (!page.who.includes(visitor.who)) return false;
  if (visitor.who !== 'staff') return true;
  if (page.permission) return holds(visitor, page.permission, page.sees);
  return visibleMenu(menu, visitor).some((entry) => entry.path === page.path);
}

/** Query parameters that are dropped when filters are handed on from one link to another (spec §2). */
const DROPPED = ['page', 'pid', 'lepk', 'lesk', 'legsipk', 'legsisk'];

/** The filters of the current address that another list keeps. */
export function carriedFilters(query: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(query).filter(([name]) => !DROPPED.includes(name)));
}
