/**
 * `npm start -- --demo`, or the choice at the set-up screen: the town is made in an empty database; one that holds
 * it already is just started.
 */
import type { Logger } from 'pino';
import { CALCULATE_JOB, POST_JOB } from '#domains/billing/bill-run/run-jobs.ts';
import type { Clock } from '#platform/clock.ts';
import { all, type Db, first, openDatabase, sql, type Tx } from '#platform/database/db.ts';
import type { Files } from '#platform/files/receive.ts';
import type { Job, Jobs } from '#platform/jobs.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import { StartError } from '#platform/start/start-error.ts';
import { loadDemoTown, noteTown } from './load-demo-town.ts';

type DemoState = 'empty' | 'begun' | 'ready' | 'failed' | 'other';

/** What a database holds; the audit log says whether it is the town, for it is never changed. */
async function demoState(db: Db | Tx): Promise<DemoState> {
  const notes = await all<{ action: string }>(
    db,
    sql`select action from platform.audit where object = 'demo-town' and object_id = 'town'`,
  );
  const says = (action: string) => notes.some((note) => note.action === action);
  if (says('demo-town.ready')) return 'ready';
  if (says('demo-town.failed')) return 'failed';
  if (notes.length > 0) return 'begun';
  const other = await first(
    db,
    sql`select from identity.users union all select from settings.sectors union all select from consumers.consumers limit 1`,
  );
  return other ? 'other' : 'empty';
}

/**
 * Whether the database holds the demo town, also one that was ordered at the set-up screen of a program that was started
 * without --demo. Its SMS go to the simulator.
 */
export async function isDemo(db: Db | Tx): Promise<boolean> {
  const state = await demoState(db);
  return state === 'begun' || state === 'ready';
}

/** For the set-up screen, which waits for it. */
export async function demoProgress(db: Db | Tx): Promise<'making' | 'ready' | 'failed' | null> {
  const state = await demoState(db);
  if (state === 'begun') return 'making';
  return state === 'ready' || state === 'failed' ? state : null;
}

type Start = {
  db: Db;
  appUrl: string;
  ownerUrl: string;
  files: Files;
  secrets: Secrets;
  clock: Clock;
  log: Pick<Logger, 'info'>;
  /** Address that links in its messages begin with. */
  publicUrl: string;
};

/** Makes the town in an empty database; refuses a database that holds anything else. */
export async function ensureDemoTown(start: Start): Promise<void> {
  const state = await demoState(start.db);
  if (state === 'ready') return;
  if (state === 'other') {
    throw new StartError(
      'This database holds other data: start the demo town on an empty one, for example "DATA_DIR=demo npm start -- --demo".',
    );
  }
  if (state !== 'empty') {
    throw new StartError(
      'The demo town was not finished in this database: delete it (or its DATA_DIR) and start again with --demo.',
    );
  }
  await makeTown(start);
}

export const DEMO_JOB = 'demo:make-town';

/** The same as a job, ordered at the set-up screen. It is not tried again over what a failure left. */
export function demoJobs(start: Start): Jobs {
  return {
    [DEMO_JOB]: async (_payload, { attempt, log }) => {
      try {
        if (attempt > 1) throw new Error('the program was stopped while it made the demo town');
        await makeTown(start);
      } catch (error) {
        log.error(error, 'the demo town could not be made');
        await noteTown(start, 'demo-town.failed');
      }
    },
  };
}

/**
 * The program's jobs, which leave bill runs alone while the town is being made: it works its runs itself, on the days of its story. A worker of the
 * program would write today into their bills, and they would be paid before anybody knew them.
 */
export function leaveRunsToTown(db: Db, jobs: Jobs): Jobs {
  const unlessMaking =
    (job: Job): Job =>
    async (payload, context) => {
      if ((await demoProgress(db)) !== 'making') await job(payload, context);
    };
  const runs = [CALCULATE_JOB, POST_JOB];
  return Object.fromEntries(
    Object.entries(jobs).map(([name, job]) => [name, runs.includes(name) ? unlessMaking(job) : job]),
  );
}

/** A town that a crash cuts short is made again, so no commit has to wait for the disk. */
async function makeTown({ appUrl, ...start }: Start): Promise<void> {
  const settings = { synchronous_commit: 'off' };
  const { publicUrl } = start;
  const fast = openDatabase(appUrl, { max: 6, name: 'demo-town', settings, publicUrl });
  try {
    await loadDemoTown({ ...start, db: fast.db });
  } finally {
    await fast.close();
  }
}
