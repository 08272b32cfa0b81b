/**
 * /health/live: the process answers. /health/ready: the database does too, asked on a connection of its own, so that
 * a program with much to do is not taken for a broken one, whether the threads that hash and compress take work, whether the store of
 * files answers, and how many jobs failed. `?of=calls` leaves the files out: a browser asks whether the rest goes on. /metrics: Prometheus text, for who has the token; without one it does not exist.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { stat } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { commonErrors, fail } from '#shared/errors.ts';
import type { Pulse } from '../database/pulse.ts';
import type { FileStore } from '../files/store.ts';

type HealthParts = {
  pulse: Pulse;
  /** The store of files; without one there is none. */
  files?: Pick<FileStore, 'answers'> | undefined;
  metricsToken?: string | undefined;
};

/** Registers the three addresses and measures every request by route. */
export function registerHealth(app: FastifyInstance, { pulse, files, metricsToken }: HealthParts): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const seconds = new Histogram({
    name: 'http_request_seconds',
    help: 'Time from request to answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  });
  new Gauge({
    name: 'failed_jobs',
    help: 'Background jobs that failed three times and have not succeeded since',
    registers: [registry],
    async collect() {
      await pulse.answers();
      this.set(pulse.failedJobs());
    },
  });
  app.addHook('onResponse', async (request, reply) => {
    seconds.observe(
      { method: request.method, route: request.routeOptions.url ?? 'unknown', status: reply.statusCode },
      reply.elapsedTime / 1000,
    );
  });
  app.get('/health/live', async () => ({ status: 'ok' }));
  app.get<{ Querystring: { of?: unknown } }>('/health/ready', async ({ query }, reply) => {
    const store = query.of === 'calls' ? undefined : files;
    const [database_ok, threads_ok, files_ok] = await Promise.all([
      pulse.answers(),
      threadsAnswer(),
      store ? storeAnswers(store) : true,
    ]);
    const is_ready = database_ok && threads_ok && files_ok;
    const failed = pulse.failedJobs();
    // A job that failed needs a person, not another process: the server stays ready.
    return reply.status(is_ready ? 200 : 503).send({
      status: is_ready ? 'ok' : 'unavailable',
      checks: {
        database: database_ok,
        threads: threads_ok,
        ...(store ? { files: files_ok } : {}),
        ...(database_ok ? { jobs: failed === 0 } : {}),
      },
      ...(database_ok ? { failedJobs: failed } : {}),
    });
  });
  // Routes, memory and failures are nobody's business but the operator's.
  app.get('/metrics', async (request, reply) => {
    if (!isToken(request.headers.authorization, metricsToken)) throw fail(commonErrors.not_found);
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

/** The browser gives /health/ready four seconds. */
const READY_MS = 2_000;
let asked: Promise<unknown> | undefined;

/**
 * Whether one of Node's few threads takes a small job. They hash passwords, compress answers and read files; if all of
 * them are held up, nobody can sign in, though the database answers.
 */
async function threadsAnswer(): Promise<boolean> {
  asked ??= stat('.')
    .catch(() => undefined)
    .finally(() => {
      asked = undefined;
    });
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const deadline = setTimeout(() => resolve(false), READY_MS);
  return Promise.race([asked.then(() => true), late]).finally(() => clearTimeout(deadline));
}

/** One question for all who ask meanwhile: a store that hangs is not asked again and again. */
const askedStores = new WeakMap<object, Promise<boolean>>();

async function storeAnswers(store: Pick<FileStore, 'answers'>): Promise<boolean> {
  let answer = askedStores.get(store);
  if (!answer) {
    const signal = AbortSignal.timeout(READY_MS);
    const late = new Promise<boolean>((resolve) => {
      signal.addEventListener('abort', () => resolve(false), { once: true });
    });
    answer = Promise.race([store.answers(signal).catch(() => false), late]).finally(() =>
      askedStores.delete(store),
    );
    askedStores.set(store, answer);
  }
  return answer;
}

const hashOf = (text: string) => createHash('sha256').update(text).digest();

/** Compares hashes, so that neither length nor first characters can be measured. */
function isToken(header: string | undefined, token: string | undefined): boolean {
  return token !== undefined && timingSafeEqual(hashOf(header ?? ''), hashOf(`Bearer ${token}`));
}
