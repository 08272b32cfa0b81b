import { expect, test } from 'vitest';
import { narrowed } from './application-search.rules.ts';

test('every typed word has to be in the option, in either kind of digits', () => {
  const options = Array.from({ length: 5000 }, (_, index) => ({
    value: String(index),
    label: `Sector: ${index % 30}, Road: ${index % 300}, Plot: ${index}`,
  }));
  const started = performance.now();
  expect(narrowed(options, '')).toHaveLength(5000);
  const opened_ms = performance.now() - started;
  // biome-ignore lint/suspicious/noConsole: the measure is to be seen
  console.log(`5,000 applications: open ${opened_ms.toFixed(2)} ms`);
  expect(opened_ms).toBeLessThan(50);
  expect(narrowed(options, ' plot: ৪৯৯৯ ').map(({ value }) => value)).toEqual(['4999']);
  expect(narrowed(options, 'sector 12 PLOT 4512')).toHaveLength(1);
  expect(narrowed(options, 'nowhere')).toEqual([]);
});
