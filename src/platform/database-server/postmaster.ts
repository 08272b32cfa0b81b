/**
 * The running PostgreSQL. It has its own session, so that Ctrl-C reaches only us and we stop it last; a watchdog
 * shell holds a pipe to us and stops PostgreSQL when we end without doing so (kill -9).
 */
import { type ChildProcess, spawn } from 'node:child_process';
import {
  closeSync,
  fstatSync,
  openSync,
  readFileSync,
  readlinkSync,
  readSync,
  statSync,
  truncateSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Placement } from './placement.ts';

const LOG_BYTES_MAX = 16 * 1024 * 1024;
/** A fast shutdown writes a checkpoint; after this long it is ended without one and recovers at the next start. */
const SHUTDOWN_TIMEOUT_MS = 60_000;
const STATUS_MS = 1_000;
/** Of postmaster.pid: what the postmaster is doing. */
const STATUS_LINE = 7;

export type Postmaster = {
  pid: number;
  /** Resolves when the process has ended, and its watchdog with it. */
  ended: Promise<void>;
  /** What it wrote to its log since it was started. */
  output(): string;
};

/** Starts PostgreSQL on the cluster of `placement`; it may still be recovering when this returns. */
export function startPostmaster(placement: Placement, options: Record<string, string>): Postmaster {
  const { home, owner, binaries } = placement;
  const logFile = openLog(join(home, 'postgres.log'));
  const logStart = fstatSync(logFile).size;
  const args = ['-D', join(home, 'cluster')];
  for (const [name, value] of Object.entries(options)) args.push('-c', `${name}=${value}`);
  const child = spawn(join(binaries, 'bin', 'postgres'), args, {
    ...owner,
    cwd: home,
    env: {},
    detached: true,
    stdio: ['ignore', logFile, logFile],
  });
  closeSync(logFile);
  const watchdog = child.pid ? startWatchdog(child.pid, placement) : undefined;
  const status = child.pid ? setInterval(hurry, STATUS_MS, child.pid, home).unref() : undefined;
  const ended = exitOf(child).then(async () => {
    clearInterval(status);
    if (!watchdog?.pid) return;
    const watchdogEnded = exitOf(watchdog);
    watchdog.kill('SIGKILL');
    await watchdogEnded;
  });
  return { pid: child.pid ?? 0, ended, output: () => readFrom(join(home, 'postgres.log'), logStart) };
}

/**
 * A SIGTERM that somebody sends makes PostgreSQL refuse new connections and wait for the open ones. Ours stay open, so it
 * would wait forever and never be started again: then it is told to end them.
 */
function hurry(pid: number, home: string): void {
  if (statusOf(pid, join(home, 'cluster')) === 'stopping') signal(pid, 'SIGINT');
}

/** 'starting', 'ready' or 'stopping'; undefined if the file is not there or is another process's. */
function statusOf(pid: number, cluster: string): string | undefined {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    return lines[0] === String(pid) ? lines[STATUS_LINE]?.trim() : undefined;
  } catch {
    return undefined;
  }
}

/** Resolves when the process has ended or could not be started. */
async function exitOf(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  await new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
}

function startWatchdog(pid: number, { owner, home }: Placement): ChildProcess {
  const watchdog = spawn('/bin/sh', ['-c', 'read -r _; kill -INT "$0"', String(pid)], {
    ...owner,
    cwd: home,
    env: {},
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watchdog.on('error', () => undefined);
  watchdog.stdin?.on('error', () => undefined);
  return watchdog;
}

/** Ends a PostgreSQL that an earlier program left behind, cleanly. Returns its pid, or undefined if none ran. */
export async function stopOrphan(home: string): Promise<number | undefined> {
  const pid = runningPid(join(home, 'cluster'));
  if (pid !== undefined) await stopProcess(pid);
  return pid;
}

/** Fast shutdown: open transactions are rolled back, committed ones are safe. */
export async function stopProcess(pid: number): Promise<void> {
  signal(pid, 'SIGINT');
  const deadline = performance.now() + SHUTDOWN_TIMEOUT_MS;
  while (isAlive(pid)) {
    if (performance.now() > deadline) signal(pid, 'SIGQUIT');
    await sleep(10);
  }
}

/** pid of the postmaster of this cluster, checked against a stranger who got the same pid after a crash. */
function runningPid(cluster: string): number | undefined {
  try {
    const pid = Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]);
    return statSync(`/proc/${pid}/cwd`).ino === statSync(cluster).ino &&
      readlinkSync(`/proc/${pid}/exe`).includes('postgres')
      ? pid
      : undefined;
  } catch {
    return undefined;
  }
}

/** A zombie whose parent has not asked for it yet counts as ended. */
function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended meanwhile.
  }
}

function openLog(path: string): number {
  const file = openSync(path, 'a', 0o600);
  if (fstatSync(file).size > LOG_BYTES_MAX) truncateSync(path);
  return file;
}

function readFrom(path: string, start: number): string {
  const file = openSync(path, 'r');
  try {
    const length = Math.min(Math.max(fstatSync(file).size - start, 0), 65_536);
    const buffer = Buffer.alloc(length);
    readSync(file, buffer, 0, length, start);
    return buffer.toString('utf8');
  } finally {
    closeSync(file);
  }
}
