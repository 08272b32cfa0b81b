/**
 * The lane of long jobs: thousands of documents that nobody waits for at a screen. They are written in processes of their own,
 * which the processors serve after everything that answers a call, so that a single document (render.ts) is never behind
 * them. A process ends when nothing was asked of it for some seconds, and gives all its memory back.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { safeEnvironment, yieldToCalls } from '../processes/child-processes.ts';
import type { PdfOrder, PdfResult } from './compile.ts';
import { orderOf, type Pdf, PdfError, type PdfJob } from './order.ts';

export type PdfLane = {
  /** Documents are started in the order in which they are asked for. */
  render(job: PdfJob): Promise<Pdf>;
  /** Ids of the processes that are there. */
  processes(): number[];
  /** Ends them; documents under way are refused. Later ones start new processes. */
  close(): void;
};

/** As many as a small machine has processors. */
export const LANE_PROCESSES = 2;
const PROGRAM = fileURLToPath(new URL('./lane-process.ts', import.meta.url));
const DEFAULT_TIMEOUT_MS = 120_000;
const IDLE_MS = 5_000;

type Waiting = { order: PdfOrder; timeout_ms: number; resolve(pdf: Pdf): void; reject(error: Error): void };
type Process = { child: ChildProcess; busy?: Waiting | undefined; timer?: NodeJS.Timeout | undefined };

/** Of this program; one more is for tests. */
export const pdfLane: PdfLane = openLane();

export function openLane({ idle_ms = IDLE_MS } = {}): PdfLane {
  const processes = new Set<Process>();
  const queue: Waiting[] = [];

  const next = (): void => {
    const idle = [...processes].find(({ busy }) => !busy);
    if (queue.length === 0) {
      for (const mine of processes) if (!mine.busy) endLater(mine);
      return;
    }
    const mine = idle ?? (processes.size < LANE_PROCESSES ? start() : undefined);
    const waiting = mine && queue.shift();
    if (!mine || !waiting) return;
    mine.busy = waiting;
    clearTimeout(mine.timer);
    const { timeout_ms } = waiting;
    mine.timer = setTimeout(() => end(mine, `took longer than ${timeout_ms} ms`), timeout_ms);
    mine.child.ref();
    mine.child.channel?.ref();
    mine.child.send(waiting.order, (error) => error && end(mine, error.message));
  };

  const end = (mine: Process, reason: string): void => {
    if (!processes.delete(mine)) return;
    clearTimeout(mine.timer);
    mine.busy?.reject(new PdfError(reason));
    mine.busy = undefined;
    mine.child.kill('SIGKILL');
    next();
  };

  const endLater = (mine: Process): void => {
    clearTimeout(mine.timer);
    mine.timer = setTimeout(() => end(mine, 'not needed any more'), idle_ms);
    mine.timer.unref();
    // An idle process does not keep the program alive.
    mine.child.unref();
    mine.child.channel?.unref();
  };

  const start = (): Process => {
    const child = spawn(process.execPath, [PROGRAM], {
      env: safeEnvironment(),
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    });
    const mine: Process = { child };
    processes.add(mine);
    yieldToCalls(child);
    child.on('message', (told) => {
      const result = told as PdfResult;
      const { busy } = mine;
      mine.busy = undefined;
      clearTimeout(mine.timer);
      if ('pdf' in result) busy?.resolve({ content: Buffer.from(result.pdf), pages: result.pages });
      else busy?.reject(new PdfError(result.problem));
      next();
    });
    child.once('exit', () => end(mine, 'the process ended'));
    child.once('error', (error) => end(mine, error.message));
    return mine;
  };

  return {
    render: (job) =>
      new Promise((resolve, reject) => {
        const { timeout_ms = DEFAULT_TIMEOUT_MS } = job;
        queue.push({ order: orderOf(job), timeout_ms, resolve, reject });
        next();
      }),
    processes: () => [...processes].flatMap(({ child }) => child.pid ?? []),
    close: () => {
      for (const waiting of queue.splice(0)) waiting.reject(new PdfError('the program is stopping'));
      for (const mine of [...processes]) end(mine, 'the program is stopping');
    },
  };
}
