/** Rules of payment plans from a day on; they count when another person approves. Plans that run keep those that they were made by. */
import { approveDated, planDated, withdrawDated } from '#domains/settings/dated/actions/plan-dated.ts';
import type { Dated } from '#domains/settings/dated/contract.ts';
import type { Actor } from '#platform/actor.ts';
import type { Tx } from '#platform/database/db.ts';
import type { PlanRules } from '../plan.rules.ts';
import { PLAN_RULES } from '../terms.ts';

type Step = { id: string; version: number };

export const planPlanRules = (
  tx: Tx,
  actor: Actor,
  plan: { validFrom: string; value: PlanRules; reason: string },
): Promise<Dated<PlanRules>> => planDated(tx, actor, PLAN_RULES, plan);

export const approvePlanRules = (tx: Tx, actor: Actor, step: Step): Promise<Dated<PlanRules>> =>
  approveDated(tx, actor, PLAN_RULES, step);

export const withdrawPlanRules = (
  tx: Tx,
  actor: Actor,
  step: Step & { reason: string },
): Promise<Dated<PlanRules>> => withdrawDated(tx, actor, PLAN_RULES, step);
