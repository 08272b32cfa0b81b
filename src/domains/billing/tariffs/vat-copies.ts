/**
 * A change of VAT copies the version that counts on its first day. The copy has the price of that version and its own first day, so a step
 * with a version looks at the copies too. All of it is asked under the lock of prices (`lock-prices.ts`).
 */
import { all, first, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { vatOf } from '../settings/apply-vat.ts';
import { VAT } from '../settings/queries.ts';
import { errors } from './contract.ts';

/**
 * Refuses a step with a version if the next approved one of its category is a copy that a change of VAT made of what counted before its
 * day. Withdrawn, this version would come back as the copy. Approved, it would end with the earlier price of the copy. A
 * copy that took the place of a version planned for its day is a price of its own.
 */
export async function requireNoCopyAfter(tx: Tx, id: string): Promise<void> {
  const copy = await first<{ day: string }>(
    tx,
    sql`select n.effective_from as day from billing.tariff_versions v
      cross join lateral (
        select a.* from billing.tariff_versions a
        where a.category = v.category and a.state = 'APPROVED' and a.effective_from > v.effective_from
        order by a.effective_from limit 1
      ) n
      where v.id = ${id} and n.made_by_vat is not null and not exists (
        select from billing.tariff_versions planned where planned.category = n.category
          and planned.effective_from = n.effective_from and planned.withdrawn_by_vat = n.made_by_vat)`,
  );
  if (copy) throw fail(errors.tariff_copied_by_vat, { day: copy.day });
}

type Change = { day: string; value: unknown };

/** Refuses to withdraw a version if the one before it, which would count on its days, does not bear the VAT that is set for them. */
export async function requireVatWithout(tx: Tx, id: string): Promise<void> {
  const changes = await all<Change>(
    tx,
    sql`select greatest(d.valid_from, v.effective_from) as day, d.value
      from billing.tariff_versions v join billing.tariff_book b on b.id = v.id and b.key = v.category
      cross join lateral (
        select e.valid_from, e.value, lead(e.valid_from, 1, 'infinity'::date) over (order by e.valid_from) as until
        from settings.dated_entries e where e.key = ${VAT.key} and e.state = 'APPROVED'
      ) d
      where v.id = ${id} and d.until > v.effective_from and d.valid_from < b.valid_to order by d.valid_from`,
  );
  for (const { day, value } of changes) {
    const differs = await first(
      tx,
      sql`select from billing.tariff_versions v cross join lateral (
          select o.* from billing.tariff_versions o
          where o.category = v.category and o.state = 'APPROVED' and o.effective_from < v.effective_from
          order by o.effective_from desc limit 1
        ) before
        where v.id = ${id} and (before.vat_water_percent, before.vat_fixed_percent, before.vat_minimum_percent,
          before.vat_sewer_percent) <> ${vatOf(VAT.parse(value), sql`v.category`)}`,
    );
    if (differs) throw fail(errors.tariff_bears_vat, { day });
  }
}
