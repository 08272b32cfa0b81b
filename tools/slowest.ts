/** Which test files and browser tests took longest, from the reports that Vitest and Playwright write as JSON. */
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { ROOT } from './source-files.ts';

const SHOWN = 10;

export type Timed = { name: string; seconds: number };

type VitestReport = { testResults: { name: string; startTime: number; endTime: number }[] };
type Suite = {
  file: string;
  suites?: Suite[];
  specs?: { title: string; tests: { results: { duration: number }[] }[] }[];
};

export function vitestFiles({ testResults }: VitestReport): Timed[] {
  return testResults.map(({ name, startTime, endTime }) => ({
    name: relative(ROOT, name),
    seconds: (endTime - startTime) / 1000,
  }));
}

/** One entry a test; all its tries count. */
export function browserTests({ suites }: { suites: Suite[] }): Timed[] {
  return suites.flatMap(({ file, suites: inner = [], specs = [] }) => [
    ...specs.map(({ title, tests }) => ({
      name: `${file} › ${title}`,
      seconds:
        tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0) / 1000,
    })),
    ...browserTests({ suites: inner }),
  ]);
}

/** One line each, the slowest first. */
export function slowest(timed: readonly Timed[]): string[] {
  return [...timed]
    .sort((file, other) => other.seconds - file.seconds)
    .slice(0, SHOWN)
    .map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${name}`);
}

/** The lines of a report; none if the step died before it wrote one. */
export function slowestOf<T>(report: string, read: (report: T) => Timed[]): string[] {
  return existsSync(report) ? slowest(read(JSON.parse(readFileSync(report, 'utf8')) as T)) : [];
}
