/**
 * What the worker does with a job: item after item, each in a transaction of its own, which marks the item and does the act. A worker
 * that is killed leaves its item as it was; two workers of one job never have the same item. The act is the single step of its domain,
 * done as the person who asked, with the permissions that they have at that moment.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { actorOfAccount, wasShutOut } from '#domains/identity/users/account-actor.ts';
import type { Actor } from '#platform/actor.ts';
import { type Clock, today } from '#platform/clock.ts';
import { type Db, execute, first, sql, type Tx, transaction } from '#platform/database/db.ts';
import { type ConstraintErrors, isDatabaseAway, toAppError } from '#platform/http/errors.ts';
import { solveJobAlarm } from '#platform/job-alarms.ts';
import { addJob } from '#platform/jobs.ts';
import { type AppError, commonErrors } from '#shared/errors.ts';
import { WORK_JOB } from '../bulk-work.ts';
import { mayDo, type Offered, titleOf } from '../offered.ts';
import type { BulkAction, Told } from '../points.ts';
import { tellAsker } from '../tell-asker.ts';
import { endJob } from './cancel-job.ts';

const RETRY_MS = 500;

export type Work = { db: Db; clock: Clock; offered: Offered; constraints: ConstraintErrors };
type Job = { id: string; action: string; told: Told; askedBy: string; sessionId: string | null };
type Item = { id: string; subjectId: string; version: number; agreedMinor: number | null };

/** Thrown out of an item's transaction: the person may not do it any more, and nothing further is done. */
class NotPermitted extends Error {}

export async function workJob(work: Work, jobId: string, goOn: () => boolean = () => true): Promise<void> {
  const job = await first<Job>(
    work.db,
    sql`select id, action, input as told, asked_by as "askedBy", session_id as "sessionId"
      from bulk.jobs where id = ${jobId}`,
  );
  if (!job) return;
  const failed = new Set<string>();
  let fault: unknown;
  while (goOn()) {
    const taken = await takeNext(work, job, failed).catch(async (error: unknown) => {
      if (!isDatabaseAway(error)) throw error;
      await sleep(RETRY_MS);
      return 'again' as const;
    });
    if (taken === 'none') break;
    if (typeof taken === 'object') {
      failed.add(taken.itemId);
      fault = taken.fault;
    }
  }
  // The others are done: the fault is tried again later, and if it stays, people are told.
  if (fault) throw fault;
  await finishJob(work, job);
}

type Taken = 'none' | 'again' | { itemId: string; fault: unknown };

async function takeNext(work: Work, job: Job, failed: ReadonlySet<string>): Promise<Taken> {
  const { db, clock, offered, constraints } = work;
  let item: Item | undefined;
  try {
    return await transaction(db, async (tx) => {
      item = await claimItem(tx, job.id, failed);
      if (!item) return 'none';
      const action = offered.actions.get(job.action);
      const actor = await askerNow(tx, clock, job);
      if (!action || !actor || !mayDo(actor, action)) throw new NotPermitted();
      await act(tx, actor, { action, item, told: job.told });
      return 'again';
    });
  } catch (error) {
    if (error instanceof NotPermitted) {
      await stopJob(work, job);
      return 'none';
    }
    if (!item || isDatabaseAway(error)) throw error;
    const refusal = toAppError(error, constraints);
    if (refusal.error === commonErrors.unexpected) {
      await noteFault(db, item);
      return { itemId: item.id, fault: error };
    }
    await refuseItem(db, clock, item, refusal);
    return 'again';
  }
}

/** Nobody else has it, and the job runs still: cancelling waits for this item, or this waits for nothing of it. */
function claimItem(tx: Tx, jobId: string, failed: ReadonlySet<string>): Promise<Item | undefined> {
  return first<Item>(
    tx,
    sql`select i.id, i.subject_id as "subjectId", i.version, i.agreed_minor as "agreedMinor" from bulk.items i
      where i.job_id = ${jobId} and i.state = 'WAITING' and i.id <> all(${[...failed]}::uuid[])
        and exists (select from bulk.jobs j where j.id = i.job_id and j.state = 'RUNNING')
      order by i.tries, i.position limit 1 for update of i skip locked`,
  );
}

/** Who asked, with the role and the permissions of this moment; nobody, if their session was ended. */
async function askerNow(tx: Tx, clock: Clock, job: Job): Promise<Actor | undefined> {
  if (await wasShutOut(tx, job.sessionId)) return undefined;
  const facts = { now: clock.now(), today: today(clock), requestId: `bulk-job ${job.id}` };
  return actorOfAccount(tx, job.askedBy, facts);
}

type Act = { action: BulkAction; item: Item; told: Told };

async function act(tx: Tx, actor: Actor, { action, item, told }: Act): Promise<void> {
  const { subjectId: id, version, agreedMinor } = item;
  await action.take(tx, actor, { id, version, sumMinor: agreedMinor ?? undefined }, told);
  await execute(tx, sql`update bulk.items set state = 'DONE', ended_at = ${actor.now} where id = ${item.id}`);
}

async function refuseItem(db: Db, clock: Clock, item: Item, { error, params }: AppError): Promise<void> {
  await execute(
    db,
    sql`update bulk.items set state = 'REFUSED', code = ${error.code}, params = ${JSON.stringify(params)}::jsonb,
        ended_at = ${clock.now()}
      where id = ${item.id} and state = 'WAITING'`,
  );
}

async function noteFault(db: Db, item: Item): Promise<void> {
  await execute(db, sql`update bulk.items set tries = tries + 1 where id = ${item.id} and state = 'WAITING'`);
}

/** The permission was taken, the session ended or the account is closed: what is left is given up. */
function stopJob({ db, clock, offered }: Work, job: Job): Promise<void> {
  const { code } = commonErrors.not_permitted;
  return transaction(db, async (tx) => {
    const given = await endJob(tx, { id: job.id, state: 'STOPPED', at: clock.now(), code });
    if (given === undefined) return;
    await solveJobAlarm(tx, { job: WORK_JOB, subject: { jobId: job.id } }, clock.now());
    const params = { ...titleOf(offered, job.action), count: given };
    await tellAsker(tx, clock.now(), { kind: 'bulk.stopped', id: job.id, occasion: job.id, params });
  });
}

/** Done by the worker that finds nothing left. */
function finishJob({ db, clock, offered }: Work, job: Job): Promise<void> {
  return transaction(db, async (tx) => {
    const ended = await first(
      tx,
      sql`update bulk.jobs j set state = 'DONE', ended_at = ${clock.now()} where j.id = ${job.id} and j.state = 'RUNNING'
        and not exists (select from bulk.items i where i.job_id = j.id and i.state = 'WAITING') returning j.id`,
    );
    if (!ended) return;
    await solveJobAlarm(tx, { job: WORK_JOB, subject: { jobId: job.id } }, clock.now());
    const counts = await first<{ done: number; failed: number }>(
      tx,
      sql`select count(*) filter (where state = 'DONE') as done, count(*) filter (where state in ('REFUSED', 'GIVEN_UP')) as failed
        from bulk.items where job_id = ${job.id}`,
    );
    const params = { ...titleOf(offered, job.action), done: counts?.done ?? 0, failed: counts?.failed ?? 0 };
    await tellAsker(tx, clock.now(), { kind: 'bulk.finished', id: job.id, occasion: job.id, params });
  });
}

/**
 * Goes on with jobs whose workers were killed: all unfinished ones at the start of the program, those without progress for a while from
 * time to time, but not those whose failure was raised: those wait for a person. Doing it twice does no harm.
 */
export async function resumeJobs(db: Db, stillSeconds = 0): Promise<void> {
  await transaction(db, async (tx) => {
    const { rows } = await sql<{ id: string }>`select j.id from bulk.jobs j
      where j.state = 'RUNNING' and (${stillSeconds} = 0 or (
        greatest(j.asked_at, (select max(i.ended_at) from bulk.items i where i.job_id = j.id))
          < now() - ${stillSeconds}::int * interval '1 second'
        and not exists (select from platform.job_alarms a where a.job = ${WORK_JOB}
          and a.subject = jsonb_build_object('jobId', j.id) and a.solved_at is null)))`.execute(tx);
    for (const { id } of rows) await addJob(tx, WORK_JOB, { jobId: id });
  });
}
