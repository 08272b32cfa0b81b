/** The real program as a child process that can be killed and started again on the same data folder. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { place } from '#platform/database-server/placement.ts';
import { ROOT } from '#tools/source-files.ts';

export type Program = {
  url: string;
  start(): Promise<void>;
  stop(): Promise<void>;
  killServer(): Promise<void>;
  killDatabase(): void;
};

/** A program for `dataFolder`; nothing runs yet. */
export async function programFor(dataFolder: string): Promise<Program> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  const ended = () =>
    new Promise((resolve) =>
      child?.exitCode === null && child.signalCode === null ? child.once('exit', resolve) : resolve(0),
    );
  return {
    url,
    start: async () => {
      child = spawn(process.execPath, ['src/main.ts'], {
        cwd: ROOT,
        env: { ...process.env, DATA_DIR: dataFolder, PORT: String(port), LOG_LEVEL: 'error' },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      await waitUntilReady(url);
    },
    stop: async () => {
      child?.kill('SIGTERM');
      await ended();
    },
    killServer: async () => {
      child?.kill('SIGKILL');
      await ended();
    },
    killDatabase: () => {
      const file = join(place(dataFolder).home, 'cluster', 'postmaster.pid');
      process.kill(Number(readFileSync(file, 'utf8').split('\n')[0]), 'SIGKILL');
    },
  };
}

/** On a busy machine, which builds the browser side first. */
const READY_MS = 240_000;

export async function waitUntilReady(url: string): Promise<void> {
  for (const end = Date.now() + READY_MS; Date.now() < end; await sleep(50)) {
    const ready = await fetch(`${url}/health/ready`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ready) return;
  }
  throw new Error(`the program did not become ready in ${READY_MS / 1000} s`);
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
