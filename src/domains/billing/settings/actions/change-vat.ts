/** VAT is planned by one person and approved by another; approved it becomes the tariffs' next versions. Never into billed days. */

import { approveDated, planDated, withdrawDated } from '#domains/settings/dated/actions/plan-dated.ts';
import type { Dated } from '#domains/settings/dated/contract.ts';
import { errors as datedErrors } from '#domains/settings/dated/contract.ts';
import { getDated } from '#domains/settings/dated/queries.ts';
import type { Actor } from '#platform/actor.ts';
import { execute, first, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { errors as tariffErrors } from '../../tariffs/contract.ts';
import { lockPrices } from '../../tariffs/lock-prices.ts';
import { applyVat, draftVatVersions, firstOfEach, undoVat } from '../apply-vat.ts';
import { errors } from '../contract.ts';
import { monthImpact } from '../month-impact.ts';
import { priceRises } from '../price-rises.ts';
import { categoriesExist, firstOpenDay, laterVat, VAT, vatOn } from '../queries.ts';
import type { VatRates } from '../vat.rules.ts';

type Plan = { validFrom: string; value: VatRates };

async function check(tx: Tx, actor: Actor, { validFrom, value }: Plan): Promise<void> {
  if (validFrom < actor.today) throw fail(datedErrors.dated_day_past);
  const earliest = await firstOpenDay(tx, actor.today);
  if (validFrom < earliest) throw fail(errors.vat_day_billed, { day: earliest });
  if (!(await categoriesExist(tx, value.exemptCategories))) throw fail(tariffErrors.tariff_category_unknown);
  const later = await laterVat(tx, validFrom);
  if (later) throw fail(errors.vat_later_approved, { day: later });
}

export async function planVat(
  tx: Tx,
  actor: Actor,
  plan: Plan & { reason: string },
): Promise<Dated<VatRates>> {
  await check(tx, actor, plan);
  const now = await vatOn(tx, plan.validFrom);
  if (JSON.stringify(now) === JSON.stringify(plan.value)) throw fail(errors.vat_unchanged);
  return planDated(tx, actor, VAT, plan);
}

/** Makes the versions, calculates with them, and takes them away again: nothing of it is kept. */
export async function previewVat(tx: Tx, actor: Actor, plan: Plan) {
  await check(tx, actor, plan);
  await execute(tx, sql`savepoint preview`);
  const change = { rates: plan.value, from: plan.validFrom, authorId: actor.userId };
  const versions = firstOfEach(await draftVatVersions(tx, change));
  const impact = await monthImpact(tx, versions);
  const rises = await priceRises(
    tx,
    versions.map(({ versionId }) => versionId),
  );
  await execute(tx, sql`rollback to savepoint preview`);
  return { impact, rises: rises.filter(({ kind }) => kind === 'bill') };
}

type Step = { id: string; version: number };

export async function approveVat(tx: Tx, actor: Actor, step: Step): Promise<Dated<VatRates>> {
  await lockPrices(tx);
  const planned = await getDated(tx, actor, VAT, step.id);
  await check(tx, actor, planned);
  const approved = await approveDated(tx, actor, VAT, step);
  const author = await first<{ planned_by: string | null }>(
    tx,
    sql`select planned_by from settings.dated_entries where id = ${step.id}`,
  );
  await applyVat(tx, {
    ...{ rates: planned.value, from: planned.validFrom, authorId: author?.planned_by ?? null },
    ...{ entryId: step.id, approverId: actor.userId, at: actor.now },
  });
  return approved;
}

/** Before its day; not while a later change, or a tariff approved since then, depends on it. */
export async function withdrawVat(
  tx: Tx,
  actor: Actor,
  step: Step & { reason: string },
): Promise<Dated<VatRates>> {
  await lockPrices(tx);
  const { validFrom, state } = await getDated(tx, actor, VAT, step.id);
  if (state === 'APPROVED') {
    const built = await first(
      tx,
      sql`select from settings.dated_entries d
        where d.key = ${VAT.key} and d.state = 'APPROVED' and d.valid_from > ${validFrom}::date
        union all
        select from billing.tariff_versions v join settings.dated_entries d on d.id = ${step.id}
        where v.state = 'APPROVED' and v.effective_from >= ${validFrom}::date and v.made_by_vat is null
          and v.approved_at > d.approved_at
        limit 1`,
    );
    if (built) throw fail(errors.vat_built_upon);
  }
  const withdrawn = await withdrawDated(tx, actor, VAT, step);
  if (state === 'APPROVED') await undoVat(tx, step.id, actor.now);
  return withdrawn;
}
