/**
 * After any run: what was refused is in the contract of its call. After a whole run: each error code was produced, each call was
 * refused with each code that its contract lists, and each audit word of the domains was written. What is missing fails the run.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

/** Vitest's global set-up; what it returns is run at the end. */
export function setup(project: TestProject): () => Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'jolkol-refusals-'));
  project.provide('refusalsFolder', folder);
  return async () => {
    const lines = readdirSync(folder).flatMap((name) =>
      readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean),
    );
    rmSync(folder, { recursive: true, force: true });
    const { REFUSALS_FILE } = process.env;
    if (REFUSALS_FILE) writeFileSync(REFUSALS_FILE, [...new Set(lines)].sort().join('\n'));
    const whole = await isWhole(project);
    if (lines.length === 0 && !whole) return;
    // Loads the program, which a run of pure rules does not need.
    const { judgeCalls, judgeWhole } = await import('./judge-refusals.ts');
    const noted = new Set(lines);
    const problems = [...judgeCalls(noted), ...(whole ? judgeWhole(noted) : [])];
    for (const problem of problems) process.stderr.write(`${problem}\n`);
    if (problems.length > 0) process.exitCode = 1;
  };
}

/** True after a run of every test of every file. */
async function isWhole(project: TestProject): Promise<boolean> {
  const { vitest } = project;
  if (vitest.config.testNamePattern || vitest.config.shard) return false;
  const { testFiles } = await project.globTestFiles();
  const run = new Set(vitest.state.getFiles().map((file) => file.filepath));
  return testFiles.every((file) => run.has(file));
}
