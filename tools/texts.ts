/**
 * `npm run texts -- bn`: every Bengali text of the screens beside the English one, as a list to be read by a person:
 * the file, then a line a text with key, Bengali and English between tabs.
 */
import { globSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './source-files.ts';

export type ReadText = { key: string; bengali: string; english: string };

/** Dictionaries in Bengali; the English one beside each has `en` in the place of `bn`. */
const DICTIONARIES = ['src/domains/*/web/**/bn{,-*}.ts', 'src/web/**/bn{,-*}.ts'];

/** Path of a Bengali dictionary → its texts in the order of the file. */
export async function readTexts(): Promise<Map<string, ReadText[]>> {
  const found = new Map<string, ReadText[]>();
  for (const path of DICTIONARIES.flatMap((pattern) => globSync(pattern, { cwd: ROOT })).toSorted()) {
    const bengali = await textsIn(path);
    const english = await textsIn(join(dirname(path), basename(path).replace(/^bn/, 'en')));
    found.set(
      path,
      [...bengali].map(([key, text]) => ({ key, bengali: text, english: english.get(key) ?? '' })),
    );
  }
  return found;
}

/** All texts below the only thing that a dictionary exports. */
async function textsIn(path: string): Promise<Map<string, string>> {
  const module = (await import(pathToFileURL(join(ROOT, path)).href)) as Record<string, unknown>;
  const texts = new Map<string, string>();
  const collect = (value: unknown, key: string): void => {
    if (typeof value === 'string') texts.set(key, value);
    else if (value && typeof value === 'object')
      for (const [name, inner] of Object.entries(value)) collect(inner, key ? `${key}.${name}` : name);
  };
  for (const dictionary of Object.values(module)) collect(dictionary, '');
  return texts;
}

if (import.meta.main) {
  if (process.argv[2] !== 'bn') {
    console.error('usage: npm run texts -- bn');
    process.exit(1);
  }
  for (const [path, texts] of await readTexts()) {
    console.log(`\n${path}`);
    for (const { key, bengali, english } of texts) console.log([key, bengali, english].join('\t'));
  }
}
