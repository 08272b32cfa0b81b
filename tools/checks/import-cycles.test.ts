import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#test/temporary-folder.ts';
import { importsOf, loadedBy, ROOT } from '../source-files.ts';
import { importCycles } from './import-cycles.ts';

const folder = temporaryFolder();

const circles = (graph: Record<string, string[]>) =>
  importCycles((file) => graph[file] ?? [], Object.keys(graph)).problems;

test('a circle is refused and named, however long and from any file in it; a file that two import is none', () => {
  expect(circles({ a: ['b', 'c'], b: ['d'], c: ['d'], d: [] })).toEqual([]);
  expect(circles({ a: ['b'], b: ['c'], c: ['b'] })).toEqual(['a circle of imports: b → c → b']);
  expect(circles({ a: ['a'] })).toEqual(['a circle of imports: a → a']);
  expect(circles({ a: ['b'], b: ['a'], c: ['d'], d: ['e'], e: ['c'] })).toHaveLength(2);
});

test('imports count in every form; types and import() are not loaded before the file runs', () => {
  mkdirSync(join(folder, 'deep'));
  const file = join(folder, 'file.ts');
  const lines = [
    `import { a } from './a.ts';`,
    `import {\n  b,\n  type B,\n} from './deep/b.ts';`,
    `import * as c from './c.ts';`,
    `import './d.ts';`,
    `export { e } from './e.ts';`,
    `export * from './f.ts';`,
    `import type { No } from './type-only.ts';`,
    `export type { No2 } from './type-only.ts';`,
    `const later = () => import('./later.ts');`,
    `import { sql } from 'kysely';`,
  ];
  writeFileSync(file, lines.join('\n'));
  const here = relative(ROOT, folder);
  const values = ['a.ts', 'deep/b.ts', 'c.ts', 'd.ts', 'e.ts', 'f.ts'];
  const found = (by: typeof loadedBy) => by(relative(ROOT, file)).map((target) => relative(here, target));
  expect(found(loadedBy)).toEqual(values);
  expect(found(importsOf)).toEqual([...values, 'type-only.ts', 'type-only.ts', 'later.ts']);
});
