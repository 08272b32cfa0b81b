import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#test/temporary-folder.ts';
import { cacheFolder, hashOfFiles } from './cache-folder.ts';

const folder = temporaryFolder();

test('the hash changes with the content, the name and the number of files, not with their order', () => {
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write('a', '1');
  write('b', '2');
  const hash = (...names: string[]) => hashOfFiles(names, folder);
  const first = hash('a', 'b');
  expect(hash('b', 'a')).toBe(first);
  expect(hash('a')).not.toBe(first);
  write('b', '3');
  expect(hash('a', 'b')).not.toBe(first);
  write('b', '2');
  expect(hash('a', 'b')).toBe(first);
  write('c', '2');
  expect(hash('a', 'c')).not.toBe(first);
});

test('a folder that nobody used for a week goes; one in use stays', () => {
  const old = new Date(Date.now() - 8 * 86_400_000);
  for (const key of ['unused', 'used']) {
    mkdirSync(join(folder, 'things', key), { recursive: true });
    utimesSync(join(folder, 'things', key), old, old);
  }
  expect(cacheFolder('things', 'used', folder)).toBe(join(folder, 'things', 'used'));
  expect(existsSync(join(folder, 'things', 'used'))).toBe(true);
  expect(existsSync(join(folder, 'things', 'unused'))).toBe(false);
  cacheFolder('things', 'new', folder);
  expect(existsSync(join(folder, 'things', 'used'))).toBe(true);
});
