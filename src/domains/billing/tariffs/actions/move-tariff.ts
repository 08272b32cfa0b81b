/** From draft to announced to approved, or withdrawn before the first day. Each step locks the version's row. */

import { datedOn } from '#domains/settings/dated/queries.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, first, one, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import type { AuditWord } from '#shared/words.ts';
import { vatOf } from '../../settings/apply-vat.ts';
import { largestRise, priceRises } from '../../settings/price-rises.ts';
import { VAT } from '../../settings/queries.ts';
import { errors, type TariffDetail } from '../contract.ts';
import { lockPrices } from '../lock-prices.ts';
import { getTariff } from '../queries.ts';
import { LEGAL_RISE_PERCENT, nextTariffState, type TariffAction, type TariffState } from '../tariff.rules.ts';
import { requireNoCopyAfter, requireVatWithout } from '../vat-copies.ts';

type Step = { id: string; version: number };
type Locked = { state: TariffState; version: number; effective_from: string; order_number: string | null };

/** Locks the version and checks that the step is allowed from its state. */
async function lock(tx: Tx, step: Step, action: TariffAction): Promise<Locked & { next: TariffState }> {
  const row = await first<Locked>(
    tx,
    sql`select state, version, effective_from, order_number from billing.tariff_versions where id = ${step.id} for update`,
  );
  if (!row) throw fail(commonErrors.not_found);
  if (row.version !== step.version) throw fail(commonErrors.stale_version);
  return { ...row, next: allowed(row.state, action) };
}

function allowed(state: TariffState, action: TariffAction): TariffState {
  const next = nextTariffState(state, action);
  if (!next) throw fail(errors.tariff_state, { state });
  return next;
}

async function move(
  tx: Tx,
  actor: Actor,
  step: Step & { action: AuditWord; from: TariffState; to: TariffState; set: Sql; reason?: string },
): Promise<TariffDetail> {
  await execute(
    tx,
    sql`update billing.tariff_versions set state = ${step.to}, version = version + 1, ${step.set}
    where id = ${step.id}`,
  );
  await audit(tx, actor, {
    action: step.action,
    object: 'tariff',
    objectId: step.id,
    before: { state: step.from },
    after: { state: step.to },
    reason: step.reason,
  });
  return getTariff(tx, actor, step.id);
}

/**
 * VAT is dated in the settings: a version that begins after somebody set it bills what was set. A version that begins on a
 * billed day may have another VAT, because law changes VAT for days that are over; it comes in force only by a correction run
 * (the trigger `refuse_billed_day`), which names the order.
 */
async function requireVat(tx: Tx, id: string, day: string): Promise<void> {
  const set = await datedOn(tx, VAT, day);
  if (!set) return;
  const differs = await first(
    tx,
    sql`select from billing.tariff_versions v where v.id = ${id}
      and (v.vat_water_percent, v.vat_fixed_percent, v.vat_minimum_percent, v.vat_sewer_percent)
        <> ${vatOf(set.value, sql`v.category`)}
      and billing.billed_until(v.category, v.effective_from) is null`,
  );
  if (differs) throw fail(errors.tariff_vat_differs, { day: set.validFrom, percent: set.value.waterPercent });
}

/** Announces a version. If a price rises by more than the law allows a year, it states why. */
export async function submitTariff(
  tx: Tx,
  actor: Actor,
  input: Step & { riseReason?: string | undefined },
): Promise<TariffDetail> {
  const { state, next, effective_from } = await lock(tx, input, 'submit');
  await requireVat(tx, input.id, effective_from);
  const rise = largestRise(await priceRises(tx, [input.id]));
  if (rise > LEGAL_RISE_PERCENT && !input.riseReason) {
    throw fail(errors.rise_reason_required, { percent: rise.toFixed(1), limit: LEGAL_RISE_PERCENT });
  }
  const set = sql`announced_at = ${actor.now}, author_ids = array_remove(author_ids || ${actor.userId}::uuid, null),
    rise_reason = ${input.riseReason ?? null}`;
  const reason = input.riseReason ? { reason: input.riseReason } : {};
  return move(tx, actor, { ...input, ...reason, action: 'tariff.submit', from: state, to: next, set });
}

/** The database refuses an author; a rise of any price above the legal limit wants the ministry's order number. */
export async function approveTariff(
  tx: Tx,
  actor: Actor,
  input: Step & { orderNumber?: string | undefined },
): Promise<TariffDetail> {
  await lockPrices(tx);
  const { state, next, order_number, effective_from } = await lock(tx, input, 'approve');
  await requirePrices(tx, input.id, effective_from);
  await requireNoCopyAfter(tx, input.id);
  const orderNumber = input.orderNumber ?? order_number;
  const rise = largestRise(await priceRises(tx, [input.id]));
  if (rise > LEGAL_RISE_PERCENT && !orderNumber) {
    throw fail(errors.order_number_required, { percent: rise.toFixed(1), limit: LEGAL_RISE_PERCENT });
  }
  const set = sql`approved_by = ${actor.userId}, approved_at = ${actor.now}, order_number = ${orderNumber}`;
  return move(tx, actor, { ...input, action: 'tariff.approve', from: state, to: next, set });
}

/**
 * A correction run brings its version in force when it is posted; the approval was that of the run, and its order asks for
 * the rise. What its planning compared stays as it is, because its days are billed. Nothing is to be done if a run
 * before it did so.
 */
export async function approveByRun(
  tx: Tx,
  actor: Actor,
  { id, approvedBy, orderNumber }: { id: string; approvedBy: string; orderNumber: string },
): Promise<void> {
  await lockPrices(tx);
  const { state, version } = await one<{ state: TariffState; version: number }>(
    tx,
    sql`select state, version from billing.tariff_versions where id = ${id} for update`,
  );
  if (state === 'APPROVED') return;
  const next = allowed(state, 'approve');
  const set = sql`approved_by = ${approvedBy}, approved_at = ${actor.now}, order_number = ${orderNumber}`;
  await move(tx, actor, { id, version, action: 'tariff.approve', from: state, to: next, set });
}

/** VAT is that of the settings, and all versions of a category count in one currency. */
export async function requirePrices(tx: Tx, id: string, day: string): Promise<void> {
  await requireVat(tx, id, day);
  const mixed = await first(
    tx,
    sql`select from billing.tariff_versions v join billing.tariff_versions o on o.category = v.category
      where v.id = ${id} and o.state = 'APPROVED' and (o.currency, o.money_scale) <> (v.currency, v.money_scale) limit 1`,
  );
  if (mixed) throw fail(errors.tariff_currency_mixed);
}

/** A version whose first day has come stays: bills may have been made by it. */
export async function withdrawTariff(
  tx: Tx,
  actor: Actor,
  input: Step & { reason: string },
): Promise<TariffDetail> {
  await lockPrices(tx);
  const { state, next, effective_from } = await lock(tx, input, 'withdraw');
  if (state === 'APPROVED') {
    if (effective_from <= actor.today) throw fail(errors.tariff_in_force);
    await requireNoCopyAfter(tx, input.id);
    await requireVatWithout(tx, input.id);
  }
  const set = sql`withdrawn_at = ${actor.now}, withdrawn_reason = ${input.reason}`;
  return move(tx, actor, { ...input, action: 'tariff.withdraw', from: state, to: next, set });
}
