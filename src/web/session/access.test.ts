import { describe, expect, test } from 'vitest';
import { markedLine, menuTree } from '../navigation/menu.ts';
import type { MenuEntry, Page } from '../navigation/pages.ts';
import { countOf } from '../state/counters.ts';
import { carriedFilters, mayOpen, type Visitor, visibleMenu } from './access.ts';

const title = { en: 'x', bn: 'x' };
const entry = (path: string, more: Partial<MenuEntry> = {}): MenuEntry => ({
  group: 'settings',
  order: 10,
  title,
  path,
  who: ['admin', 'staff'],
  ...more,
});
const page = (path: string, more: Partial<Page> = {}): Page => ({
  path,
  title,
  area: 'settings',
  who: ['admin', 'staff'],
  load: async () => () => null,
  ...more,
});
const menu = [
  entry('/sector', { match: 'sectors:view', order: 20 }),
  entry('/user/user-list', { isAdmin: true }),
  entry('/pm-panel', { who: ['planning'], group: 'planning' }),
];
const staff = (...words: string[]): Visitor => ({ who: 'staff', words: new Set(words) });
const admin: Visitor = { who: 'admin', words: new Set() };

describe('menu', () => {
  test('an admin sees the full menu in its order', () => {
    expect(visibleMenu(menu, admin).map((entry) => entry.path)).toEqual(['/user/user-list', '/sector']);
  });
  test('other staff see no admin items and only what their words allow', () => {
    expect(visibleMenu(menu, staff('sectors:view')).map((entry) => entry.path)).toEqual(['/sector']);
    expect(visibleMenu(menu, staff())).toEqual([]);
  });
  test('a line of some roles of the planning authority is not that of the others', () => {
    const queues = [
      entry('/noc-from-rajuk', { who: ['planning'], roles: ['rajukSAE', 'rajukAE'] }),
      entry('/pm-panel', { who: ['planning'], roles: ['rajukPM'] }),
    ];
    const seenBy = (role?: string) =>
      visibleMenu(queues, { who: 'planning', words: new Set(), ...(role ? { role } : {}) }).map(
        ({ path }) => path,
      );
    expect([seenBy('rajukAE'), seenBy('rajukPM'), seenBy('rajukPD'), seenBy()]).toEqual([
      ...[['/noc-from-rajuk'], ['/pm-panel'], [], []],
    ]);
  });
  test('groups are in their order, empty ones are left out', () => {
    const tree = menuTree([entry('/sector'), entry('/pm-panel', { group: 'planning' })]);
    expect(tree.map((branch) => branch.group.id)).toEqual(['planning', 'settings']);
  });
  test('a badge is the sum of its keys (spec: work order process)', () => {
    const counters = {
      work_order: { accepted: 2, re__open: 1, in__progress: 3, assigned: 4 },
      quick: { item_count: 7 },
    };
    expect(
      countOf(counters, [
        'work_order.accepted',
        'work_order.re__open',
        'work_order.in__progress',
        'work_order.assigned',
      ]),
    ).toBe(10);
    expect(countOf(counters, ['quick.item_count'])).toBe(7);
    expect(countOf(counters, ['invoice_count.item_count', 'quick'])).toBe(0);
  });
});

describe('the marked line', () => {
  const [sectors, roads] = [entry('/sector'), entry('/road')];
  const [mine, all] = [entry('/jobs', { query: { status: 'mine', page: 1 } }), entry('/jobs')];
  const lines = [sectors, roads, mine, all];
  const at = (path: string, more: Parameters<typeof markedLine>[2] = {}, query = {}) =>
    markedLine(lines, { path, query }, more);

  test('is that of path and query, for any page of the list', () => {
    expect([at('/road'), at('/jobs', {}, { status: 'mine', page: '3' })]).toEqual([roads, mine]);
    expect(at('/jobs', {}, { status: 'other' })).toBe(all);
  });
  test('is that of the list on the page of a record, or the one that the page names', () => {
    expect(at('/sector/0190')).toBe(sectors);
    expect(at('/dma', { under: '/sector' })).toBe(sectors);
    expect(at('/jobs/0190', { before: mine })).toBe(mine);
  });
  test('stays if a page has none, and is none if it went with a right', () => {
    expect(at('/bills/0190', { before: roads })).toBe(roads);
    expect(at('/bills/0190', { before: entry('/bills') })).toBeUndefined();
    expect(at('/sectors')).toBeUndefined();
  });
});

describe('opening a page', () => {
  test('staff outside the allowed menu may not, exempt pages excepted (spec §6)', () => {
    expect(mayOpen(page('/sector'), menu, staff('sectors:view'))).toBe(true);
    expect(mayOpen(page('/sector'), menu, staff())).toBe(false);
    expect(mayOpen(page('/sector', { exempt: true }), menu, staff())).toBe(true);
    expect(mayOpen(page('/configuration/vat', { who: ['admin'], exempt: true }), menu, staff())).toBe(true);
    expect(mayOpen(page('/sector/$id', { permission: 'sectors:edit' }), menu, staff('sectors:edit'))).toBe(
      true,
    );
  });
  test('a consumer or planner opens only what names them', () => {
    expect(mayOpen(page('/sector'), menu, { who: 'consumer', words: new Set(['sectors:view']) })).toBe(false);
    expect(mayOpen(page('/sector', { exempt: true }), menu, { who: 'planning', words: new Set() })).toBe(
      false,
    );
    expect(
      mayOpen(page('/pm-panel', { who: ['planning'] }), menu, { who: 'planning', words: new Set() }),
    ).toBe(true);
  });
});

test('filters that are handed on lose the page and the list keys (spec §2)', () => {
  const query = { page: '3', pid: '1', lepk: 'a', lesk: 'b', legsipk: 'c', legsisk: 'd', status: 'unpaid' };
  expect(carriedFilters(query)).toEqual({ status: 'unpaid' });
});
