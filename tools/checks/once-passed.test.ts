import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#test/temporary-folder.ts';
import { oncePassed } from './once-passed.ts';

const root = temporaryFolder();

test('a pass is taken over while no file changes; a failure never, and a changed or new file runs it again', async () => {
  let runs = 0;
  let ok = false;
  const step = async (...files: string[]) => {
    const run = async () => {
      runs += 1;
      return { ok, text: ok ? '' : 'wrong' };
    };
    return (await oncePassed('step', files, run, { root, cache: join(root, 'cache') })).ok;
  };
  writeFileSync(join(root, 'a'), '1');
  expect([await step('a'), await step('a'), runs]).toEqual([false, false, 2]);
  ok = true;
  expect([await step('a'), await step('a'), runs]).toEqual([true, true, 3]);
  ok = false;
  writeFileSync(join(root, 'b'), '1');
  expect([await step('a', 'b'), runs]).toEqual([false, 4]);
  writeFileSync(join(root, 'a'), '2');
  expect([await step('a'), runs]).toEqual([false, 5]);
  writeFileSync(join(root, 'a'), '1');
  expect([await step('a'), runs]).toEqual([true, 5]);
});
