import { expect, test } from 'vitest';
import { playwrightCounts, runStep, vitestCounts } from './run-step.ts';

test('a coloured summary is counted as well', async () => {
  const printed =
    '\u001b[2m      Tests \u001b[22m \u001b[1m\u001b[31m2 failed\u001b[39m | \u001b[32m714 passed\u001b[39m | 3 skipped (719)\n';
  const { ok, text } = await runStep(['-e', `process.stdout.write(${JSON.stringify(printed)})`]);
  expect(ok).toBe(true);
  expect(vitestCounts(text)).toEqual({ passed: 714, failed: 2, skipped: 3 });
});

test('the closing lines of the browser tests are counted', () => {
  const text = 'Running 23 tests\n\n  1 failed\n    road.e2e.ts\n  2 skipped\n  20 passed (5.8m)\n';
  expect(playwrightCounts(text)).toEqual({ passed: 20, failed: 1, skipped: 2 });
});
