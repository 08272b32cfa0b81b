/** Every code from an SMS is typed into the one field that phones fill in; test/e2e/codes-over.e2e.ts asks that they do. */
import { expect, test } from 'vitest';
import { readSource, sourceFiles } from '#tools/source-files.ts';

/** Codes that no SMS brings: of an authenticator app, of a paper, and the short name of a role. */
const OTHER = [
  'src/domains/identity/web/sign-in/code-field.tsx',
  'src/domains/identity/web/sign-in/factor-dialog.tsx',
  'src/domains/identity/web/sign-in/second-step.tsx',
  'src/domains/meters/web/checks/check-dialog.tsx',
  'src/domains/papers/web/paper-page.tsx',
  'src/domains/roles/web/role-dialog.tsx',
];

test('a code from an SMS has the field that phones fill in', () => {
  const typed = sourceFiles(/^src\/.*\.tsx$/).filter((file) => /name="code"/.test(readSource(file)));
  const own = typed.filter((file) => !OTHER.includes(file));
  expect(own.length).toBeGreaterThan(4);
  expect(own.filter((file) => !/<SmsCodeField\b/.test(readSource(file)))).toEqual([]);
  const filledIn = sourceFiles(/^src\/.*\.tsx$/).filter((file) =>
    /autoComplete="one-time-code"/.test(readSource(file)),
  );
  expect(filledIn.map((file) => file.split('/').at(-1))).toEqual(['code-field.tsx', 'sms-code-field.tsx']);
});
