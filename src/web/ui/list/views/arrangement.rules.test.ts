import { describe, expect, test } from 'vitest';
import {
  type Arrangement,
  AS_IT_COMES,
  arranged,
  fileFields,
  isBare,
  isChanged,
  moved,
  ordered,
  type SavedView,
  viewAddress,
  viewQuery,
} from './arrangement.rules.ts';

const columns = ['number', 'name', 'phone', 'due'].map((key) => ({ key }));
const keys = (list: readonly { key: string }[]) => list.map(({ key }) => key);

describe('columns', () => {
  test('are in the chosen order; the first stays the first, newer ones come last, deleted ones are forgotten', () => {
    const layout = { order: ['due', 'gone', 'number', 'name'], hidden: [] };
    expect(keys(ordered(columns, layout))).toEqual(['number', 'due', 'name', 'phone']);
    expect(keys(arranged(columns, AS_IT_COMES))).toEqual(keys(columns));
    expect(arranged([], layout)).toEqual([]);
  });
  test('are hidden, but never the first', () => {
    const layout = { order: [], hidden: ['number', 'phone', 'gone'] };
    expect(keys(arranged(columns, layout))).toEqual(['number', 'name', 'due']);
  });
  test('that start hidden are shown to who asked for them, or arranged the list when it showed them', () => {
    const some = [{ key: 'number' }, { key: 'name' }, { key: 'email', startsHidden: true }];
    expect(keys(arranged(some, AS_IT_COMES))).toEqual(['number', 'name']);
    expect(keys(arranged(some, { order: ['number', 'name'], hidden: [] }))).toEqual(['number', 'name']);
    const all = ['number', 'name', 'email'];
    expect(keys(arranged(some, { order: all, hidden: [] }))).toEqual(all);
    expect(keys(arranged(some, { order: all, hidden: ['email'] }))).toEqual(['number', 'name']);
  });
  test('move by places, never before the first or past the last', () => {
    expect(moved(columns, 'due', 1)).toEqual(['number', 'due', 'name', 'phone']);
    expect(moved(columns, 'name', 0)).toEqual(['number', 'name', 'phone', 'due']);
    expect(moved(columns, 'name', 9)).toEqual(['number', 'phone', 'due', 'name']);
    expect(moved(columns, 'number', 2)).toEqual(keys(columns));
  });
});

const view: SavedView = {
  id: 'v1',
  list: '/sector',
  name: 'Mine',
  audience: 'own',
  roleCode: null,
  ownerName: 'Karim',
  isOwn: true,
  mayEdit: true,
  isPinned: false,
  query: { status: 'active', sort: '-name' },
  order: [],
  hidden: ['phone'],
  density: 'compact',
  version: 1,
};
const asSaved: Arrangement = { order: [], hidden: ['phone'], density: 'compact' };

describe('a view', () => {
  test('keeps the state of the address without the page and what links drop', () => {
    const query = { page: '4', pid: '1', view: 'v2', id: 'x', status: 'active', search: 'রহিম' };
    expect(viewQuery(query)).toEqual({ status: 'active', search: 'রহিম' });
    expect(viewAddress(view)).toEqual({ page: 1, status: 'active', sort: '-name', view: 'v1' });
  });
  test('is changed by another filter, column, order or height, and by nothing else', () => {
    const now = { page: '3', view: 'v1', sort: '-name', status: 'active' };
    const isNow = (query: Record<string, string>, arrangement = asSaved) =>
      isChanged(view, query, arrangement, columns);
    expect(isNow(now)).toBe(false);
    expect(isNow({ ...now, search: 'x' })).toBe(true);
    expect(isNow({ ...now, status: '' })).toBe(true);
    expect(isNow(now, { ...asSaved, hidden: [] })).toBe(true);
    expect(isNow(now, { ...asSaved, hidden: ['phone', 'gone'] })).toBe(false);
    expect(isNow(now, { ...asSaved, order: ['number', 'due', 'name'] })).toBe(true);
    expect(isNow(now, { ...asSaved, order: ['number', 'name', 'due'] })).toBe(false);
    expect(isNow(now, { ...asSaved, density: 'normal' })).toBe(true);
  });
});

test.each([
  ['PDF', AS_IT_COMES, ['number', 'name']],
  ['PDF', asSaved, ['number', 'name']],
  ['CSV', AS_IT_COMES, undefined],
  ['XLSX', AS_IT_COMES, undefined],
  ['CSV', asSaved, ['number', 'name']],
])('%s of a list as %j has the fields %j', (format, layout, fields) => {
  expect(fileFields(format, ['number', 'name'], layout)).toEqual(fields);
});

test('a list opens in its default view only if a link asks for nothing but the first page', () => {
  expect(isBare({})).toBe(true);
  expect(isBare({ page: '1' })).toBe(true);
  for (const query of [{ page: '2' }, { page: '1', status: 'a' }, { view: 'all' }])
    expect(isBare(query)).toBe(false);
});
