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

/** The function of a trigger in which this text of a migration is; undefined if it is in none. */
function triggerAround(source: string, find: string): string | undefined {
  const before = source.slice(0, source.indexOf(find));
  const [name] = [...before.matchAll(TRIGGER_FUNCTION)].map(([, found]) => found).slice(-1);
  return before.lastIndexOf('\n$$;') > before.lastIndexOf('returns trigger') ? undefined : name;
}
const TRIGGER_FUNCTION = /create (?:or replace )?function ([\w.]+)\(\) returns trigger/g;

test('a break of a trigger is in the last definition of its function: an earlier one changes nothing', async () => {
  const last = new Map<string, string>();
  for (const file of sourceFiles(/^migrations\/.*\.sql$/).toSorted())
    for (const [, name = ''] of readSource(file).matchAll(TRIGGER_FUNCTION)) last.set(name, file);
  const inTriggers = (await allBreaks()).flatMap(({ what, file, find }) => {
    const name = file.startsWith('migrations/') ? triggerAround(readSource(file), find) : undefined;
    return name ? [{ what, file, name }] : [];
  });
  expect(inTriggers.length).toBeGreaterThan(5);
  expect(inTriggers.filter(({ file, name }) => last.get(name) !== file)).toEqual([]);
});
