/** Review and approval of a calculated run, and the start of its posting. */

import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { first, one, sql, type Tx } from '#platform/db.ts';
import { addJob } from '#platform/jobs.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { RUN_WORKERS } from '../bill-run/bill-run.rules.ts';
import { type BillRun, errors } from '../bill-run/contract.ts';
import { findRun, proveRun } from '../bill-run/queries.ts';
import { lockRun, moveRun, POST_JOB } from './plan-run.ts';

/** Keeps one connection out: its item is held, with the remark in the audit log. */
export async function holdItem(
  tx: Tx,
  actor: Actor,
  input: { id: string; connectionId: string; remark?: string | undefined },
): Promise<BillRun> {
  const run = await lockRun(tx, input.id);
  if (run.state !== 'REVIEW') throw fail(errors.run_state, { state: run.state });
  const held = await first<{ chunk: number; total_minor: number }>(
    tx,
    sql`update billing.bill_run_items set outcome = 'HELD', reason = 'held_by_hand'
      where run_id = ${input.id} and connection_id = ${input.connectionId} and outcome = 'BILLED'
      returning chunk, total_minor`,
  );
  if (!held) throw fail(commonErrors.not_found);
  await sql`update billing.bill_run_chunks set billed = billed - 1, held = held + 1,
      total_minor = total_minor - ${held.total_minor}
    where run_id = ${input.id} and chunk = ${held.chunk}`.execute(tx);
  await sql`update billing.bill_runs set proof = null where id = ${input.id}`.execute(tx);
  await audit(tx, actor, {
    action: 'bill-run.hold',
    object: 'bill-run',
    objectId: input.id,
    after: { connectionId: input.connectionId },
    reason: input.remark,
  });
  return findRun(tx, input.id);
}

/** Approves a complete run. The database refuses the person who planned it. */
export async function approveRun(
  tx: Tx,
  actor: Actor,
  input: { id: string; version: number },
): Promise<BillRun> {
  const run = await lockRun(tx, input.id);
  if (run.version !== input.version) throw fail(commonErrors.stale_version);
  await moveRun(tx, run, 'approve');
  const proof = await proveRun(tx, run);
  if (!proof.complete) throw fail(errors.run_incomplete);
  if (proof.billed === 0) throw fail(errors.nothing_to_bill);
  await sql`update billing.bill_runs set approved_by = ${actor.userId}, approved_at = ${actor.now}
    where id = ${input.id}`.execute(tx);
  await audit(tx, actor, {
    action: 'bill-run.approve',
    object: 'bill-run',
    objectId: input.id,
    after: { billed: proof.billed, held: proof.held, totalMinor: proof.totalMinor },
  });
  return findRun(tx, input.id);
}

/** Starts posting: each chunk gets its range of the gapless series, then the worker posts chunk by chunk. */
export async function postRun(tx: Tx, actor: Actor, id: string): Promise<BillRun> {
  const run = await lockRun(tx, id);
  await moveRun(tx, run, 'post');
  const { billed } = await one<{ billed: number }>(
    tx,
    sql`select sum(billed)::bigint as billed from billing.bill_run_chunks where run_id = ${id}`,
  );
  await sql`with base as (select platform.take_numbers('invoice', ${billed}) as first)
    update billing.bill_run_chunks k set first_number = base.first + before
    from base, (select chunk, sum(billed) over (order by chunk) - billed as before
      from billing.bill_run_chunks where run_id = ${id}) o
    where k.run_id = ${id} and k.chunk = o.chunk`.execute(tx);
  await audit(tx, actor, {
    action: 'bill-run.post',
    object: 'bill-run',
    objectId: id,
    after: { invoices: billed },
  });
  for (let worker = 0; worker < RUN_WORKERS; worker += 1) await addJob(tx, POST_JOB, { runId: id });
  return findRun(tx, id);
}
