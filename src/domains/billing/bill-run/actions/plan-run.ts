/** Plans a run: cuts the connections of its scope into ranges of ids and asks the workers to calculate them. */

import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, first, one, sql, type Tx } from '#platform/database/db.ts';
import { noteRetry, solveJobAlarm } from '#platform/job-alarms.ts';
import { addJob } from '#platform/jobs.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { dueDayFor } from '../../settings/queries.ts';
import { chunkSize, nextRunState, RUN_WORKERS, type RunState } from '../bill-run.rules.ts';
import { inScope } from '../calculate-chunk.ts';
import { holdMovedOfRun } from '../compare-chunk.ts';
import { type BillRun, errors } from '../contract.ts';
import { checkIssueDay } from '../issue-day.ts';
import { findRun } from '../queries.ts';

export const CALCULATE_JOB = 'billing:calculate-run';
export const POST_JOB = 'billing:post-run';

/** The work that a run of this state waits for. */
export const jobOf = (state: RunState): string => (state === 'POSTING' ? POST_JOB : CALCULATE_JOB);

type Plan = {
  period: string;
  sectorId?: string | null | undefined;
  issuedOn: string;
  dueOn?: string | undefined;
};

export async function planRun(tx: Tx, actor: Actor, input: Plan): Promise<BillRun> {
  // The constraint refuses what overlaps. Two that are planned at once would wait for each other in it.
  await execute(tx, sql`select pg_advisory_xact_lock(hashtext('billing.plan-run'))`);
  await checkIssueDay(tx, actor, input.issuedOn);
  const dueOn = input.dueOn ?? (await dueDayFor(tx, input.issuedOn));
  const { id } = await one<{ id: string }>(
    tx,
    sql`insert into billing.bill_runs (period, sector_id, issued_on, due_on, planned_by, planned_at)
      values (${input.period}, ${input.sectorId ?? null}, ${input.issuedOn}, ${dueOn}, ${actor.userId}, ${actor.now})
      returning id`,
  );
  await audit(tx, actor, {
    action: 'bill-run.plan',
    object: 'bill-run',
    objectId: id,
    after: { ...input, dueOn },
  });
  return startCalculation(tx, id);
}

/** Calculates a run again: its items are thrown away, its chunks cut anew. */
export async function calculateRun(tx: Tx, actor: Actor, id: string): Promise<BillRun> {
  await audit(tx, actor, { action: 'bill-run.calculate', object: 'bill-run', objectId: id });
  return startCalculation(tx, id);
}

/**
 * Calculates again what is held: what moved is held first, then all held items but those held by hand are thrown away
 * and made anew. Of one connection alone, whatever it is held for.
 */
export async function calculateHeld(
  tx: Tx,
  actor: Actor,
  input: { id: string; connectionId?: string | undefined },
): Promise<BillRun> {
  const { id, connectionId = null } = input;
  const run = await lockRun(tx, id);
  await moveRun(tx, run, 'calculate-held');
  if (!connectionId) await holdMovedOfRun(tx, id);
  const { count } = await one<{ count: number }>(
    tx,
    sql`with gone as (
        delete from billing.bill_run_items where run_id = ${id} and outcome = 'HELD'
          and (connection_id = ${connectionId}::uuid or ${connectionId}::uuid is null and reason <> 'held_by_hand')
        returning chunk
      ), opened as (
        update billing.bill_run_chunks k set state = 'PLANNED'
        where k.run_id = ${id} and k.chunk in (select chunk from gone)
      )
      select count(*) as count from gone`,
  );
  if (count === 0) throw fail(errors.nothing_held);
  await audit(tx, actor, {
    action: 'bill-run.calculate-held',
    object: 'bill-run',
    objectId: id,
    after: { count, ...(connectionId ? { connectionId } : {}) },
  });
  return work(tx, id, CALCULATE_JOB);
}

/**
 * Bills connections although an earlier month of theirs waits for its bill: the reason is kept, and they are calculated
 * again. One of them, or all that are held for this.
 */
export async function releaseHeld(
  tx: Tx,
  actor: Actor,
  input: { id: string; connectionId?: string | undefined; reason: string },
): Promise<BillRun> {
  const { id, connectionId = null, reason } = input;
  const run = await lockRun(tx, id);
  await moveRun(tx, run, 'release');
  const { count } = await one<{ count: number }>(
    tx,
    sql`with gone as (
        delete from billing.bill_run_items where run_id = ${id} and outcome = 'HELD' and reason = 'month_before_unbilled'
          and (${connectionId}::uuid is null or connection_id = ${connectionId}::uuid)
        returning connection_id, chunk
      ), opened as (
        update billing.bill_run_chunks k set state = 'PLANNED'
        where k.run_id = ${id} and k.chunk in (select chunk from gone)
      ), released as (
        insert into billing.bill_run_releases (run_id, connection_id, reason, released_by, released_at)
        select ${id}::uuid, connection_id, ${reason}::text, ${actor.userId}::uuid, ${actor.now}::timestamptz from gone
      )
      select count(*) as count from gone`,
  );
  if (count === 0) throw fail(errors.nothing_held);
  await audit(tx, actor, {
    action: 'bill-run.release',
    object: 'bill-run',
    objectId: id,
    after: { count, ...(connectionId ? { connectionId } : {}) },
    reason,
  });
  return work(tx, id, CALCULATE_JOB);
}

/** Gives a run up before it posts: its month is free again, its items stay to be looked at. */
export async function giveUpRun(
  tx: Tx,
  actor: Actor,
  input: { id: string; reason: string },
): Promise<BillRun> {
  const run = await lockRun(tx, input.id);
  const to = nextRunState(run.state, 'give-up');
  if (!to) throw fail(errors.run_state, { state: run.state });
  await execute(
    tx,
    sql`update billing.bill_runs set state = ${to}, version = version + 1, cancelled_by = ${actor.userId},
    cancelled_at = ${actor.now}, cancel_reason = ${input.reason} where id = ${input.id}`,
  );
  await audit(tx, actor, {
    action: 'bill-run.give-up',
    object: 'bill-run',
    objectId: input.id,
    before: { state: run.state },
    after: { state: to },
    reason: input.reason,
  });
  await solveJobAlarm(tx, { job: jobOf(run.state), subject: { runId: input.id } }, actor.now);
  return findRun(tx, input.id);
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

async function startCalculation(tx: Tx, id: string): Promise<BillRun> {
  const run = await lockRun(tx, id);
  await moveRun(tx, run, 'calculate');
  await execute(tx, sql`delete from billing.bill_run_items where run_id = ${id}`);
  await execute(tx, sql`delete from billing.bill_run_chunks where run_id = ${id}`);
  const { count } = await one<{ count: number }>(
    tx,
    sql`select count(*) as count from meters.connections c where ${inScope(run)}`,
  );
  if (count === 0) throw fail(errors.nothing_to_bill);
  await execute(
    tx,
    sql`insert into billing.bill_run_chunks (run_id, chunk, first_connection, last_connection)
      select ${id}, chunk, (array_agg(id order by id))[1], (array_agg(id order by id desc))[1]
      from (select c.id, (row_number() over (order by c.id) - 1) / ${chunkSize(count)}::int as chunk
        from meters.connections c where ${inScope(run)}) c
      group by chunk`,
  );
  return work(tx, id, CALCULATE_JOB);
}

/** Asks the workers to do what is left of a run. */
export async function work(tx: Tx, id: string, job: string): Promise<BillRun> {
  for (let worker = 0; worker < RUN_WORKERS; worker += 1) await addJob(tx, job, { runId: id });
  return findRun(tx, id);
}

export type LockedRun = {
  id: string;
  state: RunState;
  period: string;
  sectorId: string | null;
  issuedOn: string;
  planned_by: string | null;
  version: number;
};

/** Locks a run's row: its state cannot change under the caller. Refuses an unknown id. */
export async function lockRun(tx: Tx, id: string): Promise<LockedRun> {
  const run = await first<LockedRun>(
    tx,
    sql`select id, state, period, sector_id as "sectorId", issued_on as "issuedOn", planned_by, version from billing.bill_runs
      where id = ${id} for update`,
  );
  if (!run) throw fail(commonErrors.not_found);
  return run;
}

/** Moves a locked run along its transition table, or refuses. */
export async function moveRun(tx: Tx, run: LockedRun, action: string): Promise<void> {
  const to = nextRunState(run.state, action);
  if (!to) throw fail(errors.run_state, { state: run.state });
  await execute(
    tx,
    sql`update billing.bill_runs set state = ${to}, version = version + 1,
      proof = case when ${to} in ('CALCULATING', 'POSTING') then null else proof end where id = ${run.id}`,
  );
}
