/**
 * Rules of rebates for bills issued from a day on. They count when another person approves. Never from a day on which bills were issued:
 * their households were told another rebate, or none.
 */
import { approveDated, planDated } from '#domains/settings/dated/actions/plan-dated.ts';
import { type Dated, errors as datedErrors } from '#domains/settings/dated/contract.ts';
import { getDated } from '#domains/settings/dated/queries.ts';
import type { Actor } from '#platform/actor.ts';
import type { Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { firstUnissuedDay } from '../../surcharges/queries.ts';
import { lockPrices } from '../../tariffs/lock-prices.ts';
import { errors } from '../contract.ts';
import { REBATES } from '../queries.ts';
import type { RebateRules } from '../rebate.rules.ts';

type Plan = { validFrom: string; value: RebateRules; reason: string };

async function refuseIssuedDay(tx: Tx, actor: Actor, validFrom: string): Promise<void> {
  if (validFrom < actor.today) throw fail(datedErrors.dated_day_past);
  const earliest = await firstUnissuedDay(tx, actor.today);
  if (validFrom < earliest) throw fail(errors.rebate_day_billed, { day: earliest });
}

export async function planRebateRules(tx: Tx, actor: Actor, plan: Plan): Promise<Dated<RebateRules>> {
  await refuseIssuedDay(tx, actor, plan.validFrom);
  return planDated(tx, actor, REBATES, plan);
}

/** No run posts bills meanwhile: it shares the lock. */
export async function approveRebateRules(
  tx: Tx,
  actor: Actor,
  step: { id: string; version: number },
): Promise<Dated<RebateRules>> {
  await lockPrices(tx);
  const planned = await getDated(tx, actor, REBATES, step.id);
  if (planned.state === 'PLANNED') await refuseIssuedDay(tx, actor, planned.validFrom);
  return approveDated(tx, actor, REBATES, step);
}
