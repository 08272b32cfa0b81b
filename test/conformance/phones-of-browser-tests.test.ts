/** Browser tests that come to one worker share its town: a phone of one file is in no other, or the order of files decides. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT, sourceFiles } from '#tools/source-files.ts';

const PHONE = /\b(?:880|0)?(1[3-9]\d{8})\b/g;

test('no two files of browser tests use the same phone', () => {
  const files = new Map<string, Set<string>>();
  for (const file of sourceFiles(/^test\/e2e\/.*\.e2e\.ts$/))
    for (const [, phone = ''] of readFileSync(join(ROOT, file), 'utf8').matchAll(PHONE))
      files.set(phone, (files.get(phone) ?? new Set()).add(file));
  expect(files.size).toBeGreaterThan(10);
  expect([...files].filter(([, of]) => of.size > 1).map(([phone, of]) => [phone, ...of])).toEqual([]);
});
