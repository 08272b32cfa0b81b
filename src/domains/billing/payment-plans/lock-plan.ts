/** Lock order of a plan: its connection, then the plan. So money, corrections and other steps wait, or are over. */
import type { Actor } from '#platform/actor.ts';
import { first, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { lockConnections } from '../invoices/actions/settle-invoices.ts';
import { errors } from './contract.ts';
import { ownPlans } from './own-plans.ts';
import type { PlanRules, PlanState } from './plan.rules.ts';

export type LockedPlan = {
  id: string;
  number: string;
  state: PlanState;
  connectionId: string;
  consumerId: string;
  /** The household asked for it. */
  isAsked: boolean;
  billIds: string[] | null;
  sumMinor: number | null;
  firstMinor: number | null;
  instalments: number | null;
  dayOfMonth: number | null;
  rules: PlanRules | null;
  acceptBy: string | null;
  version: number;
};

/** As the person saw it. Refuses one that is unknown or of somebody else, that changed since, or whose state does not allow the step. */
export async function lockPlan(
  tx: Tx,
  actor: Actor,
  { id, version, from }: { id: string; version: number; from: readonly PlanState[] },
): Promise<LockedPlan> {
  const isOwn = ownPlans(actor);
  await lockConnections(
    tx,
    sql`select p.connection_id from billing.payment_plans p where p.id = ${id} and ${isOwn}`,
  );
  const plan = await first<LockedPlan>(
    tx,
    sql`select p.id, p.number, p.state, p.connection_id as "connectionId", p.consumer_id as "consumerId", p.asked_words is not null as "isAsked", p.bill_ids as "billIds",
        p.sum_minor as "sumMinor", p.first_minor as "firstMinor", p.instalments, p.day_of_month as "dayOfMonth", p.rules,
        p.accept_by as "acceptBy", p.version
      from billing.payment_plans p where p.id = ${id} and ${isOwn} for update`,
  );
  if (!plan) throw fail(commonErrors.not_found);
  if (plan.version !== version) throw fail(commonErrors.stale_version);
  if (!from.includes(plan.state)) throw fail(errors.wrong_state);
  return plan;
}
