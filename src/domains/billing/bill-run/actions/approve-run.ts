/** Review and approval of a calculated run, and the start of its posting. */

import { type Actor, may } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, one, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { holdChanged } from '../../correction-run/hold-changed.ts';
import { dueDayFor } from '../../settings/queries.ts';
import { approveByRun } from '../../tariffs/actions/move-tariff.ts';
import { errors as tariffErrors } from '../../tariffs/contract.ts';
import { nextRunState } from '../bill-run.rules.ts';
import { BILL_ITEMS, CORRECTION_ITEMS } from '../calculate-chunk.ts';
import { holdMovedOfRun } from '../compare-chunk.ts';
import { type BillRun, errors } from '../contract.ts';
import { checkDueDay, checkIssueDay, refuseClosedMonth } from '../issue-day.ts';
import { findRun, proveRun } from '../queries.ts';
import { POST_JOB } from '../run-jobs.ts';
import { work } from './calculate-run.ts';
import { type LockedRun, lockRun, moveRun } from './lock-run.ts';

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
  if (run.tariffVersionId) await checkApprover(tx, actor, run.tariffVersionId);
  const isCorrection = run.tariffVersionId !== null;
  const moved = await (isCorrection ? holdChanged : holdMovedOfRun)(tx, input.id);
  if (moved > 0) return { ...(await keepInReview(tx, actor, run, moved)), moved };
  await moveRun(tx, run, 'approve');
  const proof = await proveRun(tx, { ...run, isCorrection });
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

async function keepInReview(tx: Tx, actor: Actor, run: LockedRun, moved: number): Promise<BillRun> {
  const { id } = run;
  const items = sql.table(run.tariffVersionId ? CORRECTION_ITEMS : BILL_ITEMS);
  await execute(
    tx,
    sql`update billing.bill_run_chunks k set billed = a.billed, held = a.held, total_minor = a.total
    from (select chunk, count(*) filter (where outcome = 'BILLED') as billed, count(*) filter (where outcome = 'HELD') as held,
        coalesce(sum(total_minor) filter (where outcome = 'BILLED'), 0) as total
      from ${items} where run_id = ${id} group by chunk) a
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

/** Who approves a correction run approves its tariff: with the word for that, and nobody who wrote or announced it. */
async function checkApprover(tx: Tx, actor: Actor, tariffVersionId: string): Promise<void> {
  const permission = 'tariffs:approve';
  if (!may(actor, permission)) throw fail(commonErrors.not_permitted, { permission });
  const version = await one<{ state: string; isAuthor: boolean }>(
    tx,
    sql`select state, coalesce(${actor.userId}::uuid = any (author_ids), false) as "isAuthor" from billing.tariff_versions
      where id = ${tariffVersionId}`,
  );
  if (version.isAuthor) throw fail(tariffErrors.tariff_second_person);
  if (version.state === 'WITHDRAWN') throw fail(tariffErrors.tariff_state, { state: version.state });
}

/** Starts posting: the workers post chunk by chunk. The version of a correction run is in force from then on. */
export async function postRun(tx: Tx, actor: Actor, id: string): Promise<BillRun> {
  const run = await lockRun(tx, id);
  await moveRun(tx, run, 'post');
  if (run.tariffVersionId) await openCorrection(tx, actor, run);
  else await checkDays(tx, actor, run);
  await audit(tx, actor, { action: 'bill-run.post', object: 'bill-run', objectId: id });
  return work(tx, id, POST_JOB);
}

/** The documents are dated today, and not on the day on which the run was planned. */
async function openCorrection(tx: Tx, actor: Actor, run: LockedRun): Promise<void> {
  await refuseClosedMonth(tx, actor.today);
  const { approvedBy, orderNumber } = await one<{ approvedBy: string; orderNumber: string }>(
    tx,
    sql`update billing.bill_runs set issued_on = ${actor.today}, due_on = ${await dueDayFor(tx, actor.today)} where id = ${run.id}
      returning approved_by as "approvedBy", order_number as "orderNumber"`,
  );
  await approveByRun(tx, actor, { id: String(run.tariffVersionId), approvedBy, orderNumber });
}

/** The run may still be dated as it was planned, on a day that has come, and leaves time to pay. */
async function checkDays(tx: Tx, actor: Actor, run: LockedRun): Promise<void> {
  await checkIssueDay(tx, actor, run.issuedOn);
  // What advances pay, and a cancellation, would be dated before the bill.
  if (run.issuedOn > actor.today) throw fail(errors.issue_day_ahead, { day: run.issuedOn });
  await checkDueDay(tx, actor, run);
}
