/** Steps of a walk that make bills: plan, calculate, approve, post, give up and reverse runs; any of it may be killed. */
import { approveRun, postRun } from '#domains/billing/bill-run/actions/approve-run.ts';
import { calculateHeld, calculateRun } from '#domains/billing/bill-run/actions/calculate-run.ts';
import { giveUpRun } from '#domains/billing/bill-run/actions/give-up-run.ts';
import { holdItem } from '#domains/billing/bill-run/actions/hold-item.ts';
import { planRun } from '#domains/billing/bill-run/actions/plan-run.ts';
import { releaseHeld } from '#domains/billing/bill-run/actions/release-held.ts';
import { decideReversal, reverseRun } from '#domains/billing/bill-run/actions/reverse-run.ts';
import { workCalculation, workPosting } from '#domains/billing/bill-run/actions/work-run.ts';
import type { RunState } from '#domains/billing/bill-run/bill-run.rules.ts';
import { all, execute, first, one, sql } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import { Killed } from './doomed-worker.ts';
import { monthOf, nth, type Step } from './steps-readings.ts';
import { act, clockOf, type Town } from './town.ts';

type Run = { id: string; state: RunState; version: number };

export const runsIn = ({ db }: Town, ...states: string[]): Promise<Run[]> =>
  all(
    db,
    sql`select id, state, version from billing.bill_runs where state = any(${states}::text[]) order by number`,
  );

/**
 * The program cuts chunks of a thousand connections and more; two each show what a kill leaves between them. Chunks without a connection
 * in scope have no item and stay, so the others get new numbers.
 */
async function cutSmaller({ root }: Town, id: string): Promise<void> {
  await execute(
    root.db,
    sql`with gone as (
        delete from billing.bill_run_chunks k where run_id = ${id} and state = 'PLANNED'
          and not exists (select from billing.bill_run_items i where i.run_id = k.run_id)
        returning first_connection, last_connection
      )
      insert into billing.bill_run_chunks (run_id, chunk, first_connection, last_connection)
      select ${id}::uuid, n + (select 1 + max(chunk) from billing.bill_run_chunks where run_id = ${id}), (array_agg(id order by id))[1], (array_agg(id order by id desc))[1]
      from (select c.id, (row_number() over (order by c.id) - 1) / 2 as n from meters.connections c
        join gone on c.id between gone.first_connection and gone.last_connection) c
      group by n`,
  );
}

/** Every second time; null: not killed. */
const killPoint = (n = 0): number | null => (n % 2 === 0 ? n / 2 : null);
/** Statements of the work, about: a kill comes at one of them. */
const STATEMENTS = { CALCULATING: 35, POSTING: 75 };

/** What the worker does with a run until it is done, or until it is killed. */
export async function work(town: Town, id: string, kill: number | null): Promise<void> {
  const { state } = await one<Run>(town.db, sql`select state from billing.bill_runs where id = ${id}`);
  if (state !== 'CALCULATING' && state !== 'POSTING') return;
  if (state === 'CALCULATING') await cutSmaller(town, id);
  const { worker, stopped } = town;
  stopped.delete(id);
  worker.killAt(kill === null ? null : 1 + (kill % STATEMENTS[state]));
  const job = state === 'CALCULATING' ? workCalculation : workPosting;
  await job(worker.database.db, clockOf(town), id).catch((error: unknown) => {
    if (!(error instanceof Killed)) throw error;
    stopped.add(id);
  });
  worker.killAt(null);
}

export const plan: Step = async (town, [a, b = 0, c, d = 0]) => {
  const sectorId = [null, ...town.sectors][b % 3] ?? null;
  const issuedOn = addDays(town.day, (d % 9) - 4);
  const period = monthOf(town, a);
  const { id } = await act(town, 'planner', (tx, actor) =>
    planRun(tx, actor, { period, sectorId, issuedOn }),
  );
  await work(town, id, killPoint(c));
};

/** Goes on with work whose worker was killed. */
export const resume: Step = async (town, [a, b]) => {
  const run = nth(await runsIn(town, 'CALCULATING', 'POSTING'), a);
  if (run) await work(town, run.id, killPoint(b));
};

export const recalculate: Step = async (town, [a, b = 0, c]) => {
  const run = nth(await runsIn(town, 'REVIEW', 'PLANNED', 'APPROVED'), a);
  if (!run) return;
  const { id } = run;
  if (b % 4 === 0) await act(town, 'planner', (tx, actor) => calculateRun(tx, actor, id));
  else if (b % 4 === 1)
    await act(town, 'approver', (tx, actor) => releaseHeld(tx, actor, { id, reason: 'paper' }));
  else await act(town, 'planner', (tx, actor) => calculateHeld(tx, actor, { id }));
  await work(town, id, killPoint(c));
};

export const holdOne: Step = async (town, [a, b]) => {
  const run = nth(await runsIn(town, 'REVIEW'), a);
  if (!run) return;
  const items = await all<{ connectionId: string; totalMinor: number; usageLitres: number | null }>(
    town.db,
    sql`select connection_id as "connectionId", total_minor as "totalMinor", usage_litres as "usageLitres"
      from billing.bill_run_items where run_id = ${run.id} order by 1`,
  );
  const item = nth(items, b);
  if (item) {
    const { connectionId, ...seen } = item;
    await act(town, 'planner', (tx, actor) => holdItem(tx, actor, { id: run.id, connectionId, seen }));
  }
};

export const approveBills: Step = async (town, [a]) => {
  const run = nth(await runsIn(town, 'REVIEW'), a);
  if (run) await act(town, 'approver', (tx, actor) => approveRun(tx, actor, run));
};

export const post: Step = async (town, [a, b]) => {
  const run = nth(await runsIn(town, 'APPROVED'), a);
  if (!run) return;
  await act(town, 'planner', (tx, actor) => postRun(tx, actor, run.id));
  await work(town, run.id, killPoint(b));
};

/** All the way to posted bills, so that walks get there often; the last part may be killed. */
export const billMonth: Step = async (town, [a, b, c, d]) => {
  await plan(town, [a ?? 0, b ?? 0, 1, d ?? 0]);
  const run = (await runsIn(town, 'REVIEW')).at(-1);
  if (!run) return;
  await act(town, 'approver', (tx, actor) => approveRun(tx, actor, run));
  await act(town, 'planner', (tx, actor) => postRun(tx, actor, run.id));
  await work(town, run.id, killPoint(c));
};

export const giveUp: Step = async (town, [a]) => {
  const run = nth(await runsIn(town, 'PLANNED', 'CALCULATING', 'REVIEW', 'APPROVED', 'POSTING'), a);
  if (!run) return;
  await act(town, 'planner', (tx, actor) => giveUpRun(tx, actor, { id: run.id, reason: 'planned wrongly' }));
  town.stopped.delete(run.id);
};

export const reverse: Step = async (town, [a, b = 0]) => {
  const run = nth((await runsIn(town, 'POSTED')).toReversed(), a);
  if (!run) return;
  const ask = { ...run, reason: 'wrong tariff', openReadings: b % 2 === 0 };
  await act(town, 'planner', (tx, actor) => reverseRun(tx, actor, ask));
  const asked = await first<{ id: string }>(
    town.db,
    sql`select id from billing.bill_run_reversals where run_id = ${run.id} and state = 'REQUESTED'`,
  );
  if (!asked) return;
  const answer = { id: run.id, reversalId: asked.id, accept: b % 5 !== 0, remark: 'the tariff was right' };
  await act(town, 'approver', (tx, actor) => decideReversal(tx, actor, answer));
};
