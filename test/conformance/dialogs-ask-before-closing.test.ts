/** What somebody typed into a dialog is not lost by Escape or Back without a question. */
import { expect, test } from 'vitest';
import { readSource, sourceFiles } from '#tools/source-files.ts';

/** A password and a code: nothing of it is lost, and neither is to be kept. */
const NOTHING_TO_LOSE = ['src/domains/identity/web/sign-in/factor-dialog.tsx'];

const dialogs = sourceFiles(/^src\/.*\.tsx$/).filter((file) => /<(Form)?Dialog[\s>]/.test(readSource(file)));

test('no dialog with a form switches its question off', () => {
  expect(dialogs.length).toBeGreaterThan(30);
  const silent = dialogs.filter((file) => readSource(file).includes('noGuard'));
  expect(silent).toEqual(NOTHING_TO_LOSE);
});

test('a dialog with text fields of its own says that it holds something', () => {
  const own = dialogs.filter((file) => /<(TextInput|Textarea|PasswordInput)[\s>]/.test(readSource(file)));
  expect(own.length).toBeGreaterThan(2);
  expect(own.filter((file) => !readSource(file).includes('<HoldsChanges '))).toEqual([]);
});
