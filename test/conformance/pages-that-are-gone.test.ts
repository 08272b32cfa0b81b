/** A page of a list that is gone, because its rows were dealt with or a link is old, leads to the last page: on each screen that turns pages. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sourceFiles } from '#tools/source-files.ts';

const screens = sourceFiles(/\.tsx$/)
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
  .filter(({ file, text }) => /<(Pager|PagesOfCards)\b/.test(text) && !file.endsWith('/pager.tsx'));
/** A list is asked for by its address, or is the first page of one (`FIRST_…`). */
const asked = (text: string) => text.match(/useList\(\s*\w+,(?!\s*FIRST_)/g)?.length ?? 0;
const guarded = (text: string) => text.match(/useExistingPage\(/g)?.length ?? 0;

test.each(screens)('$file leaves a page that is gone', ({ text }) => {
  expect(asked(text)).toBeGreaterThan(0);
  expect(guarded(text)).toBe(asked(text));
});
