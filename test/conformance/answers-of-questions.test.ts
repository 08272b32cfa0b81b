/** A "yes" to a question about fields is for what is in them: each form with such a question says which fields it was about. */
import { expect, test } from 'vitest';
import { readSource, sourceFiles } from '#tools/source-files.ts';

/** The question is not about a field of the form. */
const ABOUT_NO_FIELD: Record<string, string> = {
  despitePayment: 'the bank has money, with any figure in the form',
  unprovenReason: 'a text, which is read with the figures',
};

test('a form that asks says which fields the question was about', () => {
  const screens = sourceFiles(/^src\/domains\/.*\/web\/.*\.tsx$/);
  const asking = screens.flatMap((file) =>
    [...readSource(file).matchAll(/problemOf\('(\w+)'\) \|\|\s*form\.valueOf\('\1'\)/g)].map(
      ([, name = '']) => [file, name] as const,
    ),
  );
  expect(asking.length).toBeGreaterThan(7);
  const silent = asking.filter(
    ([file, name]) =>
      !(name in ABOUT_NO_FIELD) && !new RegExp(`answers: \\{[^\\n]*\\b${name}: \\[`).test(readSource(file)),
  );
  expect(silent).toEqual([]);
  // Both questions of a change of meter, in the two forms that have its fields.
  expect(
    readSource('src/domains/meters/web/changes/ask-dialog.tsx').match(/answers: ANSWERS,/g),
  ).toHaveLength(2);
});
