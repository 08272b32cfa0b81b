/**
 * The one calculation of a bill, as SQL over a relation: the bill run, a quote, the tariff screen and the
 * conformance commands all call it. It streams (no sort, no hash of the input), so memory stays flat.
 *
 * Rounding: every line is rounded half up once; VAT is taken from the rounded line that the consumer sees. The
 * minimum line and its VAT are what is missing to the rounded minimum, so that more use never costs a poisha less.
 * Shares of days have no end as decimals, so nothing is divided before a line is rounded: all amounts of a bill are
 * kept as whole numbers of parts, of which `parts` × `unit_all` are one Taka, and the one division gives whole poisha.
 * A tariff change inside the period splits the days: use, block widths, fixed, minimum and sewer charges follow
 * them; VAT and round-off are those of the last day. Days of several categories are split in the same way, each by the
 * versions of its own category. Lines always sum to the total.
 */
import { type Sql, sql } from '#platform/database/db.ts';
import { emptyUse } from '../empty-houses/empty-days.ts';
import type { BillExplanation, BillProblem, LineKind } from '../tariffs/tariff.rules.ts';

/** What the calculation wants to know; `period_to` and `disconnected_on` are the first day that does not count. */
export const BILL_INPUT = {
  category: 'text',
  /**
   * Null nearly always. If the billed days have several categories: [{category, from, until}] without a gap, in order; `until` is the first
   * day of the next one. Then it counts instead of the two others.
   */
  categories: 'jsonb',
  /**
   * Null nearly always. If a home is empty on billed days by a notice: [{from, until, fixed, minimum, litres, before, after}]; `until` is the
   * first day after it, `fixed` and `minimum` say how many percent of the charges of its days are owed. `before` and `after` are litres that
   * were used on the other days of the bill; bills of the time before them have no `after`. An entry counts if the rest is not more than `litres`.
   */
  empty_days: 'jsonb',
  /** Bills by this version, in any state, instead of the category's version in force. */
  tariff_version_id: 'uuid',
  pipe_size_mm: 'int',
  dwelling_units: 'int',
  usage_litres: 'numeric',
  period_from: 'date',
  period_to: 'date',
  /** Tariff periods (months) that period_from until period_to counts for: 1, or 2 for a bill over two months. */
  periods: 'numeric',
  connected_on: 'date',
  disconnected_on: 'date',
  /** Of the connection; null takes the tariff's, 0 is no sewer. */
  sewer_percent: 'numeric',
} as const;

/** One row of the result, beside the columns of the input. Amounts are integers of 10^-money_scale: poisha. */
export type CalculatedBill = {
  problem: BillProblem | null;
  /** Version in force on the last day; the explanation names every version of the period. */
  version_id: string | null;
  currency: string | null;
  money_scale: number | null;
  active_days: number;
  water_minor: number;
  fixed_minor: number;
  minimum_minor: number;
  sewer_minor: number;
  vat_water_minor: number;
  vat_fixed_minor: number;
  vat_minimum_minor: number;
  vat_sewer_minor: number;
  round_off_minor: number;
  charges_minor: number;
  vat_minor: number;
  /** The versions of the billed days, in no order. */
  tariff_ids: string[] | null;
  /** charges + VAT + round-off: what is payable. */
  total_minor: number;
  explanation: BillExplanation | null;
};

export type CalculatedLine = {
  line_no: number;
  kind: LineKind;
  /** Water: volume units; fixed: periods. Null elsewhere. */
  quantity: string | null;
  /** Water and fixed: price of one, null if several apply; sewer and VAT: percent. */
  rate: string | null;
  amount_minor: number;
};

/** Amount for the connection's pipe size, or the version's own. Position in the book: flat, fixed, minimum. */
const sized = (position: number, own: Sql) => sql`case when v.pipe_sizes is null then ${own}
    else coalesce((v.pipe_sizes -> i.pipe_size_mm::text ->> ${sql.lit(position)})::numeric, ${own}) end`;

/** How many periods' amounts the days of one version count for, times `parts`. */
const periods = (prorated: Sql, perDwelling: Sql) =>
  sql`i.periods * case when ${prorated} then d.of_period else d.of_active end * case when ${perDwelling} then i.dwelling_units else 1 end`;

/** The same of the days that are owed: parts are hundredths of days if a home is empty, so nothing is lost by the division. */
const owed = (kind: 'fixed' | 'minimum', parts: Sql) =>
  sql`case when i.empty_days is null then ${parts} else div(${parts}, 100 * d.days) * q.${sql.ref(kind)} end`;

/** FROM item: the notices of an input that count. */
const emptied = sql`jsonb_to_recordset(i.empty_days) as e ("from" date, until date, fixed int, minimum int, litres numeric, before numeric, after numeric)`;

/** The share of such amounts in figures that a reader can calculate with; JSON text of a Share. */
const share = (prorated: Sql, perDwelling: Sql) =>
  sql`'{"months":"' || trim_scale(i.periods) || '","flats":' || case when ${perDwelling} then i.dwelling_units else 1 end
    || ',"days":' || d.days || ',"of":' || case when ${prorated} then a.period_days else a.active_days end || '}'`;

/** A count of parts as a decimal, which may be cut: to be read, not to be calculated with. */
const perPart = (parts: Sql) =>
  sql`trim_scale(case when a.parts = 1 then ${parts} else ${parts} / a.parts end)`;

/**
 * JSON text of BillExplanation's parts: several times cheaper than building jsonb, and never searched. Only a bill whose
 * days are not one whole period says its shares.
 */
const explained = sql`v.explained_head || ',"from":"' || d.from_day || '","to":"' || d.to_day || '","days":' || d.days
    || ',"use":"' || trim_scale(f.use) || '","width":"' || ${perPart(sql`f.width`)}
    || '","blocks":' || coalesce(v.explained_blocks[k.block], '[]')
    || ',"fixedPeriods":"' || ${perPart(sql`f.fixed_periods`)} || '","fixedRate":"' || f.fixed_rate
    || '","minimumDue":"' || ${perPart(sql`m.due`)} || '","sewerPercent":"' || z.sewer_percent
    || case when v.water_mode = 'flat' then '","flat":"' || w.flat else '' end
    || case when a.parts = 1 then '"}' else '","litres":"' || i.usage_litres || '","activeDays":' || a.active_days
      || ',"widthOf":' || ${share(sql`v.prorate_blocks`, sql`v.per_dwelling_blocks`)}
      || ',"fixedOf":' || ${share(sql`v.prorate_fixed`, sql`v.per_dwelling_fixed`)}
      || ',"minimum":"' || case when v.minimum_mode = 'none' or (i.usage_litres = 0 and not v.minimum_when_unused) then 'none' else v.minimum_mode end
      || '","minimumRate":"' || m.rate || '","minimumOf":' || case when v.minimum_per = 'day'
        then '{"months":"' || d.days || '","flats":' || case when v.per_dwelling_minimum then i.dwelling_units else 1 end || ',"days":1,"of":1}'
        else ${share(sql`v.prorate_minimum`, sql`v.per_dwelling_minimum`)} end
      || ',"sewerOnFixed":' || v.sewer_on_fixed
      || case when q.days > 0 then ',"emptyDays":' || q.days || ',"fixedOwed":' || q.fixed || ',"minimumOwed":' || q.minimum else '' end || '}' end`;

/** FROM item: the categories of an input by date. */
const spans = sql`jsonb_to_recordset(i.categories) as k (category text, "from" date, until date)`;

/**
 * Exact amounts of one bill under one version `v` for the days `d`: water, minimum and sewer in parts of
 * 1 / (parts × unit_all), the fixed charge in parts of 1 / parts; sewer times 100.
 */
const segment = sql`select v.id as version_id, w.water, w.fixed, m.minimum, z.sewer_percent, f.fixed_periods, f.fixed_rate,
    case when v.water_mode = 'tiers' or k.block = 1 then v.rates[k.block] end as water_rate,
    case when v.minimum_mode = 'floor' then m.minimum else 0 end as top_up,
    (w.water + m.minimum + case when v.sewer_on_fixed then w.fixed * v.unit_all else 0 end) * z.sewer_percent as sewer,
    ${explained} as explained
  from (
    select v.*, greatest(a.from_day, v.valid_from, v.category_from) as from_day, least(a.to_day, v.valid_to, v.category_until) as to_day
    from (
      select last.*, null::date as category_from, null::date as category_until where last.valid_from <= a.from_day and i.categories is null
      union all
      select b.*, null, null from book b
      where last.valid_from > a.from_day and i.categories is null and b.key = last.key and b.valid_from < a.to_day and b.valid_to > a.from_day
      union all
      select b.*, k.from, k.until from ${spans} join book b on b.key = k.category and b.valid_from < least(k.until, a.to_day)
        and b.valid_to > greatest(k.from, a.from_day)
      where i.categories is not null and k.from < a.to_day and k.until > a.from_day
    ) v
    offset 0
  ) v
  cross join lateral (
    select v.from_day, v.to_day, s.days, a.parts * s.days / a.active_days as of_active, a.parts * s.days / a.period_days as of_period
    from (select v.to_day - v.from_day as days) s
    offset 0
  ) d
  cross join lateral (
    -- Hundredths of days that are owed: all of them, less those of an empty house.
    select coalesce(n.days, 0) as days, 100 * d.days - coalesce(n.fixed, 0) as fixed, 100 * d.days - coalesce(n.minimum, 0) as minimum
    from (
      select sum(w.days) as days, sum(w.days * (100 - e.fixed)) as fixed, sum(w.days * (100 - e.minimum)) as minimum
      from ${emptied}
      cross join lateral (select least(e.until, v.to_day) - greatest(e.from, v.from_day) as days offset 0) w
      where w.days > 0 and ${emptyUse(sql`i.usage_litres`)} <= e.litres
    ) n
    offset 0
  ) q
  cross join lateral (
    select case when d.days = a.active_days then i.usage_litres / v.unit_litres
        else i.usage_litres * d.days / (v.unit_litres * a.active_days) end as use,
      ${periods(sql`v.prorate_blocks`, sql`v.per_dwelling_blocks`)} as width,
      ${periods(sql`v.prorate_fixed`, sql`v.per_dwelling_fixed`)} as whole_periods,
      ${owed('fixed', periods(sql`v.prorate_fixed`, sql`v.per_dwelling_fixed`))} as fixed_periods,
      ${sized(1, sql`v.fixed_amount`)} as fixed_rate
    offset 0
  ) f
  cross join lateral (
    select case when v.water_mode <> 'flat' then width_bucket(case when f.width = a.parts then f.use
      else i.usage_litres * d.of_active / (v.unit_litres * f.width) end, v.bounds_from) end as block
    offset 0
  ) k
  cross join lateral (
    select case v.water_mode
        when 'blocks' then f.width * (v.amounts_below[k.block] - v.bounds_from[k.block] * v.rates[k.block]) * v.unit_all
          + i.usage_litres * d.of_active * v.rates[k.block] * v.unit_others
        when 'tiers' then i.usage_litres * d.of_active * v.rates[k.block] * v.unit_others
        else flat * f.whole_periods * v.unit_all end as water,
      f.fixed_rate * f.fixed_periods as fixed, flat
    from (select case when v.water_mode = 'flat' then ${sized(0, sql`v.flat_amount`)} end as flat) x
    offset 0
  ) w
  cross join lateral (
    select n.rate, n.due, case when v.minimum_mode = 'none' or (i.usage_litres = 0 and not v.minimum_when_unused) then 0
      when v.minimum_mode = 'floor' then greatest(n.due * v.unit_all - w.water, 0) else n.due * v.unit_all end as minimum
    from (
      select x.rate, case when v.minimum_mode = 'none' then 0 else x.rate * case
        when v.minimum_per = 'day' then ${owed('minimum', sql`a.parts * d.days * case when v.per_dwelling_minimum then i.dwelling_units else 1 end`)}
        else ${owed('minimum', periods(sql`v.prorate_minimum`, sql`v.per_dwelling_minimum`))} end end as due
      from (select case when v.minimum_mode = 'none' then 0 else ${sized(2, sql`v.minimum_amount`)} end as rate) x
      offset 0
    ) n
    offset 0
  ) m
  cross join lateral (select coalesce(i.sewer_percent, v.sewer_percent) as sewer_percent offset 0) z`;

/** A sum of amounts, of which `perTaka` are one Taka, in whole poisha: the only division of a line, half up. */
const rounded = (sum: Sql, perTaka: Sql) =>
  sql`div(2 * (${sum}) * last.money_factor + (${perTaka}), 2 * (${perTaka}))::bigint`;
const water = sql`a.parts * last.unit_all`;

/** A percentage of the last day's version, of a rounded charge. */
const vat = (charge: Sql, kind: 'water' | 'fixed' | 'minimum' | 'sewer') => {
  const percent = sql`last.${sql.ref(`vat_${kind}_percent`)}`;
  return sql`case when coalesce(${percent}, 0) = 0 then 0 else round(${charge} * ${percent} * 0.01)::bigint end`;
};

/**
 * SELECT of one row per row of `input`: its columns, then those of CalculatedBill and what billLines() needs.
 * @param input relation with the columns of BILL_INPUT and any others; read once, as a stream
 */
export function calculateBills(input: Sql): Sql<CalculatedBill> {
  return sql<CalculatedBill>`with units as materialized (select distinct unit_litres from billing.tariff_versions), book as materialized (
    select b.*, (select billing.product(u.unit_litres) from units u) as unit_all,
      (select billing.product(u.unit_litres) from units u where u.unit_litres <> b.unit_litres) as unit_others
    from billing.tariff_book b)
  select i.*, a.problem, last.id as version_id, last.currency, last.money_scale, a.active_days,
    last.unit_litres, r.water_rate, r.fixed_periods, r.fixed_rate, r.sewer_percent_used, last.vat_water_percent, last.vat_fixed_percent, last.vat_minimum_percent, last.vat_sewer_percent,
    r.water_minor, r.fixed_minor, r.minimum_minor, r.sewer_minor,
    x.vat_water_minor, x.vat_fixed_minor, x.vat_minimum_minor, x.vat_sewer_minor,
    o.total_minor - o.charges_minor - o.vat_minor as round_off_minor, o.charges_minor, o.vat_minor, o.total_minor, r.explanation, r.tariff_ids
  from (${input}) i
  left join book last on last.key = coalesce(i.categories -> -1 ->> 'category', i.tariff_version_id::text, i.category)
    and last.valid_from < least(i.period_to, i.disconnected_on) and last.valid_to >= least(i.period_to, i.disconnected_on)
  cross join lateral (
    select greatest(i.period_from, i.connected_on) as from_day, least(i.period_to, i.disconnected_on) as to_day,
      i.period_to - i.period_from as period_days,
      least(i.period_to, i.disconnected_on) - greatest(i.period_from, i.connected_on) as active_days,
      -- The smallest whole number of parts in which every share of days is a whole number.
      (case when last.valid_from <= greatest(i.period_from, i.connected_on) and i.categories is null and i.empty_days is null then 1
          else least(i.period_to, i.disconnected_on) - greatest(i.period_from, i.connected_on) end::bigint
        * case when i.empty_days is null then 1 else 100 end
        * case when least(i.period_to, i.disconnected_on) - greatest(i.period_from, i.connected_on) = i.period_to - i.period_from
          then 1 else i.period_to - i.period_from end) as parts,
      case when i.usage_litres < 0 then 'negative_use'
        when least(i.period_to, i.disconnected_on) <= greatest(i.period_from, i.connected_on) or i.periods <= 0 then 'no_days'
        when last.id is null then 'no_tariff'
        when i.categories is null then case when last.first_day > greatest(i.period_from, i.connected_on) then 'no_tariff' end
        when exists (select from ${spans} where not exists (
          select from book b where b.key = k.category and b.valid_from <= greatest(k.from, i.period_from, i.connected_on)
            and b.valid_to > greatest(k.from, i.period_from, i.connected_on))) then 'no_tariff' end as problem
    offset 0
  ) a
  cross join lateral (
    select coalesce(${rounded(sql`sum(s.water)`, water)}, 0) as water_minor,
      coalesce(${rounded(sql`sum(s.fixed)`, sql`a.parts`)}, 0) as fixed_minor,
      coalesce(${rounded(sql`sum(s.water + s.top_up)`, water)} - ${rounded(sql`sum(s.water)`, water)}
        + ${rounded(sql`sum(s.minimum - s.top_up)`, water)}, 0) as minimum_minor,
      coalesce(${rounded(sql`sum(s.sewer)`, sql`100 * ${water}`)}, 0) as sewer_minor,
      case when count(*) = 1 then max(s.water_rate) end as water_rate, sum(s.fixed_periods) / a.parts as fixed_periods,
      case when count(*) = 1 then max(s.fixed_rate) end as fixed_rate,
      case when count(*) = 1 then max(s.sewer_percent) end as sewer_percent_used,
      array_agg(s.version_id) as tariff_ids, ('[' || string_agg(s.explained, ',') || ']')::json as explanation
    from (${segment} where a.problem is null offset 0) s
  ) r
  cross join lateral (
    select y.*, case when last.vat_minimum_percent = last.vat_water_percent
      then ${vat(sql`(r.water_minor + r.minimum_minor)`, 'water')} - y.vat_water_minor
      else ${vat(sql`r.minimum_minor`, 'minimum')} end as vat_minimum_minor
    from (
      select ${vat(sql`r.water_minor`, 'water')} as vat_water_minor, ${vat(sql`r.fixed_minor`, 'fixed')} as vat_fixed_minor,
        ${vat(sql`r.sewer_minor`, 'sewer')} as vat_sewer_minor
      offset 0
    ) y
    offset 0
  ) x
  cross join lateral (
    select e.charges_minor, e.vat_minor, case when last.round_off_to is null then e.charges_minor + e.vat_minor
      else (2 * (e.charges_minor + e.vat_minor) + e.step_minor) / (2 * e.step_minor) * e.step_minor end as total_minor
    from (
      select r.water_minor + r.fixed_minor + r.minimum_minor + r.sewer_minor as charges_minor,
        x.vat_water_minor + x.vat_fixed_minor + x.vat_minimum_minor + x.vat_sewer_minor as vat_minor,
        (last.round_off_to * last.money_factor)::bigint as step_minor
      offset 0
    ) e
    offset 0
  ) o`;
}

/**
 * FROM item that turns a row `b` of calculateBills() into its lines: `… from bills b, ${billLines()}` gives the
 * columns of CalculatedLine as `line`. A line of nothing is left out, but the water line is always there.
 */
export function billLines(): Sql<CalculatedLine> {
  return sql<CalculatedLine>`lateral (
    select * from (values
      (1, 'water', trim_scale(b.usage_litres / b.unit_litres), b.water_rate, b.water_minor),
      (2, 'fixed', trim_scale(b.fixed_periods), b.fixed_rate, b.fixed_minor),
      (3, 'minimum', null, null, b.minimum_minor),
      (4, 'sewer', null, b.sewer_percent_used, b.sewer_minor),
      (5, 'vat_water', null, b.vat_water_percent, b.vat_water_minor),
      (6, 'vat_fixed', null, b.vat_fixed_percent, b.vat_fixed_minor),
      (7, 'vat_minimum', null, b.vat_minimum_percent, b.vat_minimum_minor),
      (8, 'vat_sewer', null, b.vat_sewer_percent, b.vat_sewer_minor),
      (9, 'round_off', null, null, b.round_off_minor)
    ) as l (line_no, kind, quantity, rate, amount_minor)
    where b.problem is null and (l.amount_minor <> 0 or l.kind = 'water')
  ) as line`;
}
