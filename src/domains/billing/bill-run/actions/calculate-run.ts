/** Calculates a bill run again: all of it, or what is held. */

import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, one, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { addJob } from '#platform/jobs.ts';
import { type ErrorCode, fail } from '#shared/errors.ts';
import { correctedConnections, correctionOf } from '../../correction-run/scope.ts';
import { chunkSize, RUN_WORKERS } from '../bill-run.rules.ts';
import { inScope } from '../calculate-chunk.ts';
import { holdMovedOfRun } from '../compare-chunk.ts';
import { type BillRun, errors } from '../contract.ts';
import { findRun } from '../queries.ts';
import { CALCULATE_JOB } from '../run-jobs.ts';
import { type LockedRun, lockRun, moveRun } from './lock-run.ts';

/** Calculates a run again: its items are thrown away, and its chunks are cut again. */
export async function calculateRun(tx: Tx, actor: Actor, id: string): Promise<BillRun> {
  await audit(tx, actor, { action: 'bill-run.calculate', object: 'bill-run', objectId: id });
  return startCalculation(tx, id, errors.nothing_to_bill);
}

/**
 * Calculates again what is held: what moved is held first, then all held items but those held by hand are thrown away
 * and made again. If a connection is given: its item alone, for any reason that it is held for.
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

/** @param none what is refused if the run has no connection */
export async function startCalculation(tx: Tx, id: string, none: ErrorCode): Promise<BillRun> {
  const run = await lockRun(tx, id);
  await moveRun(tx, run, 'calculate');
  await execute(tx, sql`delete from billing.bill_run_items where run_id = ${id}`);
  await execute(tx, sql`delete from billing.correction_items where run_id = ${id}`);
  await execute(tx, sql`delete from billing.bill_run_chunks where run_id = ${id}`);
  const connections = await connectionsOf(tx, run);
  const { count } = await one<{ count: number }>(tx, sql`select count(*) as count from (${connections}) c`);
  if (count === 0) throw fail(none);
  await execute(
    tx,
    sql`insert into billing.bill_run_chunks (run_id, chunk, first_connection, last_connection)
      select ${id}, chunk, (array_agg(id order by id))[1], (array_agg(id order by id desc))[1]
      from (select c.id, (row_number() over (order by c.id) - 1) / ${chunkSize(count)}::int as chunk
        from (${connections}) c) c
      group by chunk`,
  );
  return work(tx, id, CALCULATE_JOB);
}

/** Select of the ids of the connections that a run works through. */
async function connectionsOf(tx: Tx, run: LockedRun): Promise<Sql> {
  if (run.tariffVersionId) return correctedConnections(await correctionOf(tx, run.id));
  return sql`select c.id from meters.connections c where ${inScope(run)}`;
}

/** Asks the workers to do what is left of a run. */
export async function work(tx: Tx, id: string, job: string): Promise<BillRun> {
  for (let worker = 0; worker < RUN_WORKERS; worker += 1) await addJob(tx, job, { runId: id });
  return findRun(tx, id);
}
