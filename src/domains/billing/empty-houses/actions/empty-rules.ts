/** Rules of empty houses from a day on; they count when another person approves. What was noted before keeps the rules of its day. */
import { approveDated, planDated, withdrawDated } from '#domains/settings/dated/actions/plan-dated.ts';
import type { Dated } from '#domains/settings/dated/contract.ts';
import type { Actor } from '#platform/actor.ts';
import type { Tx } from '#platform/database/db.ts';
import type { EmptyRules } from '../empty-house.rules.ts';
import { EMPTY_RULES } from '../queries.ts';

type Step = { id: string; version: number };

export const planEmptyRules = (
  tx: Tx,
  actor: Actor,
  plan: { validFrom: string; value: EmptyRules; reason: string },
): Promise<Dated<EmptyRules>> => planDated(tx, actor, EMPTY_RULES, plan);

export const approveEmptyRules = (tx: Tx, actor: Actor, step: Step): Promise<Dated<EmptyRules>> =>
  approveDated(tx, actor, EMPTY_RULES, step);

export const withdrawEmptyRules = (
  tx: Tx,
  actor: Actor,
  step: Step & { reason: string },
): Promise<Dated<EmptyRules>> => withdrawDated(tx, actor, EMPTY_RULES, step);
