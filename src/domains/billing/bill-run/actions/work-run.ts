/**
 * What the worker does with a run: chunk after chunk until none is left, then the run moves on. Several workers
 * may do it at once, and one that was killed is simply started again: a chunk is done in one transaction.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Actor, systemActor } from '#platform/actor.ts';
import { type Clock, today } from '#platform/clock.ts';
import { all, type Db, execute, first, sql, type Tx, transaction } from '#platform/database/db.ts';
import { isDatabaseAway } from '#platform/http/errors.ts';
import { solveJobAlarm } from '#platform/job-alarms.ts';
import { calculateNextCorrections } from '../../correction-run/calculate-corrections.ts';
import { postNextCorrections } from '../../correction-run/post-corrections.ts';
import { tellAdvancesOfRun } from '../../invoices/actions/tell-advances.ts';
import { applyAdvances } from '../../invoices/actions/use-advances.ts';
import { withTakers } from '../../invoices/taken-over.ts';
import { noticeRun } from '../../notices.ts';
import { RUN_WORKERS, type RunState } from '../bill-run.rules.ts';
import { calculateNextChunk } from '../calculate-chunk.ts';
import { postNextChunk } from '../post-chunk.ts';
import { proveRun } from '../queries.ts';
import { CALCULATE_JOB, jobOf, POST_JOB } from '../run-jobs.ts';
import { type LockedRun, lockRun, moveRun } from './lock-run.ts';

const RETRY_MS = 500;

/** Calculates all chunks that are left; the last worker moves the run to review. */
export async function workCalculation(
  db: Db,
  clock: Clock,
  runId: string,
  goOn: () => boolean = () => true,
): Promise<void> {
  const actor = workerOf(clock, runId);
  const next = (await isCorrection(db, runId)) ? calculateNextCorrections : calculateNextChunk;
  await eachChunk(() => next(db, runId), goOn);
  const written = ['billing.bill_run_items', 'billing.correction_items'];
  const from = 'CALCULATING';
  await finish(db, actor, { runId, state: 'PLANNED', from, action: 'finish-calculation', written });
}

/** Posts all chunks that are left; the last worker uses advances on the new invoices and closes the run. */
export async function workPosting(
  db: Db,
  clock: Clock,
  runId: string,
  goOn: () => boolean = () => true,
): Promise<void> {
  const actor = workerOf(clock, runId);
  const next = (await isCorrection(db, runId)) ? postNextCorrections : postNextChunk;
  await eachChunk(() => next(db, actor, runId), goOn);
  const written = ['billing.invoices', 'billing.adjustments', 'ledger.journals', 'ledger.entries'];
  const from = 'POSTING' as const;
  const step = { runId, state: 'CALCULATED', from, action: 'finish-posting', written };
  await finish(db, actor, step, async (tx, run) => {
    await execute(tx, sql`update billing.bill_runs set posted_at = ${actor.now} where id = ${runId}`);
    // What a correction credits is an advance that pays other bills, too.
    const connections = sql`select connection_id as id from billing.invoices where run_id = ${runId}
      union select i.connection_id from billing.adjustments a join billing.invoices i on i.id = a.invoice_id where a.run_id = ${runId}`;
    await applyAdvances(tx, actor, { connections: withTakers(connections), businessDate: actor.today });
    await tellAdvancesOfRun(tx, actor, run);
  });
}

const workerOf = (clock: Clock, runId: string): Actor =>
  systemActor(clock.now(), today(clock), `bill-run ${runId}`);

async function isCorrection(db: Db, runId: string): Promise<boolean> {
  const found = await first(
    db,
    sql`select from billing.bill_runs where id = ${runId} and tariff_version_id is not null`,
  );
  return found !== undefined;
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

type Finish = { runId: string; state: string; from: RunState; action: string; written: readonly string[] };

/** Moves the run on, with its proof, if no chunk is left in `state`: done by the one worker that finished last. */
function finish(
  db: Db,
  actor: Actor,
  input: Finish,
  then?: (tx: Tx, run: LockedRun) => Promise<void>,
): Promise<void> {
  return transaction(db, async (tx) => {
    const run = await lockRun(tx, input.runId);
    if (run.state !== input.from) return;
    const left = await first(
      tx,
      sql`select 1 from billing.bill_run_chunks where run_id = ${input.runId} and state = ${input.state} limit 1`,
    );
    if (left) return;
    await moveRun(tx, run, input.action);
    await solveJobAlarm(tx, { job: jobOf(input.from), subject: { runId: run.id } }, actor.now);
    await then?.(tx, run);
    await noticeRun(tx, actor, run, input.action);
    await countGrown(tx, input.written);
    const proof = await proveRun(tx, { ...run, isCorrection: run.tariffVersionId !== null });
    await execute(
      tx,
      sql`update billing.bill_runs set proof = ${JSON.stringify(proof)}::jsonb where id = ${run.id}`,
    );
  });
}

/** Figures for the planner of tables that grew by a quarter: the next question may be a join of all of them. */
async function countGrown(tx: Tx, tables: readonly string[]): Promise<void> {
  const grown = await all<{ name: string }>(
    tx,
    sql`select t.name from unnest(${tables}::text[]) as t (name) join pg_class c on c.oid = t.name::regclass
      where pg_relation_size(c.oid) > 1.25 * c.relpages * current_setting('block_size')::bigint`,
  );
  if (grown.length > 0) await execute(tx, sql`analyze ${sql.join(grown.map(({ name }) => sql.table(name)))}`);
}

/**
 * Goes on with runs whose workers were killed: all unfinished ones at the start of the program, those without progress
 * for a minute from time to time, but not those whose failure was raised: those wait for a person. Doing it
 * twice does no harm.
 */
export async function resumeRuns(db: Db, stillSeconds = 0): Promise<void> {
  await execute(
    db,
    sql`select platform.add_job(case r.state when 'CALCULATING' then ${CALCULATE_JOB}::text else ${POST_JOB}::text end,
      json_build_object('runId', r.id))
    from billing.bill_runs r, generate_series(1, ${RUN_WORKERS}::int)
    where r.state in ('CALCULATING', 'POSTING') and not exists (
      select from billing.bill_run_chunks k
      where k.run_id = r.id and k.done_at > now() - ${stillSeconds}::int * interval '1 second')
    and (${stillSeconds} = 0 or not exists (
      select from platform.job_alarms a where a.subject = jsonb_build_object('runId', r.id) and a.raised_at is not null
        and a.job = case r.state when 'CALCULATING' then ${CALCULATE_JOB}::text else ${POST_JOB}::text end and a.solved_at is null))`,
  );
}
