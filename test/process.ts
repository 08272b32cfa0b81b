/** Runs real programs in tests: collects what they print, waits for a line, and leaves none behind. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

/** The repository. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url));

export type RunningProcess = {
  child: ChildProcess;
  pid: number;
  /** Both outputs so far. */
  output(): string;
  /** Waits until the output matches; throws when the process ends first. */
  waitFor(pattern: RegExp): Promise<RegExpMatchArray>;
  /** Exit code, or the signal's name. */
  ended: Promise<number | string>;
};

type Options = { env?: Record<string, string | undefined>; uid?: number; cwd?: string };

/** Starts a program; it is killed when the test ends. */
export function startProcess(command: string, args: string[], options: Options = {}): RunningProcess {
  const child = spawn(command, args, {
    cwd: options.cwd ?? ROOT,
    env: { ...process.env, ...options.env },
    ...(options.uid !== undefined && { uid: options.uid, gid: options.uid }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (more) => (text += more));
  const ended = new Promise<number | string>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'unknown'));
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const waitFor = (pattern: RegExp) =>
    until(() => {
      const match = text.match(pattern);
      if (!match && child.exitCode !== null) throw new Error(`ended before ${pattern}:\n${text}`);
      return match;
    }, 150_000);
  return { child, pid: child.pid ?? 0, output: () => text, waitFor, ended };
}

/** Asks every 20 ms until the answer is neither null, undefined nor false. */
export async function until<T>(
  ask: () => T | Promise<T>,
  timeout_ms = 45_000,
): Promise<Exclude<T, null | undefined | false>> {
  const deadline = performance.now() + timeout_ms;
  for (;;) {
    const answer = await ask();
    if (answer !== null && answer !== undefined && answer !== false) {
      return answer as Exclude<T, null | undefined | false>;
    }
    if (performance.now() > deadline) throw new Error(`waited ${timeout_ms} ms in vain for ${ask}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Processes that work in a folder or below it, or name it in their command line. */
export function processesOf(folder: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid && belongsTo(pid, folder));
}

function belongsTo(pid: number, folder: string): boolean {
  try {
    return (
      readlinkSync(`/proc/${pid}/cwd`).startsWith(folder) ||
      readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder)
    );
  } catch {
    return false;
  }
}
