/**
 * What the worker does with a run: chunk after chunk until none is left, then the run moves on. Several workers
 * may do it at once, and one that was killed is simply started again: a chunk is done in one transaction.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Actor, systemActor } from '#platform/actor.ts';
import { type Clock, today } from '#platform/clock.ts';
import { type Db, first, sql, type Tx, transaction } from '#platform/db.ts';
import { isDatabaseAway } from '#platform/http/errors.ts';
import { calculateNextChunk } from '../bill-run/calculate-chunk.ts';
import { postNextChunk } from '../bill-run/post-chunk.ts';
import { proveRun } from '../bill-run/queries.ts';
import { CALCULATE_JOB, type LockedRun, lockRun, moveRun, POST_JOB, RUN_WORKERS } from './plan-run.ts';
import { applyAdvances } from './settle-invoices.ts';

const RETRY_MS = 500;

/** Calculates all chunks that are left; the last worker moves the run to review. */
export async function workCalculation(
  db: Db,
  runId: string,
  goOn: () => boolean = () => true,
): Promise<void> {
  await eachChunk(() => calculateNextChunk(db, runId), goOn);
  await finish(db, { runId, state: 'PLANNED', from: 'CALCULATING', action: 'finish-calculation' });
}

/** Posts all chunks that are left; the last worker uses advances on the new invoices and closes the run. */
export async function workPosting(
  db: Db,
  clock: Clock,
  runId: string,
  goOn: () => boolean = () => true,
): Promise<void> {
  const actor: Actor = systemActor(clock.now(), today(clock), `bill-run ${runId}`);
  await eachChunk(() => postNextChunk(db, actor, runId), goOn);
  await finish(db, { runId, state: 'CALCULATED', from: 'POSTING', action: 'finish-posting' }, async (tx) => {
    await sql`update billing.bill_runs set posted_at = ${actor.now} where id = ${runId}`.execute(tx);
    const connections = sql`select connection_id as id from billing.invoices where run_id = ${runId}`;
    await applyAdvances(tx, actor, { connections, businessDate: actor.today });
  });
}

/** Chunk after chunk; a database that went away in the middle is waited for, its chunk is done again. */
async function eachChunk(next: () => Promise<boolean>, goOn: () => boolean): Promise<void> {
  let left = true;
  while (left && goOn()) {
    left = await next().catch(async (error: unknown) => {
      if (!isDatabaseAway(error)) throw error;
      await sleep(RETRY_MS);
      return true;
    });
  }
}

type Finish = { runId: string; state: string; from: string; action: string };

/** Moves the run on where no chunk is left in `state`: done by the one worker that finished last. */
function finish(db: Db, input: Finish, then?: (tx: Tx) => Promise<void>): Promise<void> {
  return transaction(db, async (tx) => {
    const run = await lockRun(tx, input.runId);
    if (run.state !== input.from) return;
    const left = await first(
      tx,
      sql`select 1 from billing.bill_run_chunks where run_id = ${input.runId} and state = ${input.state} limit 1`,
    );
    if (left) return;
    await moveRun(tx, run, input.action);
    await then?.(tx);
    await storeProof(tx, run);
  });
}

/** Counts the proof from the rows, over fresh figures: an unanalysed anti-join of a whole run may take minutes. */
async function storeProof(tx: Tx, run: LockedRun): Promise<void> {
  await sql`analyze billing.bill_run_items, billing.invoices, ledger.journals, ledger.entries`.execute(tx);
  const proof = await proveRun(tx, run);
  await sql`update billing.bill_runs set proof = ${JSON.stringify(proof)}::jsonb where id = ${run.id}`.execute(
    tx,
  );
}

/**
 * Goes on with runs whose workers were killed: all unfinished ones at the start of the program, those that stood
 * still for a minute from time to time. Doing it twice does no harm.
 */
export async function resumeRuns(db: Db, stillSeconds = 0): Promise<void> {
  await sql`select platform.add_job(case r.state when 'CALCULATING' then ${CALCULATE_JOB}::text else ${POST_JOB}::text end,
      json_build_object('runId', r.id))
    from billing.bill_runs r, generate_series(1, ${RUN_WORKERS}::int)
    where r.state in ('CALCULATING', 'POSTING') and not exists (
      select from billing.bill_run_chunks k
      where k.run_id = r.id and k.done_at > now() - ${stillSeconds}::int * interval '1 second')`.execute(db);
}
