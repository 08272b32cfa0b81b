/**
 * `npm run check`: format and lint, types for server, browser and browser tests, import directions and circles, table
 * owners, file and folder sizes, action files, dates that are written by hand, plain words, hashes of the lockfile, dead
 * code, and the size of the browser's first pages.
 * Prints the seconds of each step and what is wrong, and fails.
 *
 * What is kept between runs, and by which key (docs/development.md):
 * - types: one build-info file per tsconfig. TypeScript compares the content of each file and repeats the errors that
 *   it stored. The folder's name is the hash of the lockfile and of the tsconfigs.
 * - dead code: only that it passed, under the hash of every file that git knows or would add. A failure is not kept.
 * - bundle: the built browser side, under the hash of its sources (platform/start/browser-build.ts). It is weighed each time.
 */
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder, hashOfFiles } from './cache-folder.ts';
import { actionFiles } from './checks/action-files.ts';
import { fileSizes } from './checks/file-sizes.ts';
import { folderSizes } from './checks/folder-sizes.ts';
import { importCycles } from './checks/import-cycles.ts';
import { wrongImports } from './checks/import-directions.ts';
import { hashedPackages } from './checks/lockfile.ts';
import { oncePassed } from './checks/once-passed.ts';
import { ownDates } from './checks/own-dates.ts';
import { avoidedWords } from './checks/plain-words.ts';
import { foreignWrites } from './checks/table-owners.ts';
import { ROOT, sourceFiles } from './source-files.ts';

type Result = { ok: boolean; text: string; seen?: string };
type Outcome = Result & { name: string; seconds: number };

function command(program: string, ...args: string[]): Promise<Result> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [`node_modules/${program}`, ...args], {
      cwd: ROOT,
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
    });
    let text = '';
    const add = (data: Buffer) => {
      text += data.toString();
    };
    child.stdout.on('data', add);
    child.stderr.on('data', add);
    child.on('close', (code) => resolve({ ok: code === 0, text }));
  });
}

const buildInfo = cacheFolder(
  'types',
  hashOfFiles(['package-lock.json', ...sourceFiles(/^tsconfig.*\.json$/)]),
);
mkdirSync(buildInfo, { recursive: true });

/** One checker: several look at the same types again, which takes two and a half times the processor time. */
function types(project: string): Promise<Result> {
  const info = join(buildInfo, `${project}.tsbuildinfo`);
  const args = ['-p', `${project}.json`, '--checkers', '1', '--incremental', '--tsBuildInfoFile', info];
  return command('typescript/bin/tsc', ...args);
}

async function own(look: () => { problems: string[] } & Record<string, unknown>): Promise<Result> {
  const { problems, ...seen } = look();
  return { ok: problems.length === 0, text: problems.join('\n'), seen: JSON.stringify(seen) };
}

/** Both read the same imports. */
function imports() {
  const { problems, ...seen } = wrongImports();
  return { problems: [...problems, ...importCycles().problems], ...seen };
}

/** Builds the browser side if its sources changed, as `npm start` does, and weighs it. */
async function bundle(): Promise<Result> {
  const built = await command('../tools/build-browser.ts');
  return built.ok ? command('../tools/check-bundle.ts') : built;
}

function deadCode(): Promise<Result> {
  return oncePassed('dead-code', sourceFiles(/./), () => command('knip/bin/knip.js', '--no-progress'));
}

// None waits for another one, and each runs on one core most of the time.
const steps: [name: string, run: () => Promise<Result>][] = [
  ['types of the browser tests', () => types('tsconfig.e2e')],
  ['types of the browser', () => types('tsconfig.web')],
  ['types of the server', () => types('tsconfig')],
  ['format and lint', () => command('@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.')],
  ['browser sizes', bundle],
  ['dead code', deadCode],
  ['import directions', () => own(imports)],
  ['table owners', () => own(foreignWrites)],
  ['file sizes', () => own(fileSizes)],
  ['folder sizes', () => own(folderSizes)],
  ['action files', () => own(actionFiles)],
  ['own dates', () => own(ownDates)],
  ['plain words', () => own(avoidedWords)],
  ['lockfile', () => own(hashedPackages)],
];

async function timed(name: string, run: () => Promise<Result>): Promise<Outcome> {
  const started = performance.now();
  const result = await run();
  return { ...result, name, seconds: (performance.now() - started) / 1000 };
}

const started = performance.now();
const outcomes = await Promise.all(steps.map(([name, run]) => timed(name, run)));
for (const { name, ok, text, seen, seconds } of outcomes) {
  console.log(
    `${ok ? 'ok  ' : 'FAIL'} ${seconds.toFixed(1).padStart(5)} s  ${name}${seen ? ` ${seen}` : ''}`,
  );
  if (!ok) console.log(text.trim().split('\n').slice(0, 60).join('\n'));
}
const failed = outcomes.filter((outcome) => !outcome.ok).length;
console.log(
  `check: ${outcomes.length - failed} passed, ${failed} failed in ${((performance.now() - started) / 1000).toFixed(0)} s`,
);
process.exit(failed === 0 ? 0 : 1);
