/**
 * The ladder's day: cases that are over are closed, those that were reminded get a notice, new ones are reminded. Each day at most once; a
 * run that was killed goes on with what is left. Nobody is disconnected by it: that is for a named person (approve-disconnection.ts).
 */
import { lockConnections } from '#domains/billing/invoices/actions/settle-invoices.ts';
import { type Actor, systemActor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { type Clock, today } from '#platform/clock.ts';
import { all, type Db, first, sql, type Tx, transaction } from '#platform/database/db.ts';
import { closeCases, firstStep, giveNotices, type Ladder, openCases, waiting } from '../../cases/steps.ts';
import { tellCases } from '../../cases/tell-household.ts';
import { ladderOn } from '../queries.ts';

export const LADDER_JOB = 'collections:work-ladder';
/** Connections that one transaction locks. */
const CHUNK = 500;

export async function workLadder(db: Db, clock: Clock, signal?: AbortSignal): Promise<void> {
  const day = today(clock);
  const actor = systemActor(clock.now(), day, LADDER_JOB);
  if (await first(db, sql`select from collections.ladder_days where day = ${day}::date`)) return;
  const ladder = await ladderOn(db, day);
  const looked = await all<{ id: string }>(
    db,
    sql`select k.connection_id as id from collections.cases k where k.state in ('REMINDED', 'NOTICED')
      ${ladder ? sql`union ${waiting(day, ladder)}` : sql``} order by id`,
  );
  for (let from = 0; from < looked.length; from += CHUNK) {
    if (signal?.aborted) return;
    const connectionIds = looked.slice(from, from + CHUNK).map(({ id }) => id);
    await transaction(db, (tx) => workChunk(tx, actor, { ladder, connectionIds }));
  }
  await transaction(db, (tx) => finishDay(tx, actor));
}

type Work = { ladder: Ladder | null; connectionIds: readonly string[] };

async function workChunk(tx: Tx, actor: Actor, { ladder, connectionIds }: Work): Promise<void> {
  await lockConnections(tx, sql`select unnest(${[...connectionIds]}::uuid[])`);
  const chunk = { day: actor.today, ladder, connectionIds };
  await closeCases(tx, actor, chunk);
  if (!ladder) return;
  const { rules } = ladder;
  await tellCases(tx, actor, { ids: await giveNotices(tx, actor, chunk), what: 'notice', rules });
  const opened = await openCases(tx, actor, chunk);
  await tellCases(tx, actor, { ids: opened, what: firstStep(rules) ?? 'reminder', rules });
}

/** The day is done: no run looks at it again. */
async function finishDay(tx: Tx, actor: Actor): Promise<void> {
  const done = await first<{ reminders: number; notices: number; closed: number }>(
    tx,
    sql`insert into collections.ladder_days (day, reminders, notices, closed, done_at)
      select ${actor.today}::date, count(*) filter (where event = 'reminder'), count(*) filter (where event = 'notice'),
        count(*) filter (where event = 'closed'), ${actor.now}
      from collections.case_events where day = ${actor.today}::date
      on conflict do nothing returning reminders, notices, closed`,
  );
  if (!done || done.reminders + done.notices + done.closed === 0) return;
  await audit(tx, actor, {
    action: 'dunning.work',
    object: 'dunning_day',
    objectId: actor.today,
    after: { day: actor.today, ...done },
  });
}
