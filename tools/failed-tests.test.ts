import { join } from 'node:path';
import { expect, test } from 'vitest';
import { endOf, failedInBrowser, failedInVitest, failedOf } from './failed-tests.ts';
import { ROOT } from './source-files.ts';

test('a failed test is named with its file and the first lines of its message', () => {
  const passed = { fullName: 'a bill is paid', status: 'passed', failureMessages: [] };
  const failed = {
    fullName: 'a bill is cancelled',
    status: 'failed',
    failureMessages: ['expected 1\n\nto be 2', ...Array.from({ length: 20 }, () => 'more')],
  };
  const testResults = [
    {
      name: join(ROOT, 'src/bills.test.ts'),
      status: 'failed',
      message: '',
      assertionResults: [passed, failed],
    },
    { name: join(ROOT, 'src/good.test.ts'), status: 'passed', message: '', assertionResults: [passed] },
  ];
  const [text = '', ...others] = failedInVitest({ testResults });
  expect(others).toEqual([]);
  expect(text.split('\n').slice(0, 3)).toEqual([
    'src/bills.test.ts › a bill is cancelled',
    '    expected 1',
    '    to be 2',
  ]);
  expect(text.split('\n')).toHaveLength(9);
});

test('a file that could not be loaded is named with its own message', () => {
  const testResults = [
    {
      name: join(ROOT, 'src/bills.test.ts'),
      status: 'failed',
      message: 'no such module',
      assertionResults: [],
    },
  ];
  expect(failedInVitest({ testResults })).toEqual(['src/bills.test.ts\n    no such module']);
});

test('browser tests: the failed ones, and those that passed at a later try', () => {
  const spec = (title: string, status: string, message?: string) => ({
    title,
    tests: [{ status, results: [{ error: message ? { message } : undefined }, {}] }],
  });
  const inner = { file: 'a.e2e.ts', specs: [spec('in a group', 'unexpected', 'no button')] };
  const suites = [
    {
      file: 'a.e2e.ts',
      specs: [spec('good', 'expected'), spec('late', 'flaky', 'no answer')],
      suites: [inner],
    },
  ];
  expect(failedInBrowser({ suites })).toEqual([
    'a.e2e.ts › late (passed at a later try)\n    no answer',
    'a.e2e.ts › in a group\n    no button',
  ]);
});

test('a step without a report shows its last lines', () => {
  expect(failedOf(join(ROOT, 'no-such-report.json'), failedInVitest)).toEqual([]);
  expect(endOf('first\n\u001b[31mlast\u001b[39m\n\n')).toBe('first\nlast');
  const problems = Array.from({ length: 40 }, (_, index) => `problem ${index}`);
  expect(endOf(problems.join('\n')).split('\n')).toEqual(problems);
});
