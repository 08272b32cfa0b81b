/**
 * Puts a published tariff with its history into an empty book, approved: only at set-up, when there is no second
 * person yet, and never if there is an approved version already.
 */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { all, execute, first, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { errors } from '../contract.ts';
import {
  COMMERCIAL_CATEGORIES,
  DHAKA_ROUND_OFF_TO,
  DHAKA_SEWER_PERCENT,
  DHAKA_VAT_PERCENT,
  DHAKA_WASA,
} from '../dhaka-wasa.ts';
import { listTariffCategories } from '../queries.ts';

/** Returns how many versions were written. */
export async function installDhakaWasa(tx: Tx, actor: Actor): Promise<number> {
  const taken = await first(tx, sql`select from billing.tariff_versions where state = 'APPROVED' limit 1`);
  if (taken) throw fail(errors.tariff_state, { state: 'APPROVED' });
  const categories = await listTariffCategories(tx);
  const versions = categories.flatMap(({ code }) =>
    DHAKA_WASA.flatMap((version) => {
      const rate = COMMERCIAL_CATEGORIES.includes(code) ? version.commercial : version.residential;
      return rate === null ? [] : [{ ...version, code, rate }];
    }),
  );
  const rows = await all<{ id: string }>(
    tx,
    sql`insert into billing.tariff_versions (category, name, effective_from, water_mode, sewer_percent, vat_water_percent,
        vat_fixed_percent, vat_minimum_percent, vat_sewer_percent, round_off_to, source)
      select t.code, 'Dhaka WASA ' || to_char(t."effectiveFrom", 'FMMon YYYY'), t."effectiveFrom", 'blocks', ${DHAKA_SEWER_PERCENT}::numeric,
        p.vat, p.vat, p.vat, p.vat, ${DHAKA_ROUND_OFF_TO}::numeric, t.source
      from jsonb_to_recordset(${JSON.stringify(versions)}::jsonb) as t (code text, "effectiveFrom" date, source text)
      cross join (select ${DHAKA_VAT_PERCENT}::numeric as vat) p returning id`,
  );
  await execute(
    tx,
    sql`insert into billing.tariff_blocks (version_id, from_quantity, rate)
    select v.id, 0, t.rate from jsonb_to_recordset(${JSON.stringify(versions)}::jsonb) as t (code text, "effectiveFrom" date, rate numeric)
    join billing.tariff_versions v on v.category = t.code and v.effective_from = t."effectiveFrom"
    where v.id = any (${rows.map(({ id }) => id)}::uuid[])`,
  );
  await execute(
    tx,
    sql`update billing.tariff_versions v set announced_at = ${actor.now},
      state = case when t.withdrawn is null then 'APPROVED' else 'WITHDRAWN' end,
      approved_at = case when t.withdrawn is null then ${actor.now}::timestamptz end,
      withdrawn_at = case when t.withdrawn is not null then ${actor.now}::timestamptz end, withdrawn_reason = t.withdrawn
    from jsonb_to_recordset(${JSON.stringify(versions)}::jsonb) as t (code text, "effectiveFrom" date, withdrawn text)
    where v.id = any (${rows.map(({ id }) => id)}::uuid[]) and v.category = t.code and v.effective_from = t."effectiveFrom"`,
  );
  await audit(tx, actor, {
    action: 'tariff.template',
    object: 'tariff',
    objectId: 'dhaka-wasa',
    after: { versions: rows.length },
  });
  return rows.length;
}
