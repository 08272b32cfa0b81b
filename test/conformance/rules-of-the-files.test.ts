/** The rules of ARCHITECTURE.md that are about files: `npm run check` runs the same functions. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fileSizes } from '#tools/checks/file-sizes.ts';
import { importCycles } from '#tools/checks/import-cycles.ts';
import { domainOrder, wrongImports } from '#tools/checks/import-directions.ts';
import { heavyRulesTests } from '#tools/checks/rules-tests.ts';
import { foreignWrites } from '#tools/checks/table-owners.ts';
import { sourceFiles } from '#tools/source-files.ts';

test('imports go only the allowed way, and every module was read', () => {
  const { problems, files, imports } = wrongImports();
  expect(problems).toEqual([]);
  expect(files).toBe(sourceFiles(/^src\/.*\.tsx?$/).length);
  expect(imports).toBeGreaterThan(files);
});

test('no files load each other in a circle', () => {
  const { problems, files } = importCycles();
  expect(problems).toEqual([]);
  expect(files).toBeGreaterThan(1000);
});

test('every domain folder has its line in src/services.ts', () => {
  const folders = new Set(sourceFiles(/^src\/domains\//).map((file) => file.split('/')[2]));
  expect([...folders].filter((folder) => !domainOrder().includes(String(folder)))).toEqual([]);
});

test('every table is written by its owner only', () => {
  const { problems, writes } = foreignWrites();
  expect(problems).toEqual([]);
  expect(writes).toBeGreaterThan(50);
});

test('files are short', () => {
  expect(fileSizes().problems).toEqual([]);
});

test('a test of rules loads its rules and little else', () => {
  const { problems, tests } = heavyRulesTests();
  expect(problems).toEqual([]);
  expect(tests).toBeGreaterThan(8);
});

test('a test puts back what it put in the place of something global: the next file of its process has it too', () => {
  const PUT_BACK = {
    stubGlobal: 'unstubAllGlobals()',
    useFakeTimers: 'useRealTimers()',
    registerHooks: '.deregister()',
  };
  const tests = sourceFiles(/\.test\.ts$/).map((file) => ({ file, text: readFileSync(file, 'utf8') }));
  expect(tests.length).toBeGreaterThan(500);
  expect(
    Object.entries(PUT_BACK).flatMap(([put, back]) =>
      tests
        .filter(({ text }) => text.includes(`${put}(`) && !text.includes(back))
        .map(({ file }) => `${file}: ${put}`),
    ),
  ).toEqual([]);
});

test('every domain says in a README what it is', () => {
  const readmes = new Set(sourceFiles(/^src\/domains\/[^/]+\/README\.md$/).map((file) => file.split('/')[2]));
  const domains = new Set(sourceFiles(/^src\/domains\/.*\.ts$/).map((file) => file.split('/')[2]));
  expect([...domains].filter((domain) => !readmes.has(domain))).toEqual([]);
});

test('every package of the lockfile that Linux on x64 installs has its integrity', () => {
  type Locked = { integrity?: string; link?: boolean; os?: string[]; cpu?: string[]; libc?: string[] };
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, Locked>;
  };
  const fits = (allowed: string[] | undefined, own: string) =>
    !allowed || allowed.includes(own) || allowed.some((not) => not.startsWith('!') && not !== `!${own}`);
  const installed = Object.entries(packages).filter(
    ([path, { os, cpu, libc }]) =>
      path !== '' && fits(os, 'linux') && fits(cpu, 'x64') && fits(libc, 'glibc'),
  );
  expect(installed.length).toBeGreaterThan(500);
  expect(installed.filter(([, { integrity }]) => !integrity).map(([path]) => path)).toEqual([]);
});
