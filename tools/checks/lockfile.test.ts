import { expect, test } from 'vitest';
import { hashedPackages, unhashed } from './lockfile.ts';

const integrity = `sha512-${'A'.repeat(86)}==`;

test('a package without a hash, or with a weak one, is named, also a build for another machine', () => {
  const problems = (locked: { integrity?: string; optional?: boolean; link?: boolean }) =>
    unhashed({ packages: { '': {}, 'node_modules/zod': { version: '4.0.0', ...locked } } });
  expect([problems({ integrity }), problems({ link: true })]).toEqual([[], []]);
  expect(problems({})).toHaveLength(1);
  expect(problems({ integrity: 'sha1-AAAA' })).toHaveLength(1);
  expect(problems({ optional: true })).toHaveLength(1);
});

test('the lockfile of the project keeps to it', () => {
  const { problems, packages } = hashedPackages();
  expect(problems).toEqual([]);
  expect(packages).toBeGreaterThan(500);
});
