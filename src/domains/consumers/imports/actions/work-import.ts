/**
 * The job behind a dry run and a commit: one transaction each, so that a process that ends early leaves nothing,
 * and a second job for the same work waits and then finds nothing to do.
 */
import { actorOfAccount } from '#domains/identity/users/account-actor.ts';
import { type Actor, may, systemActor } from '#platform/actor.ts';
import { today } from '#platform/clock.ts';
import { copyTransaction } from '#platform/database/copy-in.ts';
import { execute, first, sql, type Tx } from '#platform/database/db.ts';
import type { Platform } from '#platform/platform.ts';
import { AppError, commonErrors, fail } from '#shared/errors.ts';
import { giveVerdicts, type Outcome } from '../give-verdicts.ts';
import { findStarted, type StartedImport } from '../queries.ts';
import { WorkStopped, watchWork } from '../watch-work.ts';
import { takeRows } from './take-rows.ts';

type Source = Pick<Platform, 'database' | 'files' | 'clock'>;

const NEVER = new AbortController().signal;

export async function workImport(source: Source, importId: string, stop: AbortSignal = NEVER): Promise<void> {
  const { db } = source.database;
  const asked = await findStarted(db, importId);
  if (!asked || !isWorkedOn(asked)) return;
  try {
    await work(source, asked, stop);
  } catch (error) {
    const now = await findStarted(db, importId);
    // Cancelled, or done by another job meanwhile: the error says nothing about the file.
    if (now?.run !== asked.run || !isWorkedOn(now)) return;
    if (!(error instanceof AppError)) throw error;
    const { code } = error.error;
    await execute(
      db,
      sql`update consumers.imports set state = case state when 'CHECKING' then 'UPLOADED' else 'CHECKED' end,
        problem = ${JSON.stringify({ code, params: error.params })}::jsonb, version = version + 1
      where id = ${importId} and run = ${asked.run}`,
    );
  }
}

const isWorkedOn = ({ state }: StartedImport) => state === 'CHECKING' || state === 'COMMITTING';

function work({ database, files, clock }: Source, asked: StartedImport, stop: AbortSignal): Promise<void> {
  const { id, run } = asked;
  return copyTransaction(database, async (tx, copy) => {
    const watch = await watchWork(database.db, tx, { id, run, stop });
    try {
      await execute(
        tx,
        sql`select pg_advisory_xact_lock(hashtextextended('consumers.imports ' || ${id}, 0))`,
      );
      const found = await findStarted(tx, id);
      if (!found || found.run !== run || !isWorkedOn(found)) throw new WorkStopped();
      const actor = await askerNow(tx, asked, clock);
      const tools = { tx, copy, files, report: watch.report };
      const outcome =
        found.state === 'CHECKING'
          ? await giveVerdicts(tools, found, actor.today)
          : await takeRows(tools, actor, found);
      // Their word may have been taken during the work.
      await askerNow(tx, asked, clock);
      await watch.rest();
      await finish(tx, actor, { found, outcome });
    } finally {
      await watch.end();
    }
  });
}

type Finished = { found: StartedImport; outcome: Outcome };

async function finish(tx: Tx, actor: Actor, { found, outcome }: Finished): Promise<void> {
  const { id, run, state } = found;
  const fields = Object.entries(outcome).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  const next =
    state === 'CHECKING'
      ? sql`state = 'CHECKED', checked_at = clock_timestamp()`
      : sql`state = 'COMMITTED', committed_at = ${actor.now}`;
  const finished = await first(
    tx,
    sql`update consumers.imports set ${sql.join(fields)}, ${next}, version = version + 1 where id = ${id} and run = ${run} returning id`,
  );
  if (!finished) throw new WorkStopped();
}

/** Who asked for it, if they may still do it: nothing is taken over in the name of somebody whose word or account was taken. */
async function askerNow(tx: Tx, { id, asked_by }: StartedImport, clock: Source['clock']): Promise<Actor> {
  const facts = { now: clock.now(), today: today(clock), requestId: `consumer-import ${id}` };
  if (asked_by === null) return systemActor(facts.now, facts.today, facts.requestId);
  const actor = await actorOfAccount(tx, asked_by, facts);
  if (!actor || !may(actor, 'consumers:import'))
    throw fail(commonErrors.not_permitted, { permission: 'consumers:import' });
  return actor;
}
