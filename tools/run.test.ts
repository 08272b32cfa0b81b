/** run.mjs in a small package of its own, with an npm that only notes how it was called. */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { ROOT, type RunningProcess, startProcess, until } from '#test/process.ts';

const folder = mkdtempSync(join(tmpdir(), 'jolkol-run-'));
const at = (...names: string[]) => join(folder, ...names);

/** Installs as npm does: packages, then its own note of them. */
const NPM = `
import { copyFileSync, mkdirSync, symlinkSync, appendFileSync } from 'node:fs';
appendFileSync('npm-calls', process.argv.slice(2).join(' ') + '\\n');
if (process.env.NPM_FAILS) process.exit(1);
mkdirSync('node_modules/node/bin', { recursive: true });
try { symlinkSync(process.env.REAL_NODE, 'node_modules/node/bin/node'); } catch {}
copyFileSync('package-lock.json', 'node_modules/.package-lock.json');
`;

const SCRIPT = `
const [what, value] = process.argv.slice(2);
if (what === 'wait') {
  process.on('SIGTERM', () => { console.log('asked to stop'); process.exit(3); });
  setInterval(() => {}, 1000);
}
console.log('script', process.version, value);
if (what === 'exit') process.exit(Number(value));
`;

function writeLock(version: string): void {
  const packages = {
    '': { name: 'small' },
    'node_modules/a': { version },
    'node_modules/b': { version: '1.0.0', optional: true },
  };
  writeFileSync(at('package-lock.json'), JSON.stringify({ packages }));
}

function run(args: string[], env: Record<string, string> = {}): RunningProcess {
  const npm = { npm_execpath: at('npm.js'), npm_lifecycle_event: undefined, REAL_NODE: process.execPath };
  return startProcess('node', [at('tools/run.mjs'), 'script.ts', ...args], { env: { ...npm, ...env } });
}

const npmCalls = () => readFileSync(at('npm-calls'), 'utf8').split('\n').length - 1;

beforeEach(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(at('tools'), { recursive: true });
  for (const name of ['run.mjs', 'end-with-parent.mjs'])
    copyFileSync(join(ROOT, 'tools', name), at('tools', name));
  writeFileSync(at('package.json'), '{ "type": "module" }');
  writeFileSync(at('npm.js'), NPM);
  writeFileSync(at('npm-calls'), '');
  writeFileSync(at('script.ts'), SCRIPT);
  writeLock('1.0.0');
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("it installs from the lockfile once, and again when the lockfile changes; the exit code is the script's", async () => {
  expect(await run(['exit', '5']).ended).toBe(5);
  expect(readFileSync(at('npm-calls'), 'utf8')).toMatch(/^ci --include=dev /);
  expect(await run(['exit', '0']).ended).toBe(0);
  expect(npmCalls()).toBe(1);
  writeLock('2.0.0');
  const again = run(['exit', '0']);
  expect(await again.ended).toBe(0);
  expect(npmCalls()).toBe(2);
  expect(again.output()).toContain(`script ${process.version}`);
});

test('packages that somebody installed are taken as they are when they fit', async () => {
  await run(['exit', '0']).ended;
  rmSync(at('node_modules/.jolkol-installed'));
  await run(['exit', '0']).ended;
  expect(npmCalls()).toBe(1);
});

test('two scripts that start at once install once; what a killed one left is taken away', async () => {
  writeFileSync(at('.installing'), '999999999');
  const both = [run(['exit', '0']), run(['exit', '0'])];
  expect(await Promise.all(both.map(({ ended }) => ended))).toEqual([0, 0]);
  expect(npmCalls()).toBe(1);
  expect(existsSync(at('.installing')) ? readFileSync(at('.installing'), 'utf8') : 'none').toBe('none');
});

test('a failed installation is told, and nothing runs', async () => {
  const failed = run(['exit', '0'], { NPM_FAILS: '1' });
  expect(await failed.ended).toBe(1);
  expect(failed.output()).toContain('The packages could not be installed');
  expect(failed.output()).not.toContain('script');
});

test('signals reach the script, and its exit code comes back', async () => {
  const waiting = run(['wait']);
  await waiting.waitFor(/script/);
  waiting.child.kill('SIGTERM');
  expect(await waiting.ended).toBe(3);
  expect(waiting.output()).toContain('asked to stop');
});

test('kill -9 of run.mjs: the script is asked to stop', async () => {
  const waiting = run(['wait']);
  await waiting.waitFor(/script/);
  waiting.child.kill('SIGKILL');
  await until(() => waiting.output().includes('asked to stop'));
});
