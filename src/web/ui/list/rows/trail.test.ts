import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { keepTrail, neighbour, type Place, placeOf, splitPath } from './trail.ts';

const stored = new Map<string, string>();
vi.stubGlobal('sessionStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => stored.set(key, value),
});
beforeEach(() => stored.clear());
afterAll(() => void vi.unstubAllGlobals());

const rows = ['a', 'b', 'c'].map((id) => ({ row: { number: 7, id }, address: `/bill/${id}` }));
const shown = {
  list: '/bill?page=2',
  entry: 'e1',
  source: { service: 'billing', path: '/invoice', query: { sort: 'number' } },
  page: 2,
  size: 3,
  total: 8,
};

test('a path of a record is its list and its id', () => {
  expect(splitPath('/bill/list/7')).toEqual({ prefix: '/bill/list/', id: '7' });
  expect(splitPath('/bill')).toBeUndefined();
});

test('a record knows its place among all rows, and its neighbours on the same page without asking', async () => {
  keepTrail(rows, shown);
  const place = placeOf('/bill/b');
  expect(place?.place).toBe(5);
  expect(await neighbour(place as Place, 1)).toBe('c');
  expect(await neighbour(place as Place, -1)).toBe('a');
  expect(placeOf('/bill/elsewhere')).toBeUndefined();
  expect(placeOf('/other/b')).toBeUndefined();
});

test('there is nothing before the first and behind the last', async () => {
  keepTrail(rows, { ...shown, page: 1, total: 3 });
  expect(await neighbour(placeOf('/bill/a') as Place, -1)).toBeUndefined();
  expect(await neighbour(placeOf('/bill/c') as Place, 1)).toBeUndefined();
});

test('rows without a page of their own leave no trail; a row among others that has none keeps its place', () => {
  keepTrail([{ row: { id: 'a' }, address: undefined }], shown);
  keepTrail([{ row: { id: 'a' }, address: '/take-payment' }], shown);
  expect(stored.size).toBe(0);
  keepTrail([{ row: { meterId: null, id: 'x' }, address: '/bill' }, ...rows], shown);
  expect(placeOf('/bill/a')?.place).toBe(5);
});
