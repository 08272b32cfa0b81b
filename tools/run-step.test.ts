import { expect, test } from 'vitest';
import { playwrightCounts, vitestCounts } from './run-step.ts';

test('the last summary of Vitest is counted, in colour too', () => {
  const printed = [
    ' Tests  9 failed (9)',
    '\u001b[2m      Tests \u001b[22m \u001b[1m\u001b[31m2 failed\u001b[39m | \u001b[32m714 passed\u001b[39m | 3 skipped (719)',
    '   Duration  154.00s',
  ];
  expect(vitestCounts(printed.join('\n'))).toEqual({ passed: 714, failed: 2, skipped: 3 });
  expect(vitestCounts('it died')).toEqual({ passed: 0, failed: 0, skipped: 0 });
});

test('the closing lines of the browser tests are counted', () => {
  const text = 'Running 23 tests\n\n  1 failed\n    road.e2e.ts\n  2 skipped\n  20 passed (5.8m)\n';
  expect(playwrightCounts(text)).toEqual({ passed: 20, failed: 1, skipped: 2 });
});
