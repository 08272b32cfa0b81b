/**
 * Jobs that fail are seen by people: from the third failure on a row of platform.job_alarms is raised, those who can do
 * something about it are told, and a button starts the job again. The job's next success solves it.
 */
import type { Logger } from 'pino';
import type { Actor } from './actor.ts';
import { audit } from './audit.ts';
import type { Clock } from './clock.ts';
import { type Db, execute, first, one, sql, type Tx, transaction } from './database/db.ts';
import { addJob, type Job, type JobContext, type Jobs } from './jobs.ts';

/** So many tries, some seconds apart, are bad luck; with this one it is a fault. */
const ALARM_AT_ATTEMPT = 3;
const MOST_SAID = 500;

export type JobAlarm = {
  id: string;
  job: string;
  subject: Record<string, unknown>;
  reason: string;
  retries: number;
};

export type JobWatch = {
  db: Db;
  clock: Clock;
  log: Logger;
  /** Tells people of a raised alarm, in the transaction that wrote it; told twice it is told once. */
  tell: (tx: Tx, alarm: JobAlarm) => Promise<void>;
  /** Jobs of which several work at one thing: a success says nothing there, their domain says when it is done. */
  solvedByDomain: readonly string[];
};

/** The same jobs, watched. */
export function watchJobs(jobs: Jobs, watch: JobWatch): Jobs {
  return Object.fromEntries(Object.entries(jobs).map(([name, work]) => [name, watched(name, work, watch)]));
}

function watched(job: string, work: Job, watch: JobWatch): Job {
  return async (payload, context) => {
    const subject = subjectOf(payload);
    try {
      await work(payload, context);
    } catch (error) {
      await noteFailure(watch, { job, subject, error, context }).catch((lost: unknown) =>
        watch.log.error({ err: lost, job }, 'the failure of a job could not be written down'),
      );
      throw error;
    }
    if (!watch.solvedByDomain.includes(job)) {
      await solveJobAlarm(watch.db, { job, subject }, watch.clock.now());
    }
  };
}

/** What the job is about: a schedule adds the time of its run to the payload, which makes no other alarm. */
function subjectOf(payload: unknown): Record<string, unknown> {
  const { _cron, ...subject } = (payload ?? {}) as Record<string, unknown>;
  return subject;
}

type Failure = { job: string; subject: Record<string, unknown>; error: unknown; context: JobContext };

function noteFailure({ db, clock, tell }: JobWatch, failure: Failure): Promise<void> {
  const { attempt, maxAttempts } = failure.context;
  const reason = (failure.error instanceof Error ? failure.error.message : String(failure.error)).slice(
    0,
    MOST_SAID,
  );
  const now = clock.now();
  const raised = attempt >= Math.min(ALARM_AT_ATTEMPT, maxAttempts) ? now : null;
  return transaction(db, async (tx) => {
    const alarm = await one<JobAlarm>(
      tx,
      sql`insert into platform.job_alarms as a (job, subject, reason, since, failed_at, raised_at)
        values (${failure.job}, ${JSON.stringify(failure.subject)}::jsonb, ${reason}, ${now}, ${now}, ${raised})
        on conflict (job, subject) where solved_at is null do update set reason = excluded.reason,
          failures = a.failures + 1, failed_at = excluded.failed_at, raised_at = coalesce(a.raised_at, excluded.raised_at)
        returning id, job, subject, reason, retries`,
    );
    if (raised) await tell(tx, alarm);
  });
}

type Named = { job: string; subject: Record<string, unknown> };

/** The job did its work: what nobody was told of is forgotten, a raised alarm stays as solved. */
export async function solveJobAlarm(db: Db | Tx, { job, subject }: Named, now: Date): Promise<void> {
  await execute(
    db,
    sql`with forgotten as (
      delete from platform.job_alarms where job = ${job} and subject = ${JSON.stringify(subject)}::jsonb
        and solved_at is null and raised_at is null)
    update platform.job_alarms set solved_at = ${now}
    where job = ${job} and subject = ${JSON.stringify(subject)}::jsonb and solved_at is null and raised_at is not null`,
  );
}

/** Notes that a person started the work of an open alarm again; undefined if it is solved or unknown. */
export async function noteRetry(
  tx: Tx,
  actor: Actor,
  of: { id: string } | Named,
): Promise<JobAlarm | undefined> {
  const which =
    'id' in of ? sql`id = ${of.id}` : sql`job = ${of.job} and subject = ${JSON.stringify(of.subject)}::jsonb`;
  return first<JobAlarm>(
    tx,
    sql`update platform.job_alarms set retries = retries + 1, retried_by = ${actor.userId}, retried_at = ${actor.now}
      where ${which} and solved_at is null and raised_at is not null returning id, job, subject, reason, retries`,
  );
}

/** Starts the job of an alarm again; undefined if it is solved or unknown. */
export async function retryJob(tx: Tx, actor: Actor, id: string): Promise<JobAlarm | undefined> {
  const alarm = await noteRetry(tx, actor, { id });
  if (!alarm) return undefined;
  await addJob(tx, alarm.job, alarm.subject);
  await audit(tx, actor, {
    action: 'job.try-again',
    object: 'job',
    objectId: alarm.id,
    after: { job: alarm.job, ...alarm.subject },
    reason: alarm.reason,
  });
  return alarm;
}

/** How many jobs people have to look at, as `failed`. */
export const COUNT_FAILED_JOBS =
  'select count(*)::int as failed from platform.job_alarms where raised_at is not null and solved_at is null';
