/**
 * A change of VAT becomes the next versions of the tariffs: each category's version in force on its first day, and every one
 * approved for later, is copied with the new percentages. Bills keep naming their version, so nothing billed changes.
 */
import { all, execute, type Sql, sql, type Tx } from '#platform/database/db.ts';
import type { PlannedVersion } from './month-impact.ts';
import type { VatRates } from './vat.rules.ts';

/** Columns of a version that a copy takes over. */
const KEPT = sql`category, currency, money_scale, unit_litres, water_mode, flat_amount, fixed_amount, minimum_mode,
  minimum_per, minimum_amount, minimum_when_unused, sewer_percent, sewer_on_fixed, round_off_to, prorate_fixed, prorate_minimum,
  prorate_blocks, per_dwelling_fixed, per_dwelling_minimum, per_dwelling_blocks, source, order_number`;

/** What VAT has to be in a category: a row of percentages. */
export function vatOf(rates: VatRates, category: Sql): Sql {
  const { waterPercent, fixedPercent, minimumPercent, sewerPercent, exemptCategories } = rates;
  const percent = (text: string) =>
    sql`case when ${category} = any(${exemptCategories}::text[]) then 0 else ${text}::numeric end`;
  return sql`(${percent(waterPercent)}, ${percent(fixedPercent)}, ${percent(minimumPercent)}, ${percent(sewerPercent)})`;
}

const OWN_VAT = sql`(s.vat_water_percent, s.vat_fixed_percent, s.vat_minimum_percent, s.vat_sewer_percent)`;

type Change = { rates: VatRates; from: string; authorId: string | null };

/** Drafts of the versions from the day on whose VAT is not the wanted one; with the version each is made from. */
export async function draftVatVersions(
  tx: Tx,
  { rates, from, authorId }: Change,
): Promise<(PlannedVersion & { sourceId: string; effectiveFrom: string })[]> {
  const rows = await all<PlannedVersion & { sourceId: string; effectiveFrom: string }>(
    tx,
    sql`with source as (
        select s.*, uuidv7() as copy_id, greatest(s.effective_from, ${from}::date) as starts
        from billing.tariff_versions s join billing.tariff_book b on b.id = s.id and b.key = s.category
        where s.state = 'APPROVED' and b.valid_to > ${from}::date and ${OWN_VAT} <> ${vatOf(rates, sql`s.category`)}
      ), copied as (
        insert into billing.tariff_versions (id, name, effective_from, vat_water_percent, vat_fixed_percent,
          vat_minimum_percent, vat_sewer_percent, author_ids, ${KEPT})
        select s.copy_id, left(regexp_replace(s.name, ' \\(VAT [0-9.]+%\\)$', ''), 100)
            || ' (VAT ' || trim_scale(w.water) || '%)', s.starts, w.water, w.fixed, w.minimum, w.sewer,
          array_remove(array[${authorId}]::uuid[], null), ${KEPT}
        from source s cross join lateral (values ${vatOf(rates, sql`s.category`)}) as w (water, fixed, minimum, sewer)
        returning id
      )
      select category, copy_id as "versionId", id as "sourceId", starts as "effectiveFrom" from source`,
  );
  const pairs = JSON.stringify(rows);
  await execute(
    tx,
    sql`insert into billing.tariff_blocks (version_id, from_quantity, to_quantity, rate)
    select p."versionId", b.from_quantity, b.to_quantity, b.rate
    from jsonb_to_recordset(${pairs}::jsonb) as p ("versionId" uuid, "sourceId" uuid)
    join billing.tariff_blocks b on b.version_id = p."sourceId"`,
  );
  await execute(
    tx,
    sql`insert into billing.tariff_pipe_sizes (version_id, pipe_size_mm, flat_amount, fixed_amount, minimum_amount)
    select p."versionId", s.pipe_size_mm, s.flat_amount, s.fixed_amount, s.minimum_amount
    from jsonb_to_recordset(${pairs}::jsonb) as p ("versionId" uuid, "sourceId" uuid)
    join billing.tariff_pipe_sizes s on s.version_id = p."sourceId"`,
  );
  return rows;
}

/** Of each category the version that counts on the day: what last month is calculated by. */
export function firstOfEach(
  versions: readonly (PlannedVersion & { effectiveFrom: string })[],
): PlannedVersion[] {
  const earliest = new Map<string, PlannedVersion & { effectiveFrom: string }>();
  for (const version of versions) {
    const known = earliest.get(version.category);
    if (!known || version.effectiveFrom < known.effectiveFrom) earliest.set(version.category, version);
  }
  return [...earliest.values()].map(({ category, versionId }) => ({ category, versionId }));
}

type Approval = Change & { entryId: string; approverId: string | null; at: Date };

/** Approves the copies, and withdraws the versions of the same days whose place they take. Says how many. */
export async function applyVat(tx: Tx, approval: Approval): Promise<number> {
  const { entryId, approverId, at } = approval;
  const made = await draftVatVersions(tx, approval);
  const ids = made.map(({ versionId }) => versionId);
  await execute(
    tx,
    sql`update billing.tariff_versions s set state = 'WITHDRAWN', withdrawn_at = ${at}, withdrawn_by_vat = ${entryId},
      withdrawn_reason = 'Replaced by a version with other VAT', version = s.version + 1
    from billing.tariff_versions n
    where n.id = any(${ids}::uuid[]) and s.state = 'APPROVED' and s.category = n.category
      and s.effective_from = n.effective_from and s.id <> n.id`,
  );
  await execute(
    tx,
    sql`update billing.tariff_versions set made_by_vat = ${entryId} where id = any(${ids}::uuid[])`,
  );
  await execute(
    tx,
    sql`update billing.tariff_versions set state = 'APPROVED', announced_at = ${at}, approved_at = ${at},
      approved_by = ${approverId}, version = version + 1
    where id = any(${ids}::uuid[])`,
  );
  return made.length;
}

/** Takes the copies of a change back. What a copy replaced comes back, unless somebody withdrew the copy: then its price is withdrawn. */
export async function undoVat(tx: Tx, entryId: string, at: Date): Promise<void> {
  const copies = await all<{ category: string; day: string }>(
    tx,
    sql`update billing.tariff_versions set state = 'WITHDRAWN', withdrawn_at = ${at},
      withdrawn_reason = 'The change of VAT was withdrawn', version = version + 1
    where made_by_vat = ${entryId} and state = 'APPROVED' returning category, effective_from as day`,
  );
  await execute(
    tx,
    sql`update billing.tariff_versions s set state = 'APPROVED', withdrawn_at = null, withdrawn_reason = null,
      withdrawn_by_vat = null, version = s.version + 1
    from jsonb_to_recordset(${JSON.stringify(copies)}::jsonb) as c (category text, day date)
    where s.withdrawn_by_vat = ${entryId} and c.category = s.category and c.day = s.effective_from`,
  );
}
