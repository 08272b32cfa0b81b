/** The fee of a returned cheque from a day on; it counts when another person approves. */
import { approveDated, planDated, withdrawDated } from '#domains/settings/dated/actions/plan-dated.ts';
import type { Dated } from '#domains/settings/dated/contract.ts';
import type { Actor } from '#platform/actor.ts';
import type { Tx } from '#platform/database/db.ts';
import type { ChequeFee } from '../contract.ts';
import { CHEQUE_FEE } from '../queries.ts';

type Plan = { validFrom: string; value: ChequeFee; reason: string };
type Step = { id: string; version: number };

export const planChequeFee = (tx: Tx, actor: Actor, plan: Plan): Promise<Dated<ChequeFee>> =>
  planDated(tx, actor, CHEQUE_FEE, plan);

export const approveChequeFee = (tx: Tx, actor: Actor, step: Step): Promise<Dated<ChequeFee>> =>
  approveDated(tx, actor, CHEQUE_FEE, step);

export const withdrawChequeFee = (
  tx: Tx,
  actor: Actor,
  step: Step & { reason: string },
): Promise<Dated<ChequeFee>> => withdrawDated(tx, actor, CHEQUE_FEE, step);
