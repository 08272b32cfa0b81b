/** The household accepts a plan on its phone, or signs its paper at the counter; or it does not want it. */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { first, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { errors } from '../contract.ts';
import { lockPlan } from '../lock-plan.ts';
import type { PlanState } from '../plan.rules.ts';
import { tellHouseholds, tellOffice } from '../tell-people.ts';
import { endPlan } from './end-plans.ts';

type Moved = { id: string; number: string; state: PlanState };

/** @param signedBy who signed the paper; null if the household accepts by itself */
export async function acceptPlan(
  tx: Tx,
  actor: Actor,
  { signedBy, ...input }: { id: string; version: number; signedBy: string | null },
): Promise<Moved> {
  const plan = await lockPlan(tx, actor, { ...input, from: ['PROPOSED'] });
  const accepted = await first<Moved>(
    tx,
    sql`update billing.payment_plans p set state = 'ACTIVE', accepted_as = ${signedBy === null ? 'PORTAL' : 'PAPER'}, signed_by = ${signedBy},
        accepted_by = ${actor.userId}, accepted_by_name = ${actor.name}, accepted_at = ${actor.now}, accepted_on = ${actor.today},
        version = p.version + 1
      where p.id = ${plan.id} and p.accept_by >= ${actor.today}::date returning p.id, p.number, p.state`,
  );
  if (!accepted) throw fail(errors.accept_over, { day: String(plan.acceptBy) });
  await audit(tx, actor, {
    action: 'payment-plan.accept',
    object: 'payment-plan',
    objectId: plan.id,
    before: { state: plan.state },
    after: { state: 'ACTIVE', signedBy },
  });
  await tellHouseholds(tx, actor, 'active', [plan]);
  if (signedBy === null) await tellOffice(tx, actor, plan.id, 'payment_plans.accepted');
  return accepted;
}

export async function declinePlan(
  tx: Tx,
  actor: Actor,
  input: { id: string; version: number },
): Promise<Moved> {
  const plan = await lockPlan(tx, actor, { ...input, from: ['REQUESTED', 'PROPOSED'] });
  await endPlan(tx, actor, plan.id, { state: 'DECLINED' });
  await audit(tx, actor, {
    action: 'payment-plan.decline',
    object: 'payment-plan',
    objectId: plan.id,
    before: { state: plan.state },
    after: { state: 'DECLINED' },
  });
  await tellOffice(tx, actor, plan.id, 'payment_plans.declined');
  return { id: plan.id, number: plan.number, state: 'DECLINED' };
}
