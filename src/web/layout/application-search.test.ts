import { expect, test } from 'vitest';
import { narrowed } from './application-search.tsx';

test('every typed word has to stand in the option, in either kind of digits', () => {
  const options = Array.from({ length: 5000 }, (_, index) => ({
    value: String(index),
    label: `Sector: ${index % 30}, Road: ${index % 300}, Plot: ${index}`,
  }));
  expect(narrowed(options, '')).toHaveLength(5000);
  expect(narrowed(options, ' plot: ৪৯৯৯ ').map(({ value }) => value)).toEqual(['4999']);
  expect(narrowed(options, 'sector 12 PLOT 4512')).toHaveLength(1);
  expect(narrowed(options, 'nowhere')).toEqual([]);
});
