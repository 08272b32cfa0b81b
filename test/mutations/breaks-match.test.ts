/** A break whose line was changed, or whose test was renamed, is seen at once and not in the weekly run of all breaks. */
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT, readSource, sourceFiles } from '#tools/source-files.ts';
import type { Break } from './break.ts';

const LISTS = join(import.meta.dirname, 'breaks');

async function allBreaks(): Promise<Break[]> {
  const files = globSync('*.ts', { cwd: LISTS });
  const lists = await Promise.all(files.map((file) => import(join(LISTS, file))));
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

/** The function in which this text of a migration is; undefined if it is in none. */
function functionAround(source: string, find: string): string | undefined {
  const before = source.slice(0, source.indexOf(find));
  const last = [...before.matchAll(FUNCTION)].at(-1);
  const isOver =
    before.lastIndexOf('\n$$;') > (last?.index ?? -1) || before.lastIndexOf('\n$$ ') > (last?.index ?? -1);
  return isOver ? undefined : last?.[1];
}
/** Called by the migrations between its two definitions. */
const CALLED_ON_THE_WAY = ['platform.limit_to_consumer'];
const FUNCTION = /create (?:or replace )?function ([\w.]+)\(/g;

test('a break of a function is in its last definition: an earlier one changes nothing', async () => {
  const last = new Map<string, string>();
  for (const file of sourceFiles(/^migrations\/.*\.sql$/).toSorted())
    for (const [, name = ''] of readSource(file).matchAll(FUNCTION)) last.set(name, file);
  const inFunctions = (await allBreaks()).flatMap(({ what, file, find }) => {
    const name = file.startsWith('migrations/') ? functionAround(readSource(file), find) : undefined;
    return name ? [{ what, file, name }] : [];
  });
  expect(inFunctions.length).toBeGreaterThan(20);
  expect(
    inFunctions.filter(({ file, name }) => last.get(name) !== file && !CALLED_ON_THE_WAY.includes(name)),
  ).toEqual([]);
});
