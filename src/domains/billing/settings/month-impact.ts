/**
 * "What last month would have billed": the bills of the last posted month by the run's own calculation, once as they were
 * and once by planned versions of the tariff. Read only; exact to the poisha, because it is the same statement.
 */
import { type Db, first, one, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { minor } from '#shared/money.ts';
import { calculateBills } from '../calculation/calculate-bills.ts';
import type { Impact } from './impact.rules.ts';

/** By which version a category would be billed. */
export type PlannedVersion = { category: string; versionId: string };

const BIGGEST = 8;

/**
 * The month's bills, as they were corrected, with what the calculation wants to know, each twice: by the versions that were in force, and planned.
 * @param planned JSON of [{category, versionId}]
 */
function input(period: string, planned: string): Sql {
  return sql`select i.id, k.planned, i.number, coalesce(a.total_after_minor, i.total_minor) as billed_minor, u.litres, coalesce(t.category, c.category) as category,
      case when k.planned and i.categories is not null then (
          select jsonb_agg(case when n."versionId" is null then e.value else jsonb_set(e.value, '{category}', to_jsonb(n."versionId"::text)) end
            order by e.ordinality)
          from jsonb_array_elements(i.categories) with ordinality e
          left join jsonb_to_recordset(${planned}::jsonb) as n (category text, "versionId" uuid) on n.category = e.value ->> 'category')
        else i.categories end as categories, i.empty_days,
      case when k.planned then w."versionId" end as tariff_version_id, c.pipe_size_mm, c.dwelling_units, c.sewer_percent,
      c.connected_on, c.disconnected_on, u.litres::numeric as usage_litres, i.period_from, i.period_to,
      coalesce(i.periods, greatest(1, round((r.read_on - r.previous_on) / 30.4375))::int)::numeric as periods
    from billing.invoices i
    join meters.connections c on c.id = i.connection_id
    left join meters.readings r on r.id = i.reading_id and i.periods is null
    left join lateral (
      select total_after_minor, usage_after_litres from billing.adjustments where invoice_id = i.id order by id desc limit 1
    ) a on true
    cross join lateral (select coalesce(a.usage_after_litres, i.usage_litres) as litres) u
    left join billing.tariff_versions t on t.id = i.tariff_version_id
    left join jsonb_to_recordset(${planned}::jsonb) as w (category text, "versionId" uuid) on w.category = coalesce(t.category, c.category)
    cross join (values (false), (true)) as k (planned)
    where i.period = ${period}::date and i.cancelled_on is null and i.adjusts_id is null`;
}

const SUMS = sql`count(*)::int as bills, coalesce(sum(before_minor), 0)::bigint as "beforeMinor",
  coalesce(sum(after_minor), 0)::bigint as "afterMinor", count(*) filter (where after_minor > before_minor)::int as more,
  count(*) filter (where after_minor < before_minor)::int as less`;

const NOTHING = minor(0);
const EMPTY: Impact = {
  ...{ period: null, bills: 0, more: 0, less: 0, changedSince: 0, categories: [], biggest: [] },
  ...{ beforeMinor: NOTHING, afterMinor: NOTHING, medianBeforeMinor: NOTHING, medianAfterMinor: NOTHING },
};

/** The last month of which bills were posted. */
async function lastBilledMonth(db: Db | Tx): Promise<string | undefined> {
  const month = await first<{ period: string | null }>(
    db,
    sql`select max(period) as period from billing.bill_runs where state = 'POSTED'`,
  );
  return month?.period ?? undefined;
}

/** @param planned versions as they are stored, in any state; a category without one is billed as it was */
export async function monthImpact(db: Db | Tx, planned: readonly PlannedVersion[]): Promise<Impact> {
  const period = await lastBilledMonth(db);
  if (!period) return EMPTY;
  // Both bills of an invoice meet by grouping: a join could be planned as a loop over all of them.
  const compared = sql`select number, category, litres, billed_minor as before_minor,
      max(total_minor) filter (where planned) as after_minor,
      bool_and(problem is null and (planned or total_minor = billed_minor)) as is_same
    from (${calculateBills(input(period, JSON.stringify(planned)))}) b
    group by id, number, category, litres, billed_minor`;
  const found = await one<{ impact: Impact }>(
    db,
    sql`with compared as materialized (${compared}),
      same as (select * from compared where is_same),
      total as (select ${SUMS},
          coalesce(percentile_disc(0.5) within group (order by before_minor), 0)::bigint as "medianBeforeMinor",
          coalesce(percentile_disc(0.5) within group (order by after_minor), 0)::bigint as "medianAfterMinor"
        from same),
      by_category as (select s.category, c.name_en as "nameEn", c.name_bn as "nameBn", c.position, ${SUMS}
        from same s join billing.tariff_categories c on c.code = s.category group by s.category, c.name_en, c.name_bn, c.position),
      biggest as (select number as "invoiceNumber", category, litres as "usageLitres", before_minor as "beforeMinor",
          after_minor as "afterMinor"
        from same where after_minor <> before_minor order by abs(after_minor - before_minor) desc, number limit ${BIGGEST})
      select to_jsonb(t) || jsonb_build_object('period', ${period}::date,
        'changedSince', (select count(*) from compared where not is_same),
        'categories', coalesce((select jsonb_agg(to_jsonb(b) - 'position' order by b.position) from by_category b), '[]'),
        'biggest', coalesce((select jsonb_agg(to_jsonb(b)) from biggest b), '[]')) as impact
      from total t`,
  );
  return found.impact;
}
