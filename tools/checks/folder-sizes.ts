/**
 * A folder of many files says why: its README.md has a sentence that begins with "More than 25 files". A reader does
 * not look through a long list to find out how it is ordered. Numbered files (0001_…) have their order in their names
 * and are not counted; node-pg-migrate would also take a README among the migrations for a migration.
 */
import { dirname } from 'node:path';
import { readSource, sourceFiles } from '../source-files.ts';

export const MAX_FILES = 25;
const NUMBERED = /\/\d{4}[-_][^/]*$/;
const REASON = /^More than 25 files/m;

/** @param files paths; @param read text of one of them */
export function unexplained(files: readonly string[], read: (file: string) => string): string[] {
  const folders = [
    ...Map.groupBy(
      files.filter((file) => !NUMBERED.test(file)),
      dirname,
    ),
  ].filter(([, inside]) => inside.length > MAX_FILES);
  return folders
    .filter(([folder]) => !files.includes(`${folder}/README.md`) || !REASON.test(read(`${folder}/README.md`)))
    .map(
      ([folder, inside]) => `${folder} has ${inside.length} files; make rooms, or say why in its README.md`,
    );
}

export function folderSizes(): { problems: string[]; largest: number } {
  const files = sourceFiles(/./);
  const counts = [...Map.groupBy(files, dirname).values()].map((inside) => inside.length);
  return { problems: unexplained(files, readSource), largest: Math.max(...counts) };
}
