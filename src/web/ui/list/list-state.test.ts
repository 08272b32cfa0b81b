import { describe, expect, test } from 'vitest';
import { changedQuery, listQuery, narrowedBy, nextSort, readListState } from './list-state.ts';
import { pagesShown } from './pages-shown.ts';

describe('reading the address', () => {
  test('page, size, sort, search and the known filters', () => {
    const query = { page: '3', size: '50', sort: '-number', search: 'মিরপুর', status: 'active', other: 'x' };
    expect(readListState(query, ['status'])).toEqual({
      page: 3,
      size: 50,
      sort: '-number',
      search: 'মিরপুর',
      filters: { status: 'active' },
    });
  });
  test('nonsense falls back instead of failing', () => {
    const state = readListState({ page: '-1', size: '9999', sort: '' }, [], 10);
    expect(state).toEqual({ page: 1, size: 10, sort: undefined, search: '', filters: {} });
    expect(readListState({ page: '1.5' }, []).page).toBe(1);
  });
});

describe('changing it', () => {
  test('a filter goes back to page 1, which stays written out', () => {
    expect(changedQuery({ page: '4', status: 'a' }, { status: 'b' })).toEqual({ page: '1', status: 'b' });
    expect(changedQuery({ page: '4', status: 'a' }, { status: undefined })).toEqual({ page: '1' });
  });
  test('turning the page keeps the rest, foreign parameters too', () => {
    expect(changedQuery({ page: '4', source: 'INVOICE' }, { page: 5 })).toEqual({
      page: '5',
      source: 'INVOICE',
    });
  });
  test('a column sorts up, then down', () => {
    expect(nextSort(undefined, 'name')).toBe('name');
    expect(nextSort('name', 'name')).toBe('-name');
    expect(nextSort('-name', 'name')).toBe('name');
  });
});

test('the endpoint is asked with limit and the page as offset; fixed values win over the address', () => {
  const state = readListState({ page: '2', state: 'paid' }, ['state']);
  expect(listQuery(state, { state: 'due' })).toEqual({ state: 'due', limit: 20, offset: 2 });
});

test('an empty list is narrowed by search and filters, or by its tab alone, and by nothing else', () => {
  const by = (query: Record<string, string>, tab?: string) =>
    narrowedBy(readListState(query, ['sector', 'state']), ['sector'], tab);
  expect(by({ state: 'REFUSED' }, 'state')).toBe('tab');
  expect(by({ state: 'REFUSED', sector: '5' }, 'state')).toBe('filters');
  expect(by({ search: 'x' }, 'state')).toBe('filters');
  expect(by({ sector: '5' })).toBe('filters');
  expect(by({ page: '1', sort: 'number' }, 'state')).toBeUndefined();
  // Without a tab for all rows the page says itself what its tabs are empty of.
  expect(by({ state: 'REFUSED' })).toBeUndefined();
});

test('the pager shows the ends and the neighbours', () => {
  expect(pagesShown(1, 1)).toEqual([1]);
  expect(pagesShown(1, 22)).toEqual([1, 2, null, 22]);
  expect(pagesShown(3, 22)).toEqual([1, 2, 3, 4, null, 22]);
  expect(pagesShown(4, 22)).toEqual([1, 2, 3, 4, 5, null, 22]);
  expect(pagesShown(22, 22)).toEqual([1, null, 21, 22]);
});
