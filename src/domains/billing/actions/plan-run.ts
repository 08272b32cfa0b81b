/** Plans a run: cuts the connections of its scope into ranges of ids and asks the worker to calculate them. */

import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { first, one, sql, type Tx } from '#platform/db.ts';
import { addJob } from '#platform/jobs.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { chunkSize, nextRunState, RUN_WORKERS, type RunState } from '../bill-run/bill-run.rules.ts';
import { inScope } from '../bill-run/calculate-chunk.ts';
import { type BillRun, errors } from '../bill-run/contract.ts';
import { findRun } from '../bill-run/queries.ts';
import { dueDayFor } from '../settings/queries.ts';

export const CALCULATE_JOB = 'billing:calculate-run';
export const POST_JOB = 'billing:post-run';

type Plan = {
  period: string;
  sectorId?: string | null | undefined;
  issuedOn: string;
  dueOn?: string | undefined;
};

export async function planRun(tx: Tx, actor: Actor, input: Plan): Promise<BillRun> {
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

async function startCalculation(tx: Tx, id: string): Promise<BillRun> {
  const run = await lockRun(tx, id);
  await moveRun(tx, run, 'calculate');
  await sql`delete from billing.bill_run_items where run_id = ${id}`.execute(tx);
  await sql`delete from billing.bill_run_chunks where run_id = ${id}`.execute(tx);
  const { count } = await one<{ count: number }>(
    tx,
    sql`select count(*) as count from meters.connections c where ${inScope(run)}`,
  );
  if (count === 0) throw fail(errors.nothing_to_bill);
  await sql`insert into billing.bill_run_chunks (run_id, chunk, first_connection, last_connection)
      select ${id}, chunk, (array_agg(id order by id))[1], (array_agg(id order by id desc))[1]
      from (select c.id, (row_number() over (order by c.id) - 1) / ${chunkSize(count)}::int as chunk
        from meters.connections c where ${inScope(run)}) c
      group by chunk`.execute(tx);
  for (let worker = 0; worker < RUN_WORKERS; worker += 1) await addJob(tx, CALCULATE_JOB, { runId: id });
  return findRun(tx, id);
}

export type LockedRun = {
  id: string;
  state: RunState;
  period: string;
  sectorId: string | null;
  planned_by: string | null;
  version: number;
};

/** Locks a run's row: its state cannot change under the caller. Refuses an unknown id. */
export async function lockRun(tx: Tx, id: string): Promise<LockedRun> {
  const run = await first<LockedRun>(
    tx,
    sql`select id, state, period, sector_id as "sectorId", planned_by, version from billing.bill_runs
      where id = ${id} for update`,
  );
  if (!run) throw fail(commonErrors.not_found);
  return run;
}

/** Moves a locked run along its transition table, or refuses. */
export async function moveRun(tx: Tx, run: LockedRun, action: string): Promise<void> {
  const to = nextRunState(run.state, action);
  if (!to) throw fail(errors.run_state, { state: run.state });
  await sql`update billing.bill_runs set state = ${to}, version = version + 1,
      proof = case when ${to} = 'CALCULATING' then null else proof end where id = ${run.id}`.execute(tx);
}
