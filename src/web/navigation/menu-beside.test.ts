/** The menu beside the configuration pages says of each of them which one is shown. */
import { expect, test } from 'vitest';
import { ROOT, sourceFiles } from '#tools/source-files.ts';
import { visibleMenu } from '../session/access.ts';
import { besideMenu } from './menu-beside.ts';
import type { PagesFile } from './pages.ts';

const files = await Promise.all(
  sourceFiles(/^src\/domains\/[^/]+\/web\/(?:staff-)?pages\.ts$/).map(
    (file) => import(`${ROOT}/${file}`) as Promise<PagesFile>,
  ),
);
const menu = visibleMenu(
  files.flatMap((file) => file.menu),
  { who: 'admin', words: new Set() },
);
const pages = files
  .flatMap((file) => file.pages)
  .filter(({ path }) => path.startsWith('/configuration/') && !path.includes('$'));

const SPECIFIED = [
  ...['/configuration/website', '/configuration/vat', '/configuration/billing'],
  ...['/configuration/email', '/configuration/sms', '/configuration/wallet'],
];

/** The lines' paths, and what is marked. */
const shown = (path: string, page = pages.find((each) => each.path === path)) => {
  const lines = besideMenu(menu, path, page)?.lines ?? [];
  return [
    lines.map((line) => line.path),
    lines.flatMap((line) => (line.current ? [[line.title.en, line.current]] : [])),
  ];
};

test('a specified page is marked, and no line is added', () => {
  expect(shown('/configuration/vat')).toEqual([SPECIFIED, [['Vat Configuration', 'page']]]);
  expect(shown('/configuration/billing/rules')).toEqual([SPECIFIED, [['Billing', 'true']]]);
});

test.each([
  ['/configuration/leaks', 'Rules of leaks'],
  ['/configuration/empty-houses', 'Rules of empty houses'],
  ['/configuration/payment-plans', 'Rules of payment plans'],
])('%s has no specified line: it has its own as long as it is open', (path, title) => {
  expect(shown(path)).toEqual([[...SPECIFIED, path], [[title, 'page']]]);
});

test('each configuration page has exactly one line that is marked', () => {
  const marked = pages.map(({ path }) => [path, shown(path)[1]?.length]);
  expect(marked).toEqual(pages.map(({ path }) => [path, 1]));
  expect(pages.length).toBeGreaterThan(SPECIFIED.length);
});

test('the page of a record is not named after its path', () => {
  const record = { path: '/configuration/tanks/$id', title: { en: 'Tank', bn: 'ট্যাংক' } };
  expect(besideMenu(menu, '/configuration/tanks/7', record)?.lines.map(({ path }) => path)).toEqual(
    SPECIFIED,
  );
  expect(besideMenu([], '/configuration/leaks', undefined)).toBeUndefined();
});
