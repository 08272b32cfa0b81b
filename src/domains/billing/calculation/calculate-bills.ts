/**
 * The one calculation of a bill, as SQL over a relation: the bill run, a quote, the tariff screen and the
 * conformance commands all call it. It streams (no sort, no hash of the input), so memory stays flat.
 *
 * Rounding: every line is rounded half up once; VAT is taken from the rounded line that the consumer sees. The
 * minimum line and its VAT are what is missing to the rounded minimum, so that more use never costs a poisha less.
 * A tariff change inside the period splits the days: use, block widths, fixed, minimum and sewer charges follow
 * them; VAT and round-off are those of the last day. Lines always sum to the total.
 */
import { type Sql, sql } from '#platform/database/db.ts';
import type { BillExplanation, BillProblem, LineKind } from '../tariffs/tariff.rules.ts';

/** What the calculation wants to know; `period_to` and `disconnected_on` are the first day that does not count. */
export const BILL_INPUT = {
  category: 'text',
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

/** How many periods' amounts the days of one version count for. */
const periods = (prorated: Sql, perDwelling: Sql) =>
  sql`case when d.whole then i.periods else i.periods * d.days / case when ${prorated} then d.period_days else d.active_days end end
    * case when ${perDwelling} then i.dwelling_units else 1 end`;

/** JSON text of BillExplanation's parts: several times cheaper than building jsonb, and never searched. */
const explained = sql`v.explained_head || ',"from":"' || d.from_day || '","to":"' || d.to_day || '","days":' || d.days
    || ',"use":"' || trim_scale(f.use) || '","width":"' || trim_scale(f.width)
    || '","blocks":' || coalesce(v.explained_blocks[k.block], '[]')
    || ',"fixedPeriods":"' || trim_scale(f.fixed_periods) || '","fixedRate":"' || f.fixed_rate
    || '","minimumDue":"' || trim_scale(m.due) || '","sewerPercent":"' || z.sewer_percent || '"}'`;

/** Unrounded amounts of one bill under one version `v` for the days `d`. */
const segment = sql`select v.id as version_id, w.water, w.fixed, m.minimum, z.sewer_percent, f.fixed_periods, f.fixed_rate,
    case when v.water_mode = 'tiers' or k.block = 1 then v.rates[k.block] end as water_rate,
    case when v.minimum_mode = 'floor' then m.minimum else 0 end as top_up,
    (w.water + m.minimum + case when v.sewer_on_fixed then w.fixed else 0 end) * z.sewer_percent as sewer,
    ${explained} as explained
  from (
    select v.*, greatest(a.from_day, v.valid_from) as from_day, least(a.to_day, v.valid_to) as to_day
    from (
      select last.* where last.valid_from <= a.from_day
      union all
      select b.* from book b where last.valid_from > a.from_day and b.key = last.key and b.valid_from < a.to_day and b.valid_to > a.from_day
    ) v
    offset 0
  ) v
  cross join lateral (
    select v.from_day, v.to_day, v.to_day - v.from_day as days, a.active_days, a.period_days,
      v.to_day - v.from_day = a.period_days as whole
    offset 0
  ) d
  cross join lateral (
    select case when d.days = d.active_days then i.usage_litres / v.unit_litres
        else i.usage_litres * d.days / (v.unit_litres * d.active_days) end as use,
      ${periods(sql`v.prorate_blocks`, sql`v.per_dwelling_blocks`)} as width,
      ${periods(sql`v.prorate_fixed`, sql`v.per_dwelling_fixed`)} as fixed_periods,
      ${sized(1, sql`v.fixed_amount`)} as fixed_rate
    offset 0
  ) f
  cross join lateral (
    select case when v.water_mode <> 'flat' then width_bucket(case when f.width = 1 then f.use else f.use / f.width end, v.bounds_from) end as block
    offset 0
  ) k
  cross join lateral (
    select case v.water_mode
        when 'blocks' then f.width * v.amounts_below[k.block] + (f.use - f.width * v.bounds_from[k.block]) * v.rates[k.block]
        when 'tiers' then f.use * v.rates[k.block]
        else ${sized(0, sql`v.flat_amount`)} * f.fixed_periods end as water,
      f.fixed_rate * f.fixed_periods as fixed, f.fixed_rate
    offset 0
  ) w
  cross join lateral (
    select n.due, case when v.minimum_mode = 'none' or (f.use = 0 and not v.minimum_when_unused) then 0
      when v.minimum_mode = 'floor' then greatest(n.due - w.water, 0) else n.due end as minimum
    from (
      select case when v.minimum_mode = 'none' then 0 else ${sized(2, sql`v.minimum_amount`)} * case
        when v.minimum_per = 'day' then d.days * case when v.per_dwelling_minimum then i.dwelling_units else 1 end
        else ${periods(sql`v.prorate_minimum`, sql`v.per_dwelling_minimum`)} end end as due
      offset 0
    ) n
    offset 0
  ) m
  cross join lateral (select coalesce(i.sewer_percent, v.sewer_percent) as sewer_percent offset 0) z`;

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
  return sql<CalculatedBill>`with book as materialized (select * from billing.tariff_book)
  select i.*, a.problem, last.id as version_id, last.currency, last.money_scale, a.active_days,
    last.unit_litres, r.water_rate, r.fixed_periods, r.fixed_rate, r.sewer_percent_used, last.vat_water_percent, last.vat_fixed_percent, last.vat_minimum_percent, last.vat_sewer_percent,
    r.water_minor, r.fixed_minor, r.minimum_minor, r.sewer_minor,
    x.vat_water_minor, x.vat_fixed_minor, x.vat_minimum_minor, x.vat_sewer_minor,
    o.total_minor - o.charges_minor - o.vat_minor as round_off_minor, o.charges_minor, o.vat_minor, o.total_minor, r.explanation, r.tariff_ids
  from (${input}) i
  left join book last on last.key = coalesce(i.tariff_version_id::text, i.category)
    and last.valid_from < least(i.period_to, i.disconnected_on) and last.valid_to >= least(i.period_to, i.disconnected_on)
  cross join lateral (
    select greatest(i.period_from, i.connected_on) as from_day, least(i.period_to, i.disconnected_on) as to_day,
      i.period_to - i.period_from as period_days,
      least(i.period_to, i.disconnected_on) - greatest(i.period_from, i.connected_on) as active_days,
      case when i.usage_litres < 0 then 'negative_use'
        when least(i.period_to, i.disconnected_on) <= greatest(i.period_from, i.connected_on) or i.periods <= 0 then 'no_days'
        when last.id is null or last.first_day > greatest(i.period_from, i.connected_on) then 'no_tariff' end as problem
    offset 0
  ) a
  cross join lateral (
    select coalesce(round(sum(s.water) * last.money_factor)::bigint, 0) as water_minor,
      coalesce(round(sum(s.fixed) * last.money_factor)::bigint, 0) as fixed_minor,
      coalesce(round(sum(s.water + s.top_up) * last.money_factor)::bigint - round(sum(s.water) * last.money_factor)::bigint
        + round(sum(s.minimum - s.top_up) * last.money_factor)::bigint, 0) as minimum_minor,
      coalesce(round(sum(s.sewer) * last.money_factor * 0.01)::bigint, 0) as sewer_minor,
      case when count(*) = 1 then max(s.water_rate) end as water_rate, sum(s.fixed_periods) as fixed_periods,
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
