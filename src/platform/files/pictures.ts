/**
 * Opens pictures in processes of their own, so that one that asks for endless work stops nobody: neither the thread that
 * answers calls nor the four that hash passwords and compress answers. A process is killed when its picture takes too
 * long or when who sent it has hung up. Each person has one picture at a time, all together two.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { commonErrors, type ErrorCode, fail } from '#shared/errors.ts';
import { fileErrors } from '#shared/files.ts';
import { atMost, atMostEach } from '../at-most.ts';
import { PICTURES } from '../limits.ts';
import { safeEnvironment, yieldToCalls } from '../processes/child-processes.ts';
import { PICTURE_MS } from '../time-limits.ts';
import type { Picture, PictureOrder, PictureResult } from './picture-orders.ts';

export type PictureProcesses = {
  /** @param sender whose picture it is: the account, and when it is no longer wanted */
  clean(order: PictureOrder, sender: Sender): Promise<Picture>;
  /** Those that are there, and whether they have a picture. */
  processes(): { pid: number | undefined; isBusy: boolean }[];
  /** Kills them. Pictures under way and later ones are refused. */
  close(): void;
};
type Sender = { person: string | null; signal?: AbortSignal | undefined };

/** Of this program; one more is for tests. */
export const pictures: PictureProcesses = pictureProcesses();

type Process = { child: ChildProcess; end(reason: ErrorCode): void; order?: Order | undefined };
type Order = { done(picture: Picture): void; refuse(error: Error): void };

const PROGRAM = fileURLToPath(new URL('./picture-process.ts', import.meta.url));
/** @param limit_ms longest time of one picture */
export function pictureProcesses({ limit_ms = PICTURE_MS } = {}): PictureProcesses {
  const processes = new Set<Process>();
  const people = atMostEach(PICTURES.person);
  const all = atMost(PICTURES.all);
  let isClosed = false;

  const clean = (order: PictureOrder, signal: AbortSignal | undefined): Promise<Picture> => {
    if (isClosed || signal?.aborted) throw fail(commonErrors.unavailable);
    const mine = [...processes].find((process) => !process.order) ?? start(processes);
    const { promise, resolve, reject } = Promise.withResolvers<Picture>();
    mine.order = { done: resolve, refuse: reject };
    mine.child.ref();
    const late = setTimeout(() => mine.end(fileErrors.picture_too_heavy), limit_ms);
    const hungUp = () => mine.end(commonErrors.unavailable);
    signal?.addEventListener('abort', hungUp);
    mine.child.send(order, (error) => error && mine.end(commonErrors.unavailable));
    return promise.finally(() => {
      clearTimeout(late);
      signal?.removeEventListener('abort', hungUp);
    });
  };

  return {
    clean: (order, { person, signal }) => {
      const inAll = () => all.run(async () => clean(order, signal), signal);
      return person === null ? inAll() : people.run(person, inAll, signal);
    },
    processes: () =>
      [...processes].map(({ child, order }) => ({ pid: child.pid, isBusy: order !== undefined })),
    close: () => {
      isClosed = true;
      all.refuseWaiting();
      for (const process of processes) process.end(commonErrors.unavailable);
    },
  };
}

function start(processes: Set<Process>): Process {
  // The shell sets the limit of memory, also of what is not JavaScript's, and becomes the process.
  const child = spawn(
    '/bin/sh',
    [
      ...['-c', 'ulimit -d "$0"; exec "$@"', String(PICTURES.memory_kb), process.execPath],
      ...['--max-old-space-size=128', PROGRAM],
    ],
    {
      env: { ...safeEnvironment(), UV_THREADPOOL_SIZE: '2' },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    },
  );
  const mine: Process = {
    child,
    end: (reason) => {
      processes.delete(mine);
      mine.order?.refuse(fail(reason));
      mine.order = undefined;
      child.kill('SIGKILL');
    },
  };
  processes.add(mine);
  yieldToCalls(child);
  child.on('message', (told) => {
    const result = told as PictureResult;
    const { order } = mine;
    mine.order = undefined;
    // An idle process does not keep the program alive.
    letGo(child);
    if ('picture' in result) order?.done(result.picture);
    else order?.refuse(refusal(result));
  });
  // It had too little memory, or a decoder broke: the picture's doing.
  child.once('exit', () => mine.end(fileErrors.picture_too_heavy));
  child.once('error', () => mine.end(commonErrors.unavailable));
  letGo(child);
  return mine;
}

function letGo(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
}

function refusal({ refused, params }: Extract<PictureResult, { refused: string }>): Error {
  const code = Object.values(fileErrors).find((error) => error.code === refused);
  return fail(code ?? fileErrors.unreadable_image, params);
}
