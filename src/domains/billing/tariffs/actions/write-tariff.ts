/** Drafting and changing a tariff version. Who wrote is remembered: none of them may approve it. */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, first, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { errors, type TariffBody, type TariffDetail } from '../contract.ts';
import { getTariff } from '../queries.ts';

/** Columns of the version itself, with their values. */
function columns(tariff: TariffBody): [string, Sql][] {
  return [
    ['category', sql`${tariff.category}`],
    ['name', sql`${tariff.name}`],
    ['effective_from', sql`${tariff.effectiveFrom}::date`],
    ['currency', sql`${tariff.currency}`],
    ['money_scale', sql`${tariff.moneyScale}::int`],
    ['unit_litres', sql`${tariff.unitLitres}::numeric`],
    ['water_mode', sql`${tariff.waterMode}`],
    ['flat_amount', sql`${tariff.flatAmount}::numeric`],
    ['fixed_amount', sql`${tariff.fixedAmount}::numeric`],
    ['minimum_mode', sql`${tariff.minimumMode}`],
    ['minimum_per', sql`${tariff.minimumPer}`],
    ['minimum_amount', sql`${tariff.minimumAmount}::numeric`],
    ['minimum_when_unused', sql`${tariff.minimumWhenUnused}::boolean`],
    ['sewer_percent', sql`${tariff.sewerPercent}::numeric`],
    ['sewer_on_fixed', sql`${tariff.sewerOnFixed}::boolean`],
    ['vat_water_percent', sql`${tariff.vatWaterPercent}::numeric`],
    ['vat_fixed_percent', sql`${tariff.vatFixedPercent}::numeric`],
    ['vat_minimum_percent', sql`${tariff.vatMinimumPercent}::numeric`],
    ['vat_sewer_percent', sql`${tariff.vatSewerPercent}::numeric`],
    ['round_off_to', sql`${tariff.roundOffTo}::numeric`],
    ['prorate_fixed', sql`${tariff.prorateFixed}::boolean`],
    ['prorate_minimum', sql`${tariff.prorateMinimum}::boolean`],
    ['prorate_blocks', sql`${tariff.prorateBlocks}::boolean`],
    ['per_dwelling_fixed', sql`${tariff.perDwellingFixed}::boolean`],
    ['per_dwelling_minimum', sql`${tariff.perDwellingMinimum}::boolean`],
    ['per_dwelling_blocks', sql`${tariff.perDwellingBlocks}::boolean`],
    ['source', sql`${tariff.source}`],
    ['order_number', sql`${tariff.orderNumber ?? null}::text`],
  ];
}

/** Replaces the blocks and pipe sizes of a draft. */
async function writeParts(tx: Tx, id: string, tariff: TariffBody): Promise<void> {
  await execute(tx, sql`delete from billing.tariff_blocks where version_id = ${id}`);
  await execute(tx, sql`delete from billing.tariff_pipe_sizes where version_id = ${id}`);
  const blocks = tariff.waterMode === 'flat' ? [] : tariff.blocks;
  await execute(
    tx,
    sql`insert into billing.tariff_blocks (version_id, from_quantity, to_quantity, rate)
    select ${id}, b."from", b."to", b.rate
    from jsonb_to_recordset(${JSON.stringify(blocks)}::jsonb) as b ("from" numeric, "to" numeric, rate numeric)`,
  );
  await execute(
    tx,
    sql`insert into billing.tariff_pipe_sizes (version_id, pipe_size_mm, flat_amount, fixed_amount, minimum_amount)
    select ${id}, s."pipeSizeMm", s."flatAmount", s."fixedAmount", s."minimumAmount"
    from jsonb_to_recordset(${JSON.stringify(tariff.pipeSizes)}::jsonb)
      as s ("pipeSizeMm" int, "flatAmount" numeric, "fixedAmount" numeric, "minimumAmount" numeric)`,
  );
}

export async function createTariff(tx: Tx, actor: Actor, tariff: TariffBody): Promise<TariffDetail> {
  const written = columns(tariff);
  const made = await first<{ id: string }>(
    tx,
    sql`insert into billing.tariff_versions (${sql.join(written.map(([name]) => sql.ref(name)))}, author_ids)
      select ${sql.join(written.map(([, value]) => value))}, array_remove(array[${actor.userId}]::uuid[], null)
      where not exists (select from billing.tariff_versions o where o.state = 'APPROVED'
        and o.category = ${tariff.category} and o.effective_from = ${tariff.effectiveFrom}::date)
      returning id`,
  );
  if (!made) throw fail(errors.tariff_day_taken);
  const { id } = made;
  await writeParts(tx, id, tariff);
  await audit(tx, actor, { action: 'tariff.create', object: 'tariff', objectId: id, after: tariff });
  return getTariff(tx, actor, id);
}

export async function editTariff(
  tx: Tx,
  actor: Actor,
  input: TariffBody & { id: string; version: number },
): Promise<TariffDetail> {
  const { id, version, ...tariff } = input;
  const before = await getTariff(tx, actor, id);
  if (before.state !== 'DRAFT') throw fail(errors.tariff_state, { state: before.state });
  const changes = columns(tariff).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  const changed = await first(
    tx,
    sql`update billing.tariff_versions set ${sql.join(changes)}, version = version + 1,
        author_ids = array_remove(author_ids || ${actor.userId}::uuid, null)
      where id = ${id} and version = ${version} and state = 'DRAFT' returning id`,
  );
  if (!changed) throw fail(commonErrors.stale_version);
  await writeParts(tx, id, tariff);
  await audit(tx, actor, { action: 'tariff.edit', object: 'tariff', objectId: id, before, after: tariff });
  return getTariff(tx, actor, id);
}
