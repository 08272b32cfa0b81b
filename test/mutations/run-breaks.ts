/** Breaks a copy of the program in one place after the other and runs the test that must notice it. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '#tools/source-files.ts';
import type { Break } from './break.ts';

type Outcome = 'killed' | 'SURVIVED' | 'NOT FOUND' | 'NOT RUN';

/** Prints a table; true if every break was noticed. */
export function runBreaks(breaks: readonly Break[]): boolean {
  const copy = copyProgram();
  const passing = new Map<string, boolean>();
  try {
    const outcomes = breaks.map((tried) => {
      const started = performance.now();
      const outcome = tryBreak(copy, tried, passing);
      const seconds = ((performance.now() - started) / 1000).toFixed(0);
      process.stdout.write(
        `${`${outcome.padEnd(9)} ${seconds.padStart(3)} s  ${tried.what}  (${tried.caughtBy})`}\n`,
      );
      return outcome;
    });
    const counts = Map.groupBy(outcomes, (outcome) => outcome);
    process.stdout.write(`${[...counts].map(([outcome, list]) => `${list.length} ${outcome}`).join(', ')}\n`);
    return outcomes.length > 0 && outcomes.every((outcome) => outcome === 'killed');
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/**
 * What is in the folder of the program; packages are shared, because nothing writes there. A copied cache has other
 * permissions: its database does not start, and each test fails for that.
 */
const LEFT_OUT = new Set(['node_modules', '.git', '.cache', 'dist', 'data', 'coverage', 'reports']);

function copyProgram(): string {
  const copy = mkdtempSync(join(tmpdir(), 'jolkol-mutations-'));
  for (const name of readdirSync(ROOT).filter((entry) => !LEFT_OUT.has(entry)))
    cpSync(join(ROOT, name), join(copy, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

function tryBreak(copy: string, tried: Break, passing: Map<string, boolean>): Outcome {
  const { file, find, replace, caughtBy, test } = tried;
  const path = join(copy, file);
  const whole = readFileSync(path, 'utf8');
  if (whole.split(find).length !== 2) return 'NOT FOUND';
  // A test that fails without the break as well notices nothing.
  const key = `${caughtBy} ${test}`;
  if (!passing.has(key)) passing.set(key, runTest(copy, tried) === 'SURVIVED');
  if (!passing.get(key)) return 'NOT RUN';
  writeFileSync(
    path,
    whole.replace(find, () => replace),
  );
  try {
    return runTest(copy, tried);
  } finally {
    writeFileSync(path, whole);
  }
}

function runTest(copy: string, { caughtBy, test }: Break): Outcome {
  const names = test ? ['--testNamePattern', test] : [];
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', caughtBy, ...names, '--maxWorkers=1', '--bail=1', '--no-color'],
    { cwd: copy, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  if (status === 0) return /Tests .*\d+ passed/.test(stdout) ? 'SURVIVED' : 'NOT RUN';
  return /Failed (Tests|Suites) \d+/.test(stdout + stderr) ? 'killed' : 'NOT RUN';
}
