import { expect, test } from 'vitest';
import { hashedPackages, unhashed } from './lockfile.ts';

const integrity = `sha512-${'A'.repeat(86)}==`;
const parent = { 'node_modules/@biomejs/biome': { version: '2.0.0', integrity } };
const problems = (packages: Parameters<typeof unhashed>[0]['packages']) =>
  unhashed({ packages: { '': {}, ...parent, ...packages } });

test('a package without a hash, or with a weak one, is named', () => {
  expect(problems({ 'node_modules/zod': { version: '4.0.0', integrity } })).toEqual([]);
  expect(problems({ 'node_modules/zod': { version: '4.0.0' } })).toHaveLength(1);
  expect(problems({ 'node_modules/zod': { version: '4.0.0', integrity: 'sha1-AAAA' } })).toHaveLength(1);
  expect(problems({ 'node_modules/zod': { version: '4.0.0', optional: true } })).toHaveLength(1);
});

test('only optional builds for other machines, of the version of their package, may be without', () => {
  const build = { version: '2.0.0', optional: true };
  expect(problems({ 'node_modules/@biomejs/cli-darwin-arm64': build })).toEqual([]);
  expect(problems({ 'node_modules/@biomejs/cli-linux-x64': build })).toHaveLength(1);
  expect(problems({ 'node_modules/@biomejs/cli-darwin-arm64': { version: '2.0.0' } })).toHaveLength(1);
  expect(problems({ 'node_modules/@biomejs/cli-darwin-arm64': { ...build, version: '2.0.1' } })).toHaveLength(
    1,
  );
});

test('the lockfile of the project keeps to it', () => {
  const { problems: found, packages, foreign } = hashedPackages();
  expect(found).toEqual([]);
  expect(packages).toBeGreaterThan(500);
  expect(foreign).toBeLessThan(40);
});
