/** Gives up what a job has not done. The item that is just being done is waited for: it is done, or it is given up. */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, first, sql, type Tx } from '#platform/database/db.ts';
import { solveJobAlarm } from '#platform/job-alarms.ts';
import { fail } from '#shared/errors.ts';
import { WORK_JOB } from '../bulk-work.ts';
import { errors } from '../contract.ts';
import { type Offered, titleOf } from '../offered.ts';
import { findJobToEnd } from '../queries.ts';
import { tellAsker } from '../tell-asker.ts';

export async function cancelJob(tx: Tx, actor: Actor, offered: Offered, id: string): Promise<{ done: true }> {
  const job = await findJobToEnd(tx, actor, id);
  const given = await endJob(tx, { id, state: 'CANCELLED', at: actor.now });
  if (given === undefined) throw fail(errors.over_already);
  await solveJobAlarm(tx, { job: WORK_JOB, subject: { jobId: id } }, actor.now);
  await audit(tx, actor, {
    action: 'bulk.cancel',
    object: 'bulk_job',
    objectId: id,
    after: { bulkAction: job.action, bulkItems: given },
  });
  if (!job.isOwn) {
    const params = { ...titleOf(offered, job.action), count: given };
    await tellAsker(tx, actor.now, { kind: 'bulk.stopped', id, occasion: id, params });
  }
  return { done: true };
}

type End = { id: string; state: 'CANCELLED' | 'STOPPED'; at: Date; code?: string };

/** Ends a running job before its end. Gives how many items were given up; undefined if it was over already. */
export async function endJob(tx: Tx, { id, state, at, code }: End): Promise<number | undefined> {
  // The job first: its workers take no further item, and then its items.
  const ended = await first(
    tx,
    sql`update bulk.jobs set state = ${state}, ended_at = ${at} where id = ${id} and state = 'RUNNING' returning id`,
  );
  if (!ended) return undefined;
  return execute(
    tx,
    sql`update bulk.items set state = 'GIVEN_UP', ended_at = ${at}, code = ${code ?? null}
      where job_id = ${id} and state = 'WAITING'`,
  );
}
