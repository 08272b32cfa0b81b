/**
 * Each day, as often as it runs: connections get the category of today, households are told that theirs will end, and on the day of the end
 * that it did; who edits categories has the task to look. What waits for a closed connection ends. Bills do not wait for this job: they ask
 * the days themselves.
 */
import { turnCategories } from '#domains/meters/actions/set-categories.ts';
import { type Actor, systemActor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { type Clock, today } from '#platform/clock.ts';
import { all, type Db, sql, type Tx, transaction } from '#platform/database/db.ts';
import { endsSoon, goesOn } from '../queries.ts';
import { tellHouseholds, tellOffice } from '../tell-people.ts';
import { endProposals } from './end-proposals.ts';

export const TURN_JOB = 'billing:turn-categories';

export async function workCategories(db: Db, clock: Clock): Promise<void> {
  const actor = systemActor(clock.now(), today(clock), TURN_JOB);
  await transaction(db, (tx) => endProposals(tx, actor));
  await transaction(db, (tx) => turnAll(tx, actor));
  await transaction(db, (tx) => tellEnding(tx, actor));
  await transaction(db, (tx) => tellTurned(tx, actor));
}

async function turnAll(tx: Tx, actor: Actor): Promise<void> {
  for (const { connectionId, before, after } of await turnCategories(tx, actor.today)) {
    await audit(tx, actor, {
      action: 'category-change.turn',
      object: 'connection',
      objectId: connectionId,
      before: { category: before },
      after: { category: after },
    });
  }
}

/** Before the end: the household once, after a change of owner the next one too; the office once. */
async function tellEnding(tx: Tx, actor: Actor): Promise<void> {
  const ending = await all<{ id: string; isTask: boolean }>(
    tx,
    sql`update billing.category_changes k set told_ending_on = coalesce(k.told_ending_on, ${actor.today}::date),
        ending_told_for = meters.goes_on_as(k.connection_id), version = k.version + 1
      from billing.category_changes o
      where o.id = k.id and ${endsSoon(actor.today)} and k.ending_told_for is distinct from meters.goes_on_as(k.connection_id)
        and k.until_day > ${actor.today}::date returning k.id, o.told_ending_on is null and o.checked_at is null as "isTask"`,
  );
  await tellHouseholds(
    tx,
    actor,
    'ending',
    ending.map(({ id }) => id),
  );
  for (const { id, isTask } of ending) if (isTask) await tellOffice(tx, actor, id, 'categories.to_check');
}

/** From the day of the end on, once; not if a later change took its place. */
async function tellTurned(tx: Tx, actor: Actor): Promise<void> {
  const turned = await all<{ id: string }>(
    tx,
    sql`update billing.category_changes k set told_turned_on = ${actor.today}, version = k.version + 1
      where ${goesOn} and k.state = 'APPROVED' and k.replaced_by is null
        and k.told_turned_on is null and k.until_day <= ${actor.today}::date returning k.id`,
  );
  await tellHouseholds(
    tx,
    actor,
    'turned',
    turned.map(({ id }) => id),
  );
}
