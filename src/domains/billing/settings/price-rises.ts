/**
 * By how much a version of the tariff is dearer than the cheapest that was in force in the twelve months before its first
 * day: each block's rate, the fixed and the minimum charge, and whole bills, VAT included, of usual uses; all but the rates by pipe size.
 */
import { all, type Db, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { calculateBills } from '../calculation/calculate-bills.ts';
import type { Rise } from './impact.rules.ts';

/** Usual uses of a month, in units of the tariff. */
const USES = [10, 20, 30, 50];

/** Old versions `o` in force at some time of the twelve months before `v` begins. */
const YEAR_BEFORE = sql`join billing.tariff_book o on o.key = v.category and o.id <> v.id
  and o.valid_from < v.effective_from and o.valid_to > v.effective_from - interval '1 year'`;

/** Pipe sizes that a version of the category names; null asks for the amounts of the version itself. With the amounts of the old and the new version. */
const SIZES = sql`cross join lateral (
    select null::int as mm
    union
    select p.pipe_size_mm from billing.tariff_pipe_sizes p join billing.tariff_versions x on x.id = p.version_id
    where x.id = v.id or (x.category = v.category and x.state = 'APPROVED')
  ) z
  left join billing.tariff_pipe_sizes ns on ns.version_id = v.id and ns.pipe_size_mm = z.mm
  left join billing.tariff_pipe_sizes os on os.version_id = o.id and os.pipe_size_mm = z.mm`;

const minimumOf = (version: string, size: string): Sql => {
  const column = (of: string, name: string) => sql.ref(`${of}.${name}`);
  return sql`case when ${column(version, 'minimum_mode')} = 'none' then 0
    else coalesce(${column(size, 'minimum_amount')}, ${column(version, 'minimum_amount')}) end`;
};

export async function priceRises(db: Db | Tx, versionIds: readonly string[]): Promise<Rise[]> {
  const versions = sql`select * from billing.tariff_versions where id = any(${versionIds}::uuid[])`;
  const bills =
    calculateBills(sql`select v.id as new_id, u.units, k.version = o.id as is_old, null::text as category, null::jsonb as categories, null::jsonb as empty_days,
      k.version as tariff_version_id, z.mm as pipe_size_mm, 1 as dwelling_units,
      u.units * v.unit_litres as usage_litres, v.effective_from as period_from, v.effective_from + 30 as period_to,
      1::numeric as periods, null::date as connected_on, null::date as disconnected_on, null::numeric as sewer_percent
    from (${versions}) v ${YEAR_BEFORE} ${SIZES} cross join unnest(${USES}::numeric[]) as u (units)
    cross join lateral (values (v.id), (o.id)) as k (version)`);
  const rows = await all<Rise>(
    db,
    sql`with v as materialized (${versions}),
      prices as (
        select v.id, 'rate' as kind, b.from_quantity as at, null::int as mm, min(ob.rate) as before, b.rate as after
        from v join billing.tariff_blocks b on b.version_id = v.id ${YEAR_BEFORE}
        join billing.tariff_blocks ob on ob.version_id = o.id and o.unit_litres = v.unit_litres
          and ob.from_quantity <= b.from_quantity and coalesce(ob.to_quantity > b.from_quantity, true)
        where v.water_mode <> 'flat' and o.water_mode <> 'flat'
        group by v.id, b.from_quantity, b.rate
        union all
        select v.id, 'fixed', null, z.mm, min(coalesce(os.fixed_amount, o.fixed_amount)), max(coalesce(ns.fixed_amount, v.fixed_amount))
        from v ${YEAR_BEFORE} ${SIZES} group by v.id, z.mm
        union all
        select v.id, 'minimum', null, z.mm, min(${minimumOf('o', 'os')}), max(${minimumOf('v', 'ns')})
        from v ${YEAR_BEFORE} ${SIZES} group by v.id, z.mm
        union all
        select new_id, 'bill', units, pipe_size_mm, min(charges_minor + vat_minor) filter (where is_old) / 10::numeric ^ max(money_scale),
          max(charges_minor + vat_minor) filter (where not is_old) / 10::numeric ^ max(money_scale)
        from (${bills}) b where problem is null group by new_id, units, pipe_size_mm
      )
      select v.category, p.kind, trim_scale(p.at)::text as at, p.mm as "pipeSizeMm", trim_scale(round(p.before, 4))::text as before,
        trim_scale(round(p.after, 4))::text as after, round((p.after - p.before) * 100 / p.before, 4)::float8 as percent
      from prices p join v on v.id = p.id
      -- A size that pays what the others pay is no price of its own.
      where p.before > 0 and (p.mm is null or not exists (select from prices own where own.mm is null and own.id = p.id
        and own.kind = p.kind and own.at is not distinct from p.at and (own.before, own.after) = (p.before, p.after)))
      order by v.category, array_position(array['rate', 'fixed', 'minimum', 'bill'], p.kind), p.at, p.mm nulls first`,
  );
  return rows;
}

/** The largest rise, in percent; 0 if no price rises. */
export function largestRise(rises: readonly Rise[]): number {
  return Math.max(0, ...rises.map(({ percent }) => percent));
}
