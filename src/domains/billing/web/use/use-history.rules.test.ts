import { expect, test } from 'vitest';
import { againstLastYear, lastTwelveMonths } from './use-history.rules.ts';

const history = [
  { period: '2025-10-01', usageLitres: 12_000 },
  { period: '2026-09-01', usageLitres: 9_000 },
  { period: '2026-10-01', usageLitres: 15_000 },
];

test('the last month is compared with the same month a year before', () => {
  expect(againstLastYear(lastTwelveMonths(history, '2026-10-01'))).toEqual({
    ...{ litres: 15_000, before: 12_000, more: 3_000 },
  });
});

test('nothing is compared if one of the two months has no bill', () => {
  expect(againstLastYear(lastTwelveMonths(history, '2026-09-01'))).toBeUndefined();
  expect(againstLastYear(lastTwelveMonths(history, '2026-11-01'))).toBeUndefined();
  expect(againstLastYear([])).toBeUndefined();
});
