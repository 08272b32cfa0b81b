/** Rules of the ladder from a day on; they count when another person approves. */
import { categoriesExist } from '#domains/billing/settings/queries.ts';
import { errors as tariffErrors } from '#domains/billing/tariffs/contract.ts';
import { approveDated, planDated, withdrawDated } from '#domains/settings/dated/actions/plan-dated.ts';
import type { Dated } from '#domains/settings/dated/contract.ts';
import type { Actor } from '#platform/actor.ts';
import type { Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import type { LadderRules } from '../ladder.rules.ts';
import { LADDER } from '../queries.ts';

type Plan = { validFrom: string; value: LadderRules; reason: string };
type Step = { id: string; version: number };

export async function planLadder(tx: Tx, actor: Actor, plan: Plan): Promise<Dated<LadderRules>> {
  if (!(await categoriesExist(tx, plan.value.exemptCategories)))
    throw fail(tariffErrors.tariff_category_unknown);
  return planDated(tx, actor, LADDER, plan);
}

export const approveLadder = (tx: Tx, actor: Actor, step: Step): Promise<Dated<LadderRules>> =>
  approveDated(tx, actor, LADDER, step);

export const withdrawLadder = (
  tx: Tx,
  actor: Actor,
  step: Step & { reason: string },
): Promise<Dated<LadderRules>> => withdrawDated(tx, actor, LADDER, step);
