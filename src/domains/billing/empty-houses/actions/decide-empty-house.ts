/** The second person's word about an empty house, taking a notice back, and ending an empty house before its last day. */
import { type Actor, may } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { one, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { earliestDay } from '../../categories/queries.ts';
import { errors } from '../contract.ts';
import { refuseBilled, refuseClosed } from '../judge-house.ts';
import { lockHouse } from '../lock-house.ts';
import { tellHouseholds, tellProposer } from '../tell-people.ts';
import type { Moved } from './note-empty-house.ts';

type Step = { id: string; version: number };

/** From now on less is owed for its days. */
export async function approveEmptyHouse(tx: Tx, actor: Actor, step: Step): Promise<Moved> {
  const house = await lockHouse(tx, actor, step, 'WAITING');
  const { connectionId, fromDay, untilDay } = house;
  await refuseClosed(tx, connectionId, errors.connection_closed);
  await refuseBilled(tx, connectionId, fromDay);
  const moved = await decide(tx, actor, house.id, { state: 'APPROVED', answer: null });
  await audit(tx, actor, {
    action: 'empty-house.approve',
    object: 'empty-house',
    objectId: house.id,
    before: { state: house.state },
    after: { state: 'APPROVED', connectionId, fromDay, untilDay },
  });
  await tellHouseholds(tx, actor, 'approved', [house.id]);
  return moved;
}

export async function refuseEmptyHouse(
  tx: Tx,
  actor: Actor,
  step: Step & { answer: string },
): Promise<Moved> {
  const house = await lockHouse(tx, actor, step, 'WAITING');
  const moved = await decide(tx, actor, house.id, { state: 'REFUSED', answer: step.answer });
  await audit(tx, actor, {
    action: 'empty-house.refuse',
    object: 'empty-house',
    objectId: house.id,
    before: { state: house.state },
    after: { state: 'REFUSED' },
    reason: step.answer,
  });
  await tellProposer(tx, actor, house.id);
  await tellHouseholds(tx, actor, 'refused', [house.id]);
  return moved;
}

export async function withdrawEmptyHouse(
  tx: Tx,
  actor: Actor,
  step: Step & { answer: string },
): Promise<Moved> {
  refuseOthers(actor);
  if (step.answer === '' && actor.kind !== 'consumer') throw fail(errors.reason_missing);
  const house = await lockHouse(tx, actor, step, 'WAITING');
  const moved = await decide(tx, actor, house.id, { state: 'WITHDRAWN', answer: step.answer });
  await audit(tx, actor, {
    action: 'empty-house.withdraw',
    object: 'empty-house',
    objectId: house.id,
    before: { state: house.state },
    after: { state: 'WITHDRAWN' },
    ...(step.answer ? { reason: step.answer } : {}),
  });
  return moved;
}

/** A household takes its own back and ends its own; the office does it for households. */
function refuseOthers(actor: Actor): void {
  const permission = actor.kind === 'consumer' ? 'empty-houses:own' : 'empty-houses:note';
  if (!may(actor, permission)) throw fail(commonErrors.not_permitted, { permission });
}

const decide = (
  tx: Tx,
  actor: Actor,
  id: string,
  to: { state: Moved['state']; answer: string | null },
): Promise<Moved> =>
  one<Moved>(
    tx,
    sql`update billing.empty_houses set state = ${to.state}, answer = ${to.answer}, decided_by = ${actor.userId}, decided_by_name = ${actor.name},
        decided_at = ${actor.now}, version = version + 1 where id = ${id} returning id, number, state`,
  );

/** Somebody lives there again. Billed days stay as they were billed. */
export async function endEmptyHouse(
  tx: Tx,
  actor: Actor,
  { untilDay, answer, ...step }: Step & { untilDay: string; answer: string },
): Promise<Moved> {
  refuseOthers(actor);
  const house = await lockHouse(tx, actor, step, 'APPROVED');
  if (house.returnLitres !== null) throw fail(errors.return_known);
  if (untilDay < house.fromDay || untilDay > house.untilDay)
    throw fail(errors.end_outside, { from: house.fromDay, until: house.untilDay });
  const free = await earliestDay(tx, house.connectionId);
  if (untilDay < free) throw fail(errors.end_billed, { day: free });
  const moved = await one<Moved>(
    tx,
    sql`update billing.empty_houses set state = 'ENDED', until_day = ${untilDay}::date, answer = ${answer}, ended_by_name = ${actor.name},
        ended_at = ${actor.now}, version = version + 1 where id = ${house.id} returning id, number, state`,
  );
  await audit(tx, actor, {
    action: 'empty-house.end',
    object: 'empty-house',
    objectId: house.id,
    before: { state: house.state, untilDay: house.untilDay },
    after: { state: 'ENDED', untilDay },
    reason: answer,
  });
  await tellHouseholds(tx, actor, 'ended', [house.id]);
  return moved;
}
