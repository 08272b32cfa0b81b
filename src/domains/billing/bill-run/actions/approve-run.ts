/** Review and approval of a calculated run, and the start of its posting. */

import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { nextRunState } from '../bill-run.rules.ts';
import { holdMovedOfRun } from '../compare-chunk.ts';
import { type BillRun, errors } from '../contract.ts';
import { checkDueDay, checkIssueDay } from '../issue-day.ts';
import { findRun, proveRun } from '../queries.ts';
import { POST_JOB } from '../run-jobs.ts';
import { work } from './calculate-run.ts';
import { lockRun, moveRun } from './lock-run.ts';

/**
 * Approves a complete run. The database refuses the person who planned it. Every bill is compared with its sources
 * first: what moved is held and the run stays in review, because what is left is not what the person saw.
 */
export async function approveRun(
  tx: Tx,
  actor: Actor,
  input: { id: string; version: number },
): Promise<BillRun & { moved: number }> {
  const run = await lockRun(tx, input.id);
  if (run.version !== input.version) throw fail(commonErrors.stale_version);
  if (run.planned_by !== null && run.planned_by === actor.userId) throw fail(errors.second_person);
  if (!nextRunState(run.state, 'approve')) throw fail(errors.run_state, { state: run.state });
  const moved = await holdMovedOfRun(tx, input.id);
  if (moved > 0) return { ...(await keepInReview(tx, actor, input.id, moved)), moved };
  await moveRun(tx, run, 'approve');
  const proof = await proveRun(tx, run);
  if (!proof.complete) throw fail(errors.run_incomplete);
  if (proof.billed === 0) throw fail(errors.nothing_to_bill);
  await execute(
    tx,
    sql`update billing.bill_runs set approved_by = ${actor.userId}, approved_at = ${actor.now},
    proof = ${JSON.stringify(proof)}::jsonb where id = ${input.id}`,
  );
  await audit(tx, actor, {
    action: 'bill-run.approve',
    object: 'bill-run',
    objectId: input.id,
    after: { billed: proof.billed, held: proof.held, totalMinor: proof.totalMinor },
  });
  return { ...(await findRun(tx, input.id)), moved };
}

async function keepInReview(tx: Tx, actor: Actor, id: string, moved: number): Promise<BillRun> {
  await execute(
    tx,
    sql`update billing.bill_run_chunks k set billed = a.billed, held = a.held, total_minor = a.total
    from (select chunk, count(*) filter (where outcome = 'BILLED') as billed, count(*) filter (where outcome = 'HELD') as held,
        coalesce(sum(total_minor) filter (where outcome = 'BILLED'), 0) as total
      from billing.bill_run_items where run_id = ${id} group by chunk) a
    where k.run_id = ${id} and k.chunk = a.chunk`,
  );
  await execute(tx, sql`update billing.bill_runs set version = version + 1, proof = null where id = ${id}`);
  await audit(tx, actor, {
    action: 'bill-run.hold-moved',
    object: 'bill-run',
    objectId: id,
    after: { count: moved },
  });
  return findRun(tx, id);
}

/** Starts posting: the workers post chunk by chunk. */
export async function postRun(tx: Tx, actor: Actor, id: string): Promise<BillRun> {
  const run = await lockRun(tx, id);
  await moveRun(tx, run, 'post');
  await checkIssueDay(tx, actor, run.issuedOn);
  // What advances pay, and a cancellation, would be dated before the bill.
  if (run.issuedOn > actor.today) throw fail(errors.issue_day_ahead, { day: run.issuedOn });
  await checkDueDay(tx, actor, run);
  await audit(tx, actor, { action: 'bill-run.post', object: 'bill-run', objectId: id });
  return work(tx, id, POST_JOB);
}
