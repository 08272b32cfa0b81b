/** The second person's word about a proposed category, and taking a proposal back. */
import { setCategories } from '#domains/meters/actions/set-categories.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, one, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { categoriesAfter } from '../category.rules.ts';
import { errors } from '../contract.ts';
import { judgeChange } from '../judge-change.ts';
import { type LockedChange, lockChange } from '../lock-change.ts';
import { tellHouseholds, tellProposer } from '../tell-people.ts';
import type { Moved } from './propose-category.ts';

type Step = { id: string; version: number };

async function lockWaiting(tx: Tx, step: Step): Promise<LockedChange> {
  const change = await lockChange(tx, step);
  if (change.state !== 'WAITING') throw fail(errors.over);
  return change;
}

/** From now on the category counts by its days. Earlier changes of which nothing is left to come are replaced by it. */
export async function approveCategory(tx: Tx, actor: Actor, step: Step): Promise<Moved> {
  const change = await lockWaiting(tx, step);
  const { connectionId, category, fromDay, untilDay, nextCategory } = change;
  const spans = await judgeChange(tx, change);
  const moved = await move(tx, actor, change, { state: 'APPROVED', answer: null });
  await setCategories(tx, { connectionId, spans: categoriesAfter(spans, change), today: actor.today });
  await replaceEarlier(tx, change);
  await audit(tx, actor, {
    action: 'category-change.approve',
    object: 'category-change',
    objectId: change.id,
    before: { state: change.state },
    after: { state: 'APPROVED', connectionId, category, fromDay, untilDay, nextCategory },
  });
  await tellProposer(tx, actor, change.id, 'APPROVED');
  await tellHouseholds(tx, actor, 'approved', [change.id]);
  return moved;
}

/**
 * An earlier change of this connection, or of one that it follows, whose last turn is on the first day of this one or later: it is
 * replaced, unless its turn is after the end of this one and still counts. Then its task and its messages stay.
 */
async function replaceEarlier(tx: Tx, change: LockedChange): Promise<void> {
  const { id, connectionId, fromDay, untilDay } = change;
  await execute(
    tx,
    sql`with recursive before as (
        select id, follows_id from meters.connections where id = ${connectionId}
        union all select c.id, c.follows_id from before b join meters.connections c on c.id = b.follows_id)
      update billing.category_changes k set replaced_by = ${id}, version = k.version + 1
      where k.connection_id in (select id from before) and k.id <> ${id} and k.state = 'APPROVED' and k.replaced_by is null
        and (k.from_day >= ${fromDay}::date or until_day >= ${fromDay}::date)
        and not exists (
          select from meters.connection_categories s where s.connection_id = ${connectionId} and s.from_day > ${untilDay}::date
            and s.from_day = coalesce(k.until_day, k.from_day) and s.category = coalesce(k.next_category, k.category))`,
  );
}

export async function refuseCategory(tx: Tx, actor: Actor, step: Step & { answer: string }): Promise<Moved> {
  const change = await lockWaiting(tx, step);
  const moved = await move(tx, actor, change, { state: 'REFUSED', answer: step.answer });
  await audit(tx, actor, {
    action: 'category-change.refuse',
    object: 'category-change',
    objectId: change.id,
    before: { state: change.state },
    after: { state: 'REFUSED' },
    reason: step.answer,
  });
  await tellProposer(tx, actor, change.id, 'REFUSED');
  return moved;
}

export async function withdrawCategory(
  tx: Tx,
  actor: Actor,
  step: Step & { answer: string },
): Promise<Moved> {
  const change = await lockWaiting(tx, step);
  const moved = await move(tx, actor, change, { state: 'WITHDRAWN', answer: step.answer });
  await audit(tx, actor, {
    action: 'category-change.withdraw',
    object: 'category-change',
    objectId: change.id,
    before: { state: change.state },
    after: { state: 'WITHDRAWN' },
    reason: step.answer,
  });
  await tellProposer(tx, actor, change.id, 'WITHDRAWN');
  return moved;
}

const move = (
  tx: Tx,
  actor: Actor,
  { id }: LockedChange,
  to: { state: Moved['state']; answer: string | null },
): Promise<Moved> =>
  one<Moved>(
    tx,
    sql`update billing.category_changes set state = ${to.state}, answer = ${to.answer}, decided_by = ${actor.userId}, decided_by_name = ${actor.name},
        decided_at = ${actor.now}, version = version + 1 where id = ${id} returning id, number, state`,
  );
