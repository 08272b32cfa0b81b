/** The pages of all domains as one list, each with the name of its domain. Pure. */
import type { ConsumerPanel, MenuEntry, Page, PagesFile } from './pages.ts';

/** A page with the folder of its domain, which is the name of its texts; the machinery's own pages have none. */
export type OwnedPage = Page & { domain?: string };

export type JoinedPages = {
  pages: readonly OwnedPage[];
  menu: readonly MenuEntry[];
  /** In their order. */
  consumerPanels: readonly ConsumerPanel[];
};

/** `./domains/billing/web/pages.ts` is of billing. */
export const domainOf = (path: string) => path.split('/')[2] ?? '';

/** @param files by their path */
export function joinPages(files: Readonly<Record<string, PagesFile>>): JoinedPages {
  const all = Object.values(files);
  return {
    pages: Object.entries(files).flatMap(([path, { pages }]) =>
      pages.map((page) => ({ ...page, domain: domainOf(path) })),
    ),
    menu: all.flatMap(({ menu }) => menu),
    consumerPanels: all
      .flatMap(({ consumerPanels }) => consumerPanels ?? [])
      .toSorted((a, b) => a.order - b.order),
  };
}
