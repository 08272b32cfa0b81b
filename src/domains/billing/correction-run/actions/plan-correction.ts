/**
 * Starts a correction run for an announced version that would begin on a billed day. From here on it goes the way of
 * a bill run; its version comes in force when it is posted.
 */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { first, sql, type Tx } from '#platform/database/db.ts';
import { firstOfMonth } from '#shared/dates.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { startCalculation } from '../../bill-run/actions/calculate-run.ts';
import { insertRun, lockPlanning } from '../../bill-run/actions/insert-run.ts';
import type { BillRun } from '../../bill-run/contract.ts';
import { refuseClosedMonth } from '../../bill-run/issue-day.ts';
import { dueDayFor } from '../../settings/queries.ts';
import { requirePrices } from '../../tariffs/actions/move-tariff.ts';
import { errors as tariffErrors } from '../../tariffs/contract.ts';
import type { TariffState } from '../../tariffs/tariff.rules.ts';
import { errors } from '../contract.ts';

type Plan = { tariffVersionId: string; reason: string; orderNumber: string };

export async function planCorrection(tx: Tx, actor: Actor, input: Plan): Promise<BillRun> {
  await lockPlanning(tx);
  const version = await correctable(tx, input.tariffVersionId);
  await requirePrices(tx, input.tariffVersionId, version.effectiveFrom);
  await refuseClosedMonth(tx, actor.today);
  const id = await insertRun(tx, actor, {
    period: firstOfMonth(version.effectiveFrom),
    issuedOn: actor.today,
    dueOn: await dueDayFor(tx, actor.today),
    correction: { ...input, category: version.category },
  });
  await audit(tx, actor, {
    action: 'bill-run.plan-correction',
    object: 'bill-run',
    objectId: id,
    after: { ...input, effectiveFrom: version.effectiveFrom },
    reason: input.reason,
  });
  return startCalculation(tx, id, errors.nothing_to_correct);
}

/** Approved already: by a run before, which held bills that this one is about. */
async function correctable(tx: Tx, id: string): Promise<{ category: string; effectiveFrom: string }> {
  const version = await first<{
    state: TariffState;
    category: string;
    effectiveFrom: string;
    isTaken: boolean;
  }>(
    tx,
    sql`select v.state, v.category, v.effective_from as "effectiveFrom", exists (
        select from billing.tariff_versions o where o.id <> v.id and o.state = 'APPROVED' and o.category = v.category
          and o.effective_from = v.effective_from) as "isTaken"
      from billing.tariff_versions v where v.id = ${id}`,
  );
  if (!version) throw fail(commonErrors.not_found);
  if (version.state !== 'ANNOUNCED' && version.state !== 'APPROVED') {
    throw fail(tariffErrors.tariff_state, { state: version.state });
  }
  if (version.isTaken) throw fail(tariffErrors.tariff_day_taken);
  return version;
}
