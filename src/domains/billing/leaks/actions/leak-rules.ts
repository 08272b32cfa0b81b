/** Rules of leaks from a day on; they count when another person approves. What was asked for before keeps the rules of its day. */
import { approveDated, planDated, withdrawDated } from '#domains/settings/dated/actions/plan-dated.ts';
import type { Dated } from '#domains/settings/dated/contract.ts';
import type { Actor } from '#platform/actor.ts';
import type { Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { errors } from '../contract.ts';
import { LEAK_RULES } from '../facts.ts';
import type { LeakRules } from '../leak.rules.ts';

type Step = { id: string; version: number };

export function planLeakRules(
  tx: Tx,
  actor: Actor,
  plan: { validFrom: string; value: LeakRules; reason: string },
): Promise<Dated<LeakRules>> {
  if (plan.value.leastMonths > plan.value.months) throw fail(errors.least_above_most);
  return planDated(tx, actor, LEAK_RULES, plan);
}

export const approveLeakRules = (tx: Tx, actor: Actor, step: Step): Promise<Dated<LeakRules>> =>
  approveDated(tx, actor, LEAK_RULES, step);

export const withdrawLeakRules = (
  tx: Tx,
  actor: Actor,
  step: Step & { reason: string },
): Promise<Dated<LeakRules>> => withdrawDated(tx, actor, LEAK_RULES, step);
