/**
 * Rules of late surcharges for bills issued from a day on. They count when another person approves. Never from a day on which
 * bills were issued: their households were not told.
 */
import { approveDated, planDated } from '#domains/settings/dated/actions/plan-dated.ts';
import { type Dated, errors as datedErrors } from '#domains/settings/dated/contract.ts';
import { getDated } from '#domains/settings/dated/queries.ts';
import type { Actor } from '#platform/actor.ts';
import type { Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { categoriesExist } from '../../settings/queries.ts';
import { errors as tariffErrors } from '../../tariffs/contract.ts';
import { lockPrices } from '../../tariffs/lock-prices.ts';
import { errors } from '../contract.ts';
import { firstUnissuedDay, SURCHARGES } from '../queries.ts';
import type { SurchargeRules } from '../surcharge.rules.ts';

type Plan = { validFrom: string; value: SurchargeRules; reason: string };

async function refuseIssuedDay(tx: Tx, actor: Actor, validFrom: string): Promise<void> {
  if (validFrom < actor.today) throw fail(datedErrors.dated_day_past);
  const earliest = await firstUnissuedDay(tx, actor.today);
  if (validFrom < earliest) throw fail(errors.surcharge_day_billed, { day: earliest });
}

export async function planSurchargeRules(tx: Tx, actor: Actor, plan: Plan): Promise<Dated<SurchargeRules>> {
  if (!(await categoriesExist(tx, Object.keys(plan.value.graceDays))))
    throw fail(tariffErrors.tariff_category_unknown);
  await refuseIssuedDay(tx, actor, plan.validFrom);
  return planDated(tx, actor, SURCHARGES, plan);
}

/** No run posts bills meanwhile: it shares the lock. */
export async function approveSurchargeRules(
  tx: Tx,
  actor: Actor,
  step: { id: string; version: number },
): Promise<Dated<SurchargeRules>> {
  await lockPrices(tx);
  const planned = await getDated(tx, actor, SURCHARGES, step.id);
  if (planned.state === 'PLANNED') await refuseIssuedDay(tx, actor, planned.validFrom);
  return approveDated(tx, actor, SURCHARGES, step);
}
