import { expect, test } from 'vitest';
import { isBoard, queryOf } from './view.rules.ts';

test('what is not the board is the list, also a saved view of it', () => {
  expect([{}, { view: 'board' }, { view: '0190f000-0000-7000-8000-000000000000' }].map(isBoard)).toEqual([
    false,
    true,
    false,
  ]);
});

test('the other view keeps the filters that it has, and neither the page, the state nor the order of the list', () => {
  const more = {
    incomplete: 'true',
    noc: 'false',
    survey: 'NONE',
    escalation: '2',
    dmaId: 'a',
    note: 'OVER',
  };
  const filters = { search: 'x', assignee: 'me', overdue: 'true', from: '2026-11-01', ...more };
  const query = { page: '3', size: '50', sort: '-dueAt', stateId: 'PENDING', open: 'true', ...filters };
  expect(queryOf('board', query)).toEqual({ page: 1, view: 'board', ...filters });
  expect(queryOf('list', { ...query, view: 'board', column: 'PENDING' })).toEqual({ page: 1, ...filters });
});
