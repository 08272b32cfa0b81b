/**
 * PDFs from Typst templates, in at most two worker threads. Templates are files anywhere below src/ and import
 * `/platform/pdf/paper.typ`; they get their data as JSON. A render that takes too long ends its thread.
 */
import { Worker } from 'node:worker_threads';
import type { PdfOrder, PdfResult } from './compile.ts';
import { orderOf, type Pdf, PdfError, type PdfJob, WORKSPACE } from './order.ts';

export { type Pdf, PdfError, type PdfJob };

const THREADS = 2;
const DEFAULT_TIMEOUT_MS = 60_000;

type Waiting = {
  order: PdfOrder;
  isPart: boolean;
  timeout_ms: number;
  resolve(pdf: Pdf): void;
  reject(error: Error): void;
};
type Thread = { worker: Worker; busy: (Waiting & { timer: NodeJS.Timeout }) | undefined };

const threads = new Set<Thread>();
const queue: Waiting[] = [];

/** Renders one document. */
export function renderPdf(job: PdfJob): Promise<Pdf> {
  return new Promise((resolve, reject) => {
    const order = orderOf(job);
    const { isPart = false, timeout_ms = DEFAULT_TIMEOUT_MS } = job;
    queue.push({ order, isPart, timeout_ms, resolve, reject });
    next();
  });
}

/** Ends the threads; documents still waiting are refused. */
export async function closePdf(): Promise<void> {
  for (const waiting of queue.splice(0)) waiting.reject(new PdfError('the program is stopping'));
  await Promise.all([...threads].map((thread) => drop(thread, 'the program is stopping')));
}

function next(): void {
  const place = nextInQueue();
  if (place < 0) return;
  const idle = [...threads].find((thread) => !thread.busy) ?? (threads.size < THREADS ? start() : undefined);
  const [waiting] = idle ? queue.splice(place, 1) : [];
  if (!idle || !waiting) return;
  const { timeout_ms } = waiting;
  const timer = setTimeout(() => drop(idle, `took longer than ${timeout_ms} ms`), timeout_ms);
  idle.busy = { ...waiting, timer };
  idle.worker.ref();
  idle.worker.postMessage(waiting.order);
}

/** A whole document first; a part only if no other one is being made. */
function nextInQueue(): number {
  const whole = queue.findIndex(({ isPart }) => !isPart);
  if (whole >= 0) return whole;
  return [...threads].some((thread) => thread.busy?.isPart) ? -1 : Math.min(0, queue.length - 1);
}

function start(): Thread {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: { workspace: WORKSPACE },
    // The parent's flags (test runner, debugger) are none of the thread's business.
    execArgv: [],
  });
  const thread: Thread = { worker, busy: undefined };
  threads.add(thread);
  worker.on('message', (result: PdfResult) => {
    const done = free(thread);
    // An idle thread does not keep the program alive.
    worker.unref();
    if ('pdf' in result) done?.resolve({ content: Buffer.from(result.pdf.buffer), pages: result.pages });
    else done?.reject(new PdfError(result.problem));
    next();
  });
  worker.on('error', (error) => drop(thread, error.message));
  worker.on('exit', () => drop(thread, 'the thread ended'));
  return thread;
}

function free(thread: Thread): Waiting | undefined {
  const { busy } = thread;
  thread.busy = undefined;
  clearTimeout(busy?.timer);
  return busy;
}

async function drop(thread: Thread, reason: string): Promise<void> {
  if (!threads.delete(thread)) return;
  free(thread)?.reject(new PdfError(reason));
  await thread.worker.terminate();
  next();
}
