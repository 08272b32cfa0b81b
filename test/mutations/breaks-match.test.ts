/** A break whose line was changed, or whose test was renamed, is seen at once and not in the weekly run of all breaks. */
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT, readSource } from '#tools/source-files.ts';
import type { Break } from './break.ts';

const RUNNERS = /(mutate|run-breaks|\.config|\.test)\.ts$/;

async function allBreaks(): Promise<Break[]> {
  const files = globSync('*.ts', { cwd: import.meta.dirname }).filter((file) => !RUNNERS.test(file));
  const lists = await Promise.all(files.map((file) => import(join(import.meta.dirname, file))));
  return lists.flatMap((list) => Object.values(list).filter(Array.isArray).flat());
}

test('every break is exactly once in its file, and its test is there', async () => {
  const breaks = await allBreaks();
  expect(breaks.length).toBeGreaterThan(50);
  const wrong = breaks.filter(
    ({ file, find, caughtBy }) =>
      !existsSync(join(ROOT, caughtBy)) ||
      !existsSync(join(ROOT, file)) ||
      readSource(file).split(find).length !== 2,
  );
  expect(wrong.map(({ what, file, caughtBy }) => `${what}: ${file}, ${caughtBy}`)).toEqual([]);
});
