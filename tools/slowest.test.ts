import { join } from 'node:path';
import { expect, test } from 'vitest';
import { browserTests, slowest, slowestOf, vitestFiles } from './slowest.ts';
import { ROOT } from './source-files.ts';

test('files by their time, the slowest first, ten at most', () => {
  const testResults = Array.from({ length: 12 }, (_, index) => ({
    name: join(ROOT, `src/${index}.test.ts`),
    startTime: 1000,
    endTime: 1000 + index * 500,
  }));
  const lines = slowest(vitestFiles({ testResults }));
  expect(lines).toHaveLength(10);
  expect(lines[0]).toBe('    5.5 s  src/11.test.ts');
});

test('browser tests are found in suites of suites, and all tries count', () => {
  const spec = (title: string, ...durations: number[]) => ({
    title,
    tests: [{ results: durations.map((duration) => ({ duration })) }],
  });
  const inner = { file: 'a.e2e.ts', specs: [spec('in a group', 3000, 4000)] };
  const suites = [{ file: 'a.e2e.ts', specs: [spec('alone', 1500)], suites: [inner] }];
  expect(slowest(browserTests({ suites }))).toEqual([
    '    7.0 s  a.e2e.ts › in a group',
    '    1.5 s  a.e2e.ts › alone',
  ]);
});

test('no report, no lines', () => {
  expect(slowestOf(join(ROOT, 'no-such-report.json'), vitestFiles)).toEqual([]);
});
