/** The words of every domain, found by the name of their file: what the server and the tests hand on. */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { commonWords, type DomainWords, type Words } from '#shared/words.ts';

const SOURCE = join(import.meta.dirname, '../..');

async function findWords(): Promise<Words> {
  const files = globSync('domains/*/words.ts', { cwd: SOURCE }).toSorted();
  const found = await Promise.all(files.map((file) => import(pathToFileURL(join(SOURCE, file)).href)));
  return [commonWords, ...found.map(({ words }: { words: DomainWords }) => words)];
}

export const allWords: Words = await findWords();
