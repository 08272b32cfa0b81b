import { expect, test } from 'vitest';
import { byYear } from './by-year.rules.ts';

const bill = (period: string, number = '1') => ({ period, number });

test('one heading a year, the newest first, and within it the newest month first', () => {
  const bills = [bill('2026-02-01'), bill('2025-12-01'), bill('2026-03-01'), bill('2024-01-01')];
  expect(byYear(bills)).toEqual([
    { year: '2026', bills: [bill('2026-03-01'), bill('2026-02-01')] },
    { year: '2025', bills: [bill('2025-12-01')] },
    { year: '2024', bills: [bill('2024-01-01')] },
  ]);
});

test('a supplementary bill is in the year of its month, whenever it was issued', () => {
  const bills = [
    bill('2026-03-01', '5000000128'),
    bill('2025-11-01', '5000000111'),
    bill('2026-02-01', '5000000104'),
    bill('2025-11-01', '5000000074'),
  ];
  expect(byYear(bills).map(({ year, bills: found }) => [year, found.map(({ number }) => number)])).toEqual([
    ['2026', ['5000000128', '5000000104']],
    ['2025', ['5000000111', '5000000074']],
  ]);
});
