/**
 * The one calculation of a bill, as SQL over a relation: the bill run, a quote, the tariff screen and the
 * conformance commands all call it. Streams: no sort, no hash of the input, memory does not grow with it.
 *
 * Rounding: every line is rounded half up once. Sewer and VAT are taken from the rounded line that the consumer
 * sees; only where their own percentage changes inside the period are they the rounded day-weighted sum.
 * A tariff change inside the period splits the days; use, block widths, fixed and minimum charges follow them.
 */
import { type Sql, sql } from '#platform/db.ts';

/** Kinds of lines in the order in which they stand on a bill. */
export const LINE_KINDS = [
  'water',
  'fixed',
  'minimum',
  'sewer',
  'vat_water',
  'vat_fixed',
  'vat_minimum',
  'vat_sewer',
  'round_off',
] as const;
export type LineKind = (typeof LINE_KINDS)[number];

/** Why a bill could not be calculated: it then has no amounts, and the run reports it as an exception. */
export const BILL_PROBLEMS = ['no_tariff', 'negative_use', 'no_days', 'mixed_money'] as const;
export type BillProblem = (typeof BILL_PROBLEMS)[number];

/** One row of the result. Amounts are integers of 10^-money_scale, poisha for Taka. */
export type CalculatedBill = {
  problem: BillProblem | null;
  /** Version in force on the last day; the explanation of the water line names all of them. */
  tariff_version_id: string | null;
  active_days: number;
  money_scale: number | null;
  currency: string | null;
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
  /** charges + VAT + round-off: what is payable, and the sum of all lines. */
  total_minor: number;
};

export type CalculatedLine = {
  line_no: number;
  kind: LineKind;
  /** Water: volume units; fixed: periods. Null elsewhere. */
  quantity: string | null;
  /** Water and fixed: price of one; null where several prices apply. Sewer and VAT: percent. */
  rate: string | null;
  amount_minor: number;
  explanation: unknown;
};

/** Amounts of the connection's pipe size, or the version's own: [flat, fixed, minimum]. */
const sized = (position: number, own: Sql) =>
  sql`coalesce((v.pipe_sizes -> i.pipe_size_mm::text ->> ${sql.lit(position)})::numeric, ${own})`;

/** Periods that an amount of a period counts for, over the days of one tariff version. */
const periods = (prorated: Sql, perDwelling: Sql) =>
  sql`i.periods * d.days / nullif(case when ${prorated} then a.period_days else a.active_days end, 0)
    * case when ${perDwelling} then i.dwelling_units else 1 end`;

/** An exact decimal for an explanation: text, without a tail of zeros. */
const plain = (value: Sql) => sql`trim_scale(round(${value}, 6))::text`;

/** The marginal blocks or the whole-volume tier that the use of one version's days falls into. */
const blocks = sql`select sum(u.amount) as amount, count(*) as prices, min(u.rate) as rate,
    jsonb_agg(jsonb_build_object('from', ${plain(sql`u.low`)}, 'to', ${plain(sql`u.high`)}, 'quantity', ${plain(sql`u.quantity`)},
      'rate', trim_scale(u.rate)::text, 'amount', ${plain(sql`u.amount`)})) as explained
  from (
    select w.low, w.high, w.rate, w.quantity, w.quantity * w.rate as amount
    from (
      select b.low * f.width as low, b.high * f.width as high, b.rate,
        case when v.water_mode = 'tiers' then f.use
          else least(f.use, coalesce(b.high * f.width, f.use)) - b.low * f.width end as quantity
      from unnest(v.bounds_from, v.bounds_to, v.rates) as b (low, high, rate)
      where v.water_mode <> 'flat' and b.low * f.width <= f.use
        and (v.water_mode = 'blocks' or b.high is null or f.use < b.high * f.width)
    ) w
    where w.quantity > 0
    offset 0
  ) u`;

/** Unrounded amounts of one bill under one tariff version: `v` over the days `d.from_day` until `d.to_day`. */
const segment = sql`select v.id, v.money_factor, v.money_scale, v.currency, v.round_off_to, v.sewer_on_fixed, d.days, f.use,
    v.vat_water_percent, v.vat_fixed_percent, v.vat_minimum_percent, v.vat_sewer_percent,
    coalesce(i.sewer_percent, v.sewer_percent) as sewer_percent,
    w.water, w.fixed, w.fixed_periods, w.fixed_amount, m.minimum, w.prices, w.rate,
    jsonb_build_object('tariff', v.id, 'from', d.from_day, 'to', d.to_day, 'days', d.days, 'mode', v.water_mode,
      'unitLitres', trim_scale(v.unit_litres)::text, 'quantity', ${plain(sql`f.use`)}, 'amount', ${plain(sql`w.water`)},
      'blocks', coalesce(w.explained, '[]')) as water_explained,
    case when w.fixed <> 0 then jsonb_build_object('tariff', v.id, 'days', d.days,
      'periods', ${plain(sql`w.fixed_periods`)}, 'rate', trim_scale(w.fixed_amount)::text) end as fixed_explained,
    case when m.minimum <> 0 then jsonb_build_object('tariff', v.id, 'days', d.days, 'mode', v.minimum_mode,
      'per', v.minimum_per, 'rate', trim_scale(m.minimum_amount)::text, 'due', ${plain(sql`m.due`)}) end as minimum_explained
  from book v
  cross join lateral (
    select greatest(a.from_day, v.valid_from) as from_day, least(a.to_day, v.valid_to) as to_day,
      least(a.to_day, v.valid_to) - greatest(a.from_day, v.valid_from) as days
    offset 0
  ) d
  cross join lateral (
    select i.usage_litres * d.days / (v.unit_litres * nullif(a.active_days, 0)) as use,
      ${periods(sql`v.prorate_blocks`, sql`v.per_dwelling_blocks`)} as width,
      ${periods(sql`v.prorate_fixed`, sql`v.per_dwelling_fixed`)} as fixed_periods
    offset 0
  ) f
  cross join lateral (${blocks}) b
  cross join lateral (
    select case when v.water_mode = 'flat' then ${sized(0, sql`v.flat_amount`)} * f.fixed_periods else coalesce(b.amount, 0) end as water,
      ${sized(1, sql`v.fixed_amount`)} * f.fixed_periods as fixed, f.fixed_periods,
      ${sized(1, sql`v.fixed_amount`)} as fixed_amount, b.explained, b.prices, b.rate
    offset 0
  ) w
  cross join lateral (
    select n.minimum_amount, n.due,
      case when v.minimum_mode = 'none' or (f.use = 0 and not v.minimum_when_unused) then 0
        when v.minimum_mode = 'floor' then greatest(n.due - w.water, 0) else n.due end as minimum
    from (
      select s.minimum_amount, s.minimum_amount * case when v.minimum_per = 'day'
        then d.days * case when v.per_dwelling_minimum then i.dwelling_units else 1 end
        else ${periods(sql`v.prorate_minimum`, sql`v.per_dwelling_minimum`)} end as due
      from (select case when v.minimum_mode = 'none' then 0 else ${sized(2, sql`v.minimum_amount`)} end as minimum_amount offset 0) s
      offset 0
    ) n
    offset 0
  ) m
  where d.days > 0 and case when i.tariff_version_id is null
    then v.category = i.category and v.state = 'APPROVED' else v.id = i.tariff_version_id end`;

const vat = (kind: 'water' | 'fixed' | 'minimum' | 'sewer') => {
  const percent = sql.ref(`vat_${kind}_percent`);
  const amount = kind === 'sewer' ? sql`(g.sewer_base * g.sewer_percent * 0.01)` : sql.ref(`g.${kind}`);
  return sql`min(g.${percent}) as ${sql.ref(`vat_${kind}_min`)}, max(g.${percent}) as ${sql.ref(`vat_${kind}_max`)},
    sum(${amount} * g.${percent}) as ${sql.ref(`vat_${kind}_sum`)}`;
};

/** Sums of a bill over the versions of its days; nearly always one. */
const summed = sql`select sum(g.days) as days, min(g.money_scale) as scale_min, max(g.money_scale) as money_scale,
    min(g.currency) as currency_min, max(g.currency) as currency, max(g.money_factor) as money_factor,
    (array_agg(g.id))[count(*)::int] as tariff_version_id, max(g.round_off_to) as round_off_to,
    sum(g.use) as use, sum(g.prices) as prices, min(g.rate) as rate,
    sum(g.water) as water, sum(g.fixed) as fixed, sum(g.minimum) as minimum,
    sum(g.sewer_base * g.sewer_percent) as sewer_sum, min(g.sewer_percent) as sewer_min, max(g.sewer_percent) as sewer_max,
    bool_and(g.sewer_on_fixed) as sewer_on_fixed, bool_or(g.sewer_on_fixed) as sewer_on_fixed_any,
    ${sql.join((['water', 'fixed', 'minimum', 'sewer'] as const).map(vat))},
    sum(g.fixed_periods) as fixed_periods, min(g.fixed_amount) as fixed_min, max(g.fixed_amount) as fixed_max,
    jsonb_agg(g.water_explained) as water_explained,
    jsonb_agg(g.fixed_explained) filter (where g.fixed_explained is not null) as fixed_explained,
    jsonb_agg(g.minimum_explained) filter (where g.minimum_explained is not null) as minimum_explained
  from (
    select g.*, g.water + g.minimum + case when g.sewer_on_fixed then g.fixed else 0 end as sewer_base
    from (${segment}) g offset 0
  ) g`;

/** A percentage of the rounded charge, or the day-weighted sum where the percentage changes inside the period. */
const share = (charge: Sql, low: Sql, high: Sql, sum: Sql) =>
  sql`case when p.problem is not null or ${high} = 0 then 0 when ${low} = ${high} then round(${charge} * ${high} * 0.01)
    else round(${sum} * t.money_factor * 0.01) end`;

const vatShare = (kind: string) =>
  sql`${share(
    sql.ref(`${kind}_minor`),
    sql.ref(`t.vat_${kind}_min`),
    sql.ref(`t.vat_${kind}_max`),
    sql.ref(`t.vat_${kind}_sum`),
  )}::bigint as ${sql.ref(`vat_${kind}_minor`)}`;

/**
 * SELECT that gives one row (CalculatedBill, every column of the input before it) per row of `input`.
 * @param input relation with the columns of BillInput; it is read once, as a stream
 */
export function calculateBills(input: Sql): Sql<CalculatedBill> {
  return sql<CalculatedBill>`with book as materialized (
    select v.*, 10::numeric ^ v.money_scale as money_factor,
      case when v.state = 'APPROVED' then v.effective_from else '-infinity' end as valid_from,
      coalesce(v.effective_to, 'infinity') as valid_to
    from billing.tariff_book v order by v.category, v.effective_from
  )
  select i.*, p.problem, t.tariff_version_id, a.active_days, t.money_scale, t.currency,
    t.use, case when t.prices = 1 then t.rate end as use_rate, t.fixed_periods,
    case when t.fixed_min = t.fixed_max then t.fixed_max end as fixed_rate,
    case when t.sewer_min = t.sewer_max then t.sewer_max end as sewer_rate,
    case when t.vat_water_min = t.vat_water_max then t.vat_water_max end as vat_water_rate,
    case when t.vat_fixed_min = t.vat_fixed_max then t.vat_fixed_max end as vat_fixed_rate,
    case when t.vat_minimum_min = t.vat_minimum_max then t.vat_minimum_max end as vat_minimum_rate,
    case when t.vat_sewer_min = t.vat_sewer_max then t.vat_sewer_max end as vat_sewer_rate,
    t.water_explained, t.fixed_explained, t.minimum_explained, s.sewer_base_minor,
    r.water_minor, r.fixed_minor, r.minimum_minor, s.sewer_minor,
    x.vat_water_minor, x.vat_fixed_minor, x.vat_minimum_minor, x.vat_sewer_minor,
    o.total_minor - o.exact_minor as round_off_minor, o.charges_minor, o.vat_minor, o.total_minor
  from (${input}) i
  cross join lateral (
    select greatest(i.period_from, i.connected_on) as from_day, least(i.period_to, i.disconnected_on) as to_day,
      (i.period_to - i.period_from)::numeric as period_days,
      (least(i.period_to, i.disconnected_on) - greatest(i.period_from, i.connected_on))::numeric as active_days
    offset 0
  ) a
  cross join lateral (${summed}) t
  cross join lateral (
    select case when i.usage_litres < 0 then 'negative_use' when a.active_days <= 0 then 'no_days'
      when t.days is distinct from a.active_days then 'no_tariff'
      when t.scale_min <> t.money_scale or t.currency_min <> t.currency then 'mixed_money' end as problem
    offset 0
  ) p
  cross join lateral (
    select case when p.problem is null then round(t.water * t.money_factor)::bigint else 0 end as water_minor,
      case when p.problem is null then round(t.fixed * t.money_factor)::bigint else 0 end as fixed_minor,
      case when p.problem is null then round(t.minimum * t.money_factor)::bigint else 0 end as minimum_minor
    offset 0
  ) r
  cross join lateral (
    select b.sewer_base_minor, ${share(
      sql`b.sewer_base_minor`,
      sql`t.sewer_min`,
      sql`case when t.sewer_on_fixed = t.sewer_on_fixed_any then t.sewer_max end`,
      sql`t.sewer_sum`,
    )}::bigint as sewer_minor
    from (select r.water_minor + r.minimum_minor + case when t.sewer_on_fixed then r.fixed_minor else 0 end as sewer_base_minor offset 0) b
    offset 0
  ) s
  cross join lateral (
    select ${sql.join(['water', 'fixed', 'minimum', 'sewer'].map(vatShare))}
    offset 0
  ) x
  cross join lateral (
    select e.*, e.charges_minor + e.vat_minor as exact_minor,
      case when t.round_off_to is null or p.problem is not null then e.charges_minor + e.vat_minor
        else div(2 * (e.charges_minor + e.vat_minor) + e.step_minor, 2 * e.step_minor)::bigint * e.step_minor end as total_minor
    from (
      select r.water_minor + r.fixed_minor + r.minimum_minor + s.sewer_minor as charges_minor,
        x.vat_water_minor + x.vat_fixed_minor + x.vat_minimum_minor + x.vat_sewer_minor as vat_minor,
        (t.round_off_to * t.money_factor)::bigint as step_minor
      offset 0
    ) e
    offset 0
  ) o`;
}
