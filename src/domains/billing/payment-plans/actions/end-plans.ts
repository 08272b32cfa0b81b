/** How plans end: all paid, by what became of their bills, by the office. Their bills are collected again from the next day on. */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { all, execute, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { collectAgain } from '../../collection-holds/actions/hold-collection.ts';
import { holdLeaks } from '../../leaks/actions/hold-leak.ts';
import { lockPlan } from '../lock-plan.ts';
import { type EndedBecause, OPEN_STATES, type PlanState } from '../plan.rules.ts';
import { changedOwner, hasMoreOpen, hasNoBill, leftOf } from '../standing.ts';
import { tellHouseholds, tellOffice } from '../tell-people.ts';

type End = { state: PlanState; because?: EndedBecause; reason?: string };

/** The caller has locked the connection and the plan, and writes the audit row. */
export async function endPlan(
  tx: Tx,
  actor: Actor,
  id: string,
  { state, because, reason }: End,
): Promise<void> {
  await execute(
    tx,
    sql`update billing.payment_plans p set state = ${state}, ended_because = ${because ?? null}, end_reason = ${reason ?? null},
        ended_at = ${actor.now}, ended_on = ${actor.today}, ended_by_name = ${actor.name}, version = p.version + 1,
        end_left_minor = case when p.accept_by is not null then ${leftOf('p')} end
      where p.id = ${id}`,
  );
  await collectAgain(tx, actor, id);
  // A leak that was noted while the plan held its bill holds it from here on.
  await holdLeaks(
    tx,
    actor,
    sql`k.connection_id = (select p.connection_id from billing.payment_plans p where p.id = ${id})`,
  );
}

type Followed = { id: string; before: PlanState; state: PlanState; because: EndedBecause | null };

/**
 * Plans of these connections go the way of their bills, in the transaction that changes them: nothing is left to pay, or no bill is, or more
 * is open of one than was agreed to, or a new owner has the connection. The caller has locked the connections.
 * @param connections select of id
 */
export async function followPlans(tx: Tx, actor: Actor, connections: Sql): Promise<void> {
  const followed = await all<Followed>(
    tx,
    sql`select p.id, p.state as before, f.state, f.because from billing.payment_plans p
      cross join lateral (
        select case when ${changedOwner('p')} then 'OWNER_CHANGED' when p.accept_by is null then null
            when ${hasNoBill('p')} then 'BILLS_CANCELLED' when ${hasMoreOpen('p')} then 'MORE_OPEN' end as because
      ) w
      cross join lateral (
        select case when w.because is not null then 'ENDED' when p.accept_by is not null and ${leftOf('p')} = 0 then 'COMPLETED' end as state, w.because
      ) f
      where p.ended_at is null and p.connection_id in (${connections}) and f.state is not null order by p.id`,
  );
  for (const { id, before, state, because } of followed) {
    await endPlan(tx, actor, id, { state, ...(because ? { because } : {}) });
    await audit(tx, actor, {
      action: state === 'COMPLETED' ? 'payment-plan.complete' : 'payment-plan.end',
      object: 'payment-plan',
      objectId: id,
      before: { state: before },
      after: { state, because },
    });
    await tellHouseholds(tx, actor, state === 'COMPLETED' ? 'completed' : 'ended', [{ id }]);
    if (state === 'ENDED') await tellOffice(tx, actor, id, 'payment_plans.ended_office');
  }
}

/** The office refuses a request, or ends a plan, with a reason that the household reads. */
export async function cancelPlan(
  tx: Tx,
  actor: Actor,
  { reason, ...input }: { id: string; version: number; reason: string },
): Promise<{ id: string; number: string; state: PlanState }> {
  const plan = await lockPlan(tx, actor, { ...input, from: OPEN_STATES });
  const isRequest = plan.state === 'REQUESTED';
  const state: PlanState = isRequest ? 'REFUSED' : 'CANCELLED';
  await endPlan(tx, actor, plan.id, { state, reason });
  await audit(tx, actor, {
    action: isRequest ? 'payment-plan.refuse' : 'payment-plan.cancel',
    object: 'payment-plan',
    objectId: plan.id,
    before: { state: plan.state },
    after: { state },
    reason,
  });
  // What the office alone knew of is not told to the household.
  if (plan.state !== 'WAITING' || plan.isAsked)
    await tellHouseholds(tx, actor, isRequest ? 'refused' : 'cancelled', [plan]);
  return { id: plan.id, number: plan.number, state };
}
