import { expect, test } from 'vitest';
import { dayIn, stepTo, weekdayOf, weekOf } from './calendar.rules.ts';

test('a week begins on Sunday, also over the end of a month and of a year', () => {
  const bounds = (day: string) => [weekOf(day)[0], weekOf(day).at(-1), weekOf(day).length];
  expect(bounds('2026-11-25')).toEqual(['2026-11-22', '2026-11-28', 7]);
  expect(bounds('2026-11-22')).toEqual(['2026-11-22', '2026-11-28', 7]);
  expect(bounds('2026-11-28')).toEqual(['2026-11-22', '2026-11-28', 7]);
  expect(bounds('2027-01-01')).toEqual(['2026-12-27', '2027-01-02', 7]);
  expect(weekOf('2026-11-25').map(weekdayOf)).toEqual(['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']);
});

test('the address names a day, or it is today', () => {
  const shown = ['2026-12-01', undefined, '', 'tomorrow', '2026-02-30', '2026-13-01', '2026-1-1'];
  expect(shown.map((text) => dayIn(text, '2026-11-25'))).toEqual([
    '2026-12-01',
    ...Array(6).fill('2026-11-25'),
  ]);
});

test('a desk goes on by a week, a phone by a day', () => {
  expect([stepTo('2026-11-25', 1, false), stepTo('2026-11-25', -1, true)]).toEqual([
    '2026-12-02',
    '2026-11-24',
  ]);
});
