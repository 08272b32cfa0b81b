/**
 * Background work on graphile-worker. A job is added inside the business transaction, so it exists exactly
 * when that transaction was committed, and it runs at least once: a job that is run twice must do its work once.
 * The worker's tables belong to the owner; the program's role adds through platform.add_job (0002).
 */

import { setTimeout as sleep } from 'node:timers/promises';
import {
  Logger as JobLogger,
  parseCronItems,
  parseCrontab,
  type Runner,
  run,
  runMigrations,
} from 'graphile-worker';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Clock } from './clock.ts';
import { type DailyJob, dailyItem } from './daily-jobs.ts';
import { type Db, one, sql, type Tx } from './database/db.ts';

const RESTART_MS = 1000;

/** What a job knows about its run. */
export type JobContext = {
  jobId: string;
  /** 1 at the first try. */
  attempt: number;
  maxAttempts: number;
  /** Aborted some seconds after the program was asked to stop; the job then runs again later. */
  signal: AbortSignal;
  log: Logger;
};

/** The work behind a job's name. It throws to be tried again with growing delay. */
export type Job = (payload: unknown, context: JobContext) => Promise<void>;

/** Jobs by name, `<domain>:<verb-noun>` (cron lines allow no dot). */
export type Jobs = Record<string, Job>;

/**
 * Jobs that work for minutes have places of their own, so that a code for signing in, or the seal of the log, never waits for them: how many
 * of each kind one process runs at a time. `town`: over all bills or a whole file; `paper`: files for printers; `mail`, `sms` and
 * `bank`: what goes to a server of somebody else, which may hang.
 */
export const LONG_JOBS = { town: 3, paper: 2, mail: 1, sms: 2, bank: 1 } as const;
export type LongJob = keyof typeof LONG_JOBS;

type Owner = { connectionString: string };

/** Creates or updates the worker's own schema `graphile_worker`. Run as the owner, before the worker starts. */
export async function migrateJobs(ownerUrl: string): Promise<void> {
  // A pool of ours: the worker does not wait until its own is closed, and a PostgreSQL that stops before that is
  // an error that nobody catches.
  const pool = openPool({ owner: { connectionString: ownerUrl }, concurrency: 1 });
  try {
    await runMigrations({ pgPool: pool, logger: silent });
  } finally {
    await pool.end();
  }
}

/**
 * Starts running jobs in this process.
 * @param options long: jobs that have places of their own; crontab: lines in graphile-worker's format, for jobs that run every few minutes; daily:
 *   jobs that run once in the utility's day, by the clock's time zone; concurrency: jobs at a time, beside the long ones
 */
export async function startJobs(options: {
  owner: Owner;
  jobs: Jobs;
  long?: Readonly<Record<string, LongJob>>;
  crontab?: string;
  daily?: { jobs: readonly DailyJob[]; clock: Clock };
  concurrency?: number;
  log: Logger;
}): Promise<{ stop(): Promise<void> }> {
  const { long = {}, concurrency = 4, jobs, ...shared } = options;
  const places = [[undefined, concurrency], ...Object.entries(LONG_JOBS)] as const;
  const workers: { stop(): Promise<void> }[] = [];
  for (const [kind, atATime] of places) {
    const own = Object.entries(jobs).filter(([name]) => long[name] === kind);
    if (own.length === 0) continue;
    const worker = { ...shared, jobs: Object.fromEntries(own), concurrency: atATime };
    workers.push(await startWorker(worker));
  }
  return { stop: async () => void (await Promise.all(workers.map((worker) => worker.stop()))) };
}

/** One worker of graphile's with its own places. It takes only jobs that it knows. */
async function startWorker(options: JobOptions): Promise<{ stop(): Promise<void> }> {
  const pool = openPool(options);
  let runner = await startRunner(options, pool);
  let stopping = false;
  const supervise = async (): Promise<void> => {
    while (!stopping) {
      await runner.promise.catch((error: unknown) =>
        options.log.error({ err: error }, 'the job worker stopped'),
      );
      if (stopping) return;
      runner = await restart(options, pool);
    }
  };
  const supervised = supervise();
  return {
    stop: async () => {
      stopping = true;
      await runner.stop().catch(() => undefined);
      await supervised;
      await pool.end();
    },
  };
}

type JobOptions = Omit<Parameters<typeof startJobs>[0], 'long'> & { concurrency: number };

/** The worker ends when its database goes away, and is started again as soon as the database answers. */
async function restart(options: JobOptions, pool: pg.Pool): Promise<Runner> {
  for (;;) {
    await sleep(RESTART_MS);
    try {
      return await startRunner(options, pool);
    } catch (error) {
      options.log.warn({ err: error }, 'the job worker waits for the database');
    }
  }
}

/** The worker's own connections. Losing one, even in the middle of a query, is not the end of the program. */
function openPool({ owner, concurrency }: Pick<JobOptions, 'owner' | 'concurrency'>): pg.Pool {
  const pool = new pg.Pool({ ...owner, max: concurrency + 2, application_name: 'jolkol-jobs' });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

function startRunner(
  { jobs, log, crontab = '', daily, concurrency }: JobOptions,
  pgPool: pg.Pool,
): Promise<Runner> {
  const dailyItems = daily ? daily.jobs.map((job) => dailyItem(job, daily.clock)) : [];
  return run({
    pgPool,
    concurrency,
    parsedCronItems: [...parseCrontab(crontab), ...parseCronItems(dailyItems)].filter(
      ({ task }) => task in jobs,
    ),
    noHandleSignals: true,
    logger: forwardTo(log),
    taskList: Object.fromEntries(
      Object.entries(jobs).map(([name, work]) => [
        name,
        (payload, helpers) =>
          work(payload, {
            jobId: helpers.job.id,
            attempt: helpers.job.attempts,
            maxAttempts: helpers.job.max_attempts,
            signal: helpers.abortSignal,
            log,
          }),
      ]),
    ),
  });
}

/**
 * Adds a job in the caller's transaction.
 * @param options runAt: not before; key: one waiting job per key, the newest payload wins (do not use a key
 *   that many transactions share: they would wait for each other); queue: jobs of one queue run one by one
 */
export async function addJob(
  tx: Tx | Db,
  name: string,
  payload: Record<string, unknown> = {},
  options: { runAt?: Date; key?: string; queue?: string; maxAttempts?: number } = {},
): Promise<string> {
  const row = await one<{ id: string }>(
    tx,
    sql`select platform.add_job(${name}::text, ${JSON.stringify(payload)}::json,
      ${options.queue ?? null}::text, ${options.runAt?.toISOString() ?? null}::timestamptz,
      ${options.maxAttempts ?? null}::int, ${options.key ?? null}::text)::text as id`,
  );
  return row.id;
}

const silent = new JobLogger(() => () => undefined);

/** The worker's own messages in the program's log; its chatter about each job stays at debug. */
function forwardTo(log: Logger): JobLogger {
  return new JobLogger(() => (level, message, meta) => {
    if (level === 'error') log.error(meta, message);
    else if (level === 'warning') log.warn(meta, message);
    else log.debug(meta, message);
  });
}

/**
 * Does the work of a job for one after another: one that fails does not keep the others waiting. What failed first is thrown at the end, so that the job is told as failed.
 */
export async function eachAlone<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const failures: unknown[] = [];
  for (const item of items) await work(item).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
