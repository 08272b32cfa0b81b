/**
 * Which tests failed, from the reports that Vitest and Playwright write as JSON, for the end of `npm test`: of a long
 * output often only the end is kept. A test of the browser that passed at its second try is named as well.
 */
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ROOT } from './source-files.ts';

/** How many lines of a test's message are shown. */
const LINES = 8;
/** Enough for a step whose problems are a line each: what is not shown is looked for one run later. */
const LAST_LINES = 60;

type VitestReport = {
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
};
type Suite = {
  file: string;
  suites?: Suite[];
  specs?: {
    title: string;
    tests: { status: string; results: { error?: { message?: string } | undefined }[] }[];
  }[];
};

/** Failed tests; a file that could not be loaded has none, its own message is shown. */
export function failedInVitest({ testResults }: VitestReport): string[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(ROOT, name);
    const failed = assertionResults.filter((result) => result.status === 'failed');
    if (failed.length === 0) return status === 'failed' ? [lines(file, message)] : [];
    return failed.map(({ fullName, failureMessages }) =>
      lines(`${file} › ${fullName}`, failureMessages.join('\n')),
    );
  });
}

export function failedInBrowser({ suites }: { suites: Suite[] }): string[] {
  return suites.flatMap(({ file, suites: inner = [], specs = [] }) => [
    ...specs.flatMap(({ title, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ status, results }) =>
          lines(
            `${file} › ${title}${status === 'flaky' ? ' (passed at a later try)' : ''}`,
            results.find(({ error }) => error)?.error?.message ?? '',
          ),
        ),
    ),
    ...failedInBrowser({ suites: inner }),
  ]);
}

/** None if the step ended before it wrote its report. */
export function failedOf<T>(report: string, read: (report: T) => string[]): string[] {
  return existsSync(report) ? read(JSON.parse(readFileSync(report, 'utf8')) as T) : [];
}

/** The last lines of a step that failed without a failed test. */
export function endOf(text: string): string {
  return stripVTControlCharacters(text).trimEnd().split('\n').slice(-LAST_LINES).join('\n');
}

function lines(name: string, message: string): string {
  const shown = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, LINES);
  return [name, ...shown.map((line) => `    ${line}`)].join('\n');
}
