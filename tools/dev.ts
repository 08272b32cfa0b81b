/**
 * `npm run dev`: the server, started again when one of its files changes, and Vite in front of it (port 5173). Vite
 * serves the browser side, so nothing is built and a saved screen never restarts the server.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { ROOT } from './source-files.ts';
import { watchFolders } from './watch-folders.ts';

/** One save can write several files. */
const QUIET_MS = 150;
/** A stop that hangs must not hang the loop. */
const STOP_MS = 5000;

/** Files that the server, its workers, or its start read; not screens, tests and texts for people. */
const SERVER_FILE = /^(src\/.*\.(ts|typ)|migrations\/.*\.sql)$/;
const NOT_SERVER = /(^src\/web\/|^src\/domains\/[^/]+\/web\/|^src\/browser[.-]|\.test\.ts$|\.tsx$)/;

/** True if a change of this file (from the project's folder) starts the server again. */
export function restartsServer(file: string): boolean {
  return SERVER_FILE.test(file) && !NOT_SERVER.test(file);
}

/** Asked to stop, killed after five seconds. */
async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await ended;
  clearTimeout(timer);
}

function startServer(): ChildProcess {
  const args = ['src/main.ts', '--no-browser', ...process.argv.slice(2)];
  const env = { ...process.env, NODE_ENV: 'development' };
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit', env });
  console.log(`dev: server started (process ${child.pid})`);
  child.once('exit', (code) => {
    // 0: it was asked to stop.
    if (code) console.log(`dev: the server ended with ${code}; it is started again when a file changes`);
  });
  return child;
}

async function develop(): Promise<void> {
  let server = startServer();
  const vite = spawn(process.execPath, ['node_modules/vite/bin/vite.js'], { cwd: ROOT, stdio: 'inherit' });
  let stopping = false;
  let restarting: Promise<void> | undefined;
  let changed = '';

  const restart = async () => {
    while (changed && !stopping) {
      console.log(`dev: ${changed} changed`);
      changed = '';
      await stop(server);
      if (!stopping) server = startServer();
    }
    restarting = undefined;
  };
  let timer: NodeJS.Timeout | undefined;
  const stopWatching = watchFolders(ROOT, ['src', 'migrations'], (file) => {
    if (!restartsServer(file)) return;
    changed = file;
    clearTimeout(timer);
    timer = setTimeout(() => {
      restarting ??= restart();
    }, QUIET_MS);
  });

  const stopAll = async () => {
    if (stopping) return;
    stopping = true;
    clearTimeout(timer);
    stopWatching();
    await restarting;
    await Promise.all([stop(server), stop(vite)]);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stopAll());
  await new Promise((resolve) => vite.once('exit', resolve));
  await stopAll();
}

if (import.meta.main) await develop();
