/**
 * The query rules of links (spec §2): lists are opened with page=1, and filters are handed on without what is dropped.
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import type { MenuEntry, Page, PagesFile } from '#web/navigation/pages.ts';
import { carriedFilters } from '#web/session/access.ts';

type Found = { pages: Page[]; menu: MenuEntry[]; lists: Set<string> };

/** Whether a screen's module shows a list, itself or by a module of its own folder that it imports. */
function showsList(file: string, depth = 2): boolean {
  const source = readFileSync(file, 'utf8');
  if (/<ListPage\b/.test(source)) return true;
  if (depth === 0) return false;
  const imported = [...source.matchAll(/from '(\.[^']+\.tsx)'/g)].map(([, path = '']) =>
    join(dirname(file), path),
  );
  return imported.some((path) => showsList(path, depth - 1));
}

async function read(): Promise<Found> {
  const found: Found = { pages: [], menu: [], lists: new Set() };
  for (const file of globSync('src/domains/*/web/{pages,staff-pages}.ts')) {
    const { pages, menu } = (await import(pathToFileURL(resolve(file)).href)) as PagesFile;
    found.pages.push(...pages);
    found.menu.push(...menu);
    for (const { path, load } of pages) {
      // As it was written, or as the test runner turned it into an absolute one.
      const module = /['"]([^'"]+\.tsx)['"]/.exec(load.toString())?.[1];
      if (!module) continue;
      const screen = module.includes('/src/')
        ? module.slice(module.indexOf('src/'))
        : join(dirname(file), module);
      if (!path.includes('$') && showsList(screen)) found.lists.add(path);
    }
  }
  return found;
}

const { menu, lists } = await read();

test('every line of the menu that opens a list asks for page=1', () => {
  expect(lists.size).toBeGreaterThan(15);
  const lines = menu.filter(({ path }) => lists.has(path));
  expect(lines.length).toBeGreaterThan(15);
  expect(lines.filter(({ query }) => query?.page !== 1).map(({ path }) => path)).toEqual([]);
});

/** From the position of a link's path in a source, so many characters hold its query. */
const QUERY_CHARS = 160;

test('every link in a screen to a list asks for page=1', () => {
  const wrong: string[] = [];
  let looked = 0;
  for (const file of globSync('src/{domains,web}/**/*.tsx')) {
    const source = readFileSync(file, 'utf8');
    for (const match of source.matchAll(/(?:\bgo\(|\bto=|\bto: |\bpath: )["'`](\/[\w/-]+)["'`]/g)) {
      const [, path = ''] = match;
      if (!lists.has(path)) continue;
      looked += 1;
      const excerpt = source.slice(match.index, match.index + QUERY_CHARS);
      // Data of several links: their one use says it.
      const isData = match[0].startsWith('path') || match[0].startsWith('to:');
      if (!/\bpage: 1\b|\bquery=\{[A-Z]/.test(isData ? source : excerpt)) wrong.push(`${file} ${path}`);
    }
  }
  expect(looked).toBeGreaterThan(15);
  expect(wrong).toEqual([]);
});

test('filters that are handed on drop page, pid, lepk, lesk, legsipk and legsisk, and nothing else', () => {
  const dropped = { page: '3', pid: '1', lepk: 'a', lesk: 'b', legsipk: 'c', legsisk: 'd' };
  const kept = { sectorId: 's', search: 'রহিম', sort: '-name', tab: 'all' };
  expect(carriedFilters({ ...dropped, ...kept })).toEqual(kept);
});

test('screens hand on a query through the one function', () => {
  const handsOn = /(?:\bgo\(|\bto=\{?)\s*["'`]\/[^;]{0,80}\.\.\.query\b/;
  const wrong = globSync('src/{domains,web}/**/*.tsx').filter((file) => {
    const source = readFileSync(file, 'utf8');
    return source.includes('useUrlQuery') && handsOn.test(source);
  });
  expect(wrong).toEqual([]);
});
