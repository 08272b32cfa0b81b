/** Rules of late surcharges for bills issued from a day on. They count when another person approves. */
import { planDated } from '#domains/settings/dated/actions/plan-dated.ts';
import type { Dated } from '#domains/settings/dated/contract.ts';
import type { Actor } from '#platform/actor.ts';
import type { Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { categoriesExist } from '../../settings/queries.ts';
import { errors as tariffErrors } from '../../tariffs/contract.ts';
import { SURCHARGES } from '../queries.ts';
import type { SurchargeRules } from '../surcharge.rules.ts';

type Plan = { validFrom: string; value: SurchargeRules; reason: string };

export async function planSurchargeRules(tx: Tx, actor: Actor, plan: Plan): Promise<Dated<SurchargeRules>> {
  if (!(await categoriesExist(tx, Object.keys(plan.value.graceDays))))
    throw fail(tariffErrors.tariff_category_unknown);
  return planDated(tx, actor, SURCHARGES, plan);
}
