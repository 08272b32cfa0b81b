/** One name for one thing: what the menu calls a page, its document title says too, in both languages. */
import { expect, test } from 'vitest';
import { ROOT, sourceFiles } from '#tools/source-files.ts';
import type { MenuEntry, Page, PagesFile } from '#web/navigation/pages.ts';

const files = await Promise.all(
  sourceFiles(/^src\/domains\/[^/]+\/web\/(?:staff-)?pages\.ts$/).map(
    (file) => import(`${ROOT}/${file}`) as Promise<PagesFile & { menu?: MenuEntry[] }>,
  ),
);
const pages: readonly Page[] = files.flatMap((file) => file.pages);
const menu: readonly MenuEntry[] = files.flatMap((file) => file.menu ?? []);

/** One page below several lines of the specification's menu, or with another line for other people. */
const OTHERWISE: Record<string, string> = {
  '/payment-history': 'three lines of one group, one for each source; the page has the name of the group',
  '/noc-from-rajuk': 'planning offices decide what the utility only follows',
  '/customer/new-connections': 'a consumer’s group of one line',
};

test('the title of a page is its line in the menu', () => {
  const other = menu.filter(({ path, title }) => {
    const titles = pages.filter((page) => page.path === path).map((page) => page.title);
    return !titles.some(({ en, bn }) => en === title.en && bn === title.bn);
  });
  expect(menu.length).toBeGreaterThan(40);
  expect([...new Set(other.map(({ path }) => path))].sort()).toEqual(Object.keys(OTHERWISE).sort());
});

test('no two pages have one name', () => {
  const names = (language: 'en' | 'bn') =>
    pages
      .filter(({ path }) => !path.includes('$'))
      .map(({ title, who }) => `${title[language]} (${who.join()})`);
  for (const language of ['en', 'bn'] as const) {
    const all = names(language);
    expect(all.filter((name, index) => all.indexOf(name) !== index)).toEqual([]);
  }
});
