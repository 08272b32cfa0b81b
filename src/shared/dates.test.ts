import { expect, test } from 'vitest';
import { addDays, addMonths, dayOf, daysBetween, firstOfMonth } from './dates.ts';

test.each([
  // 18:00 UTC is midnight in Dhaka (G17).
  ['2026-02-28T17:59:59Z', '2026-02-28'],
  ['2026-02-28T18:00:00Z', '2026-03-01'],
  ['2028-02-28T18:00:00Z', '2028-02-29'],
  ['2026-12-31T18:30:00Z', '2027-01-01'],
])('the business day of %s in Dhaka is %s', (instant, day) => {
  expect(dayOf(new Date(instant), 'Asia/Dhaka')).toBe(day);
});

test('months are cut to their length, days cross years', () => {
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
  expect(addMonths('2028-03-31', -1)).toBe('2028-02-29');
  expect(addMonths('2026-11-15', -24)).toBe('2024-11-15');
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(daysBetween('2028-02-28', '2028-03-01')).toBe(2);
  expect(firstOfMonth('2026-11-21')).toBe('2026-11-01');
});
