import { expect, test } from 'vitest';
import { queryOf, viewOf } from './view.rules.ts';

test('what is neither the board nor the calendar is the list, also a saved view of it', () => {
  const shown = [
    {},
    { view: 'board' },
    { view: 'calendar' },
    { view: '0190f000-0000-7000-8000-000000000000' },
  ];
  expect(shown.map(viewOf)).toEqual(['list', 'board', 'calendar', 'list']);
});

test('another view keeps the filters that it has, and neither the page, the state nor the order of the list', () => {
  const filters = { crewId: 'c', late: 'true', from: '2026-11-01' };
  const query = { page: '3', size: '50', sort: '-dueAt', state: 'ASSIGNED', ...filters };
  expect(queryOf('board', query)).toEqual({ page: 1, view: 'board', ...filters });
  expect(queryOf('calendar', query)).toEqual({ page: 1, view: 'calendar', crewId: 'c', late: 'true' });
  expect(queryOf('list', { ...query, view: 'calendar', day: '2026-11-25' })).toEqual({ page: 1, ...filters });
});
