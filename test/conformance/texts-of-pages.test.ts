/**
 * A page that waits for texts after it was shown is taken away for a third of a second, and the keyboard loses its place. So the texts that its
 * own file reads come with its code: those of its domain, and those that it names as `texts` or `consumerTexts`. What its parts read is asked of
 * a browser (`watchHiding` in test/e2e/look.ts).
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT, sourceFiles } from '#tools/source-files.ts';
import { domainOf } from '#web/navigation/join-pages.ts';
import type { Page, PagesFile } from '#web/navigation/pages.ts';

const files = await Promise.all(
  sourceFiles(/^src\/domains\/[^/]+\/web\/(staff-)?pages\.ts$/).map(async (path) => ({
    path,
    ...((await import(`${ROOT}/${path}`)) as PagesFile),
  })),
);

/** The file of a page, as its loader names it. */
const fileOf = (pages: string, { load }: Page): string => {
  const named = /import\w*\(\s*["']([^"']+)["']/.exec(load.toString())?.[1] ?? '';
  return named.startsWith('/') ? named.slice(1) : join(dirname(pages), named);
};
const namespacesIn = (file: string): string[] => [
  ...new Set(
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(/useTexts\('([^']+)'\)/g)].map(
      ([, name]) => name ?? '',
    ),
  ),
];

test('the texts that the file of a page reads come with its code', () => {
  const read = files.flatMap(({ path, pages }) =>
    pages.map((page) => ({
      page,
      domain: domainOf(path.replace(/^src/, '.')),
      names: namespacesIn(fileOf(path, page)),
    })),
  );
  expect(read.filter(({ names }) => names.length > 0).length).toBeGreaterThan(80);
  const late = read.flatMap(({ page, domain, names }) => {
    const here = ['common', domain, ...(page.texts ?? []), ...(page.consumerTexts ?? [])];
    return names.filter((name) => !here.includes(name)).map((name) => `${page.path}: ${name}`);
  });
  expect(late).toEqual([]);
});
