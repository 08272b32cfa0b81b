import { expect, test } from 'vitest';
import { heavyRulesTests, MAX_FILES } from './rules-tests.ts';

const check = (graph: Record<string, string[]>) =>
  heavyRulesTests((file) => graph[file] ?? [], ['a.rules.test.ts']).problems;

test('rules that know only rules are light; a database behind another file and too many files are not', () => {
  expect(check({ 'a.rules.test.ts': ['a.rules.ts'], 'a.rules.ts': ['b.rules.ts'] })).toEqual([]);
  expect(check({ 'a.rules.test.ts': ['a.rules.ts'], 'a.rules.ts': ['src/platform/database/db.ts'] })).toEqual(
    ['a.rules.test.ts loads src/platform/database/db.ts: rename it, or test the rules alone'],
  );
  expect(check({ 'a.rules.test.ts': ['test/app.ts'] })).toHaveLength(1);
  const many = Array.from({ length: MAX_FILES }, (_, index) => `${index}.rules.ts`);
  expect(check({ 'a.rules.test.ts': many })[0]).toContain(`loads ${MAX_FILES + 1} files`);
});
