/** Each kind of record that the search over everything finds has its icon, heading and lists in the browser. */
import { expect, test } from 'vitest';
import { faces } from '#app/services.ts';
import { joinFaces } from '#platform/face.ts';
import { searchSources } from '#platform/search-sources.ts';
import { allWords } from '#platform/words/all-words.ts';
import { ROOT, sourceFiles } from '#tools/source-files.ts';
import type { FoundRecord } from '#web/navigation/found-record.ts';
import type { PagesFile } from '#web/navigation/pages.ts';

const importAll = <T>(name: RegExp): Promise<T[]> =>
  Promise.all(sourceFiles(name).map(async (file) => (await import(`${ROOT}/${file}`)) as T));

const shown = (
  await importAll<{ foundRecords: readonly FoundRecord[] }>(/^src\/domains\/[^/]+\/web\/found-records\.ts$/)
).flatMap(({ foundRecords }) => foundRecords);
const pages = (await importAll<PagesFile>(/^src\/domains\/[^/]+\/web\/(?:staff-)?pages\.ts$/)).flatMap(
  (file) => file.pages,
);
const sources = joinFaces(faces, allWords).all(searchSources).flat();

test('the server and the browser name the same kinds of records, each once', () => {
  const names = sources.map(({ name }) => name);
  expect(shown.map(({ source }) => source).toSorted()).toEqual(names.toSorted());
  expect(new Set(names).size).toBe(names.length);
  expect(new Set(sources.map(({ order }) => order)).size).toBe(names.length);
});

test.each(shown)('$source: the heading is there in both languages, and each list is a page', (kind) => {
  expect(kind.title.en).not.toBe('');
  expect(kind.title.bn).toMatch(/[\u0980-\u09ff]/);
  const paths = new Set(pages.map(({ path }) => path));
  expect(kind.lists.filter((list) => !paths.has(list))).toEqual([]);
});
