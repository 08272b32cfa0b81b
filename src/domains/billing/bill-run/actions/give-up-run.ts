/** What becomes of a bill run that stopped: given up, refused by the second person, or tried again. */

import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, sql, type Tx } from '#platform/database/db.ts';
import { noteRetry, solveJobAlarm } from '#platform/job-alarms.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { noticeGivenUp } from '../../notices.ts';
import { nextRunState } from '../bill-run.rules.ts';
import { type BillRun, errors } from '../contract.ts';
import { findRun } from '../queries.ts';
import { jobOf } from '../run-jobs.ts';
import { work } from './calculate-run.ts';
import { type LockedRun, lockRun } from './lock-run.ts';

/** Gives a run up before it posts: its month is free again, its items stay to be looked at. */
export async function giveUpRun(
  tx: Tx,
  actor: Actor,
  input: { id: string; reason: string },
): Promise<BillRun> {
  return endRun(tx, actor, await lockRun(tx, input.id), 'give-up', input.reason);
}

/** The second person does not approve a calculated run: it ends as if it were given up. */
export async function refuseRun(
  tx: Tx,
  actor: Actor,
  input: { id: string; version: number; reason: string },
): Promise<BillRun> {
  const run = await lockRun(tx, input.id);
  if (run.version !== input.version) throw fail(commonErrors.stale_version);
  return endRun(tx, actor, run, 'refuse', input.reason);
}

/** Who planned the run is told, unless they ended it themselves. */
async function endRun(
  tx: Tx,
  actor: Actor,
  run: LockedRun,
  action: 'give-up' | 'refuse',
  reason: string,
): Promise<BillRun> {
  const to = nextRunState(run.state, action);
  if (!to) throw fail(errors.run_state, { state: run.state });
  await execute(
    tx,
    sql`update billing.bill_runs set state = ${to}, version = version + 1, cancelled_by = ${actor.userId},
    cancelled_at = ${actor.now}, cancel_reason = ${reason} where id = ${run.id}`,
  );
  await audit(tx, actor, {
    action: `bill-run.${action}`,
    object: 'bill-run',
    objectId: run.id,
    before: { state: run.state },
    after: { state: to },
    reason,
  });
  await noticeGivenUp(tx, actor, run, reason);
  await solveJobAlarm(tx, { job: jobOf(run.state), subject: { runId: run.id } }, actor.now);
  return findRun(tx, run.id);
}

/** Starts the work of a run again that failed so often that people were told. */
export async function tryAgain(tx: Tx, actor: Actor, id: string): Promise<BillRun> {
  const run = await lockRun(tx, id);
  const job = jobOf(run.state);
  const alarm = await noteRetry(tx, actor, { job, subject: { runId: id } });
  if (!alarm) throw fail(errors.run_not_failed);
  await audit(tx, actor, {
    action: 'bill-run.try-again',
    object: 'bill-run',
    objectId: id,
    after: { job, state: run.state },
    reason: alarm.reason,
  });
  return work(tx, id, job);
}
