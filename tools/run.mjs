/**
 * Every npm script goes through here: runs on the system's Node (20 or later), installs the packages when they do
 * not fit the lockfile, then runs the script on the Node that comes as a package. Plain JavaScript without packages,
 * because nothing is installed yet.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const modules = join(root, 'node_modules');
const lockfile = join(root, 'package-lock.json');
/** npm's own note of what is installed, written when an installation is complete. */
const installedFile = join(modules, '.package-lock.json');
/** Hash of the lockfile that was last found to be installed. */
const stampFile = join(modules, '.jolkol-installed');
const node = join(modules, 'node', 'bin', 'node');
/** Holds the process id of the script that is installing: two at once would delete each other's packages. */
const installingFile = join(root, '.installing');

function quit(sentence) {
  console.error(sentence);
  process.exit(1);
}

function lockHash() {
  return createHash('sha256').update(readFileSync(lockfile)).digest('hex');
}

function isInstalled() {
  if (!existsSync(installedFile) || !existsSync(node)) return false;
  const hash = lockHash();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hash) return true;
  const wanted = Object.entries(JSON.parse(readFileSync(lockfile, 'utf8')).packages);
  const installed = JSON.parse(readFileSync(installedFile, 'utf8')).packages;
  // Optional packages are for other machines if they are absent.
  const fits = wanted.every(([path, { version, optional }]) =>
    installed[path] ? installed[path].version === version : path === '' || optional,
  );
  if (fits) writeFileSync(stampFile, hash);
  return fits;
}

function npm(args, stdio) {
  const options = ['--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const path = process.env.npm_execpath;
  const [command, first] = path?.endsWith('.js') ? [process.execPath, [path]] : ['npm', []];
  const { status, error } = spawnSync(command, [...first, ...args, ...options], { cwd: root, stdio });
  if (error) quit(`npm could not be started (${error.message}): install npm and try again.`);
  return status === 0;
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** False if another process is installing; what a process left that was killed is taken away. */
function mayInstall() {
  try {
    writeFileSync(installingFile, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  const pid = existsSync(installingFile) ? Number(readFileSync(installingFile, 'utf8')) : 0;
  // Empty for the moment between its making and its writing.
  if (pid > 0 && !isAlive(pid)) rmSync(installingFile, { force: true });
  return false;
}

/** Installs, or waits until the script that is installing has done it. */
function ensureInstalled() {
  while (!isInstalled()) {
    if (!mayInstall()) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
      continue;
    }
    process.once('exit', () => rmSync(installingFile, { force: true }));
    if (!isInstalled()) install();
    rmSync(installingFile, { force: true });
    return;
  }
}

/** `npm ci` refuses a lockfile without the packages of other platforms, which npm writes behind some mirrors. */
function install() {
  console.error('Installing packages from the lockfile; the first time takes a minute or two …');
  if (!npm(['ci'], 'ignore') && !npm(['install', '--no-save'], ['ignore', 2, 2])) {
    quit('The packages could not be installed (npm says why above): mend that and try again.');
  }
  if (!existsSync(node))
    quit('npm did not run install scripts (ignore-scripts): run "npm rebuild node" and try again.');
  writeFileSync(stampFile, lockHash());
}

/** Hands signals down and the exit code up; the channel tells the script when this process is gone. */
function run(script, args) {
  const paths = [join(modules, '.bin'), join(modules, 'node', 'bin'), process.env.PATH ?? ''];
  const guard = pathToFileURL(join(root, 'tools', 'end-with-parent.mjs')).href;
  const child = spawn(node, ['--import', guard, join(root, script), ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, PATH: paths.join(delimiter) },
  });
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, () => child.kill(signal));
  child.once('error', (error) => quit(`${node} could not be started: ${error.message}`));
  child.once('exit', (code, signal) => {
    for (const name of signals) process.removeAllListeners(name);
    if (signal) process.kill(process.pid, signal);
    else process.exit(code ?? 1);
  });
  endWithNpm(child);
}

/** npm killed outright tells nobody; then our parent changes. */
function endWithNpm(child) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) child.kill('SIGTERM');
  }, 1000).unref();
}

const [script, ...args] = process.argv.slice(2);
if (!script) quit('usage: node tools/run.mjs <script> [arguments]');
if (Number(process.versions.node.split('.')[0]) < 20) {
  quit(`Node ${process.versions.node} is too old: install Node 20 or later and try again.`);
}
ensureInstalled();
run(script, args);
