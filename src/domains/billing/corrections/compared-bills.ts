/**
 * Bills as they are and as they would be with another reading or by other prices, calculated by the one engine. What
 * is billed is calculated too: if the result is not the same, the connection was changed since, and the difference would
 * not be the reading's or the price's alone.
 */
import { type Sql, sql } from '#platform/database/db.ts';
import { billLines, calculateBills } from '../calculation/calculate-bills.ts';
import { emptyDaysWith, forgivenLitres } from '../empty-houses/empty-days.ts';
import { type BillExplanation, LINE_KINDS } from '../tariffs/tariff.rules.ts';

export type ComparedLine = {
  lineNo: number;
  kind: string;
  quantity: string | null;
  rate: string | null;
  beforeMinor: number;
  afterMinor: number;
};

/** A row of comparedBills(). Before: the bill with its last adjustment. */
export type ComparedBill = {
  invoice_id: string;
  reading_id: string | null;
  previous_before: number | null;
  current_before: number | null;
  usage_before: number;
  total_before: number;
  previous_after: number | null;
  current_after: number | null;
  usage_after: number;
  total_after: number | null;
  lines: ComparedLine[] | null;
  explanation: BillExplanation | null;
  /** Why it is not compared: `not_reproducible`, or a problem of the calculation. */
  problem: string | null;
};

const isCalculated = (kind: Sql) => sql`${kind} = any(${LINE_KINDS}::text[])`;

/** A bill that one version made is calculated by that version, in any state; else by the versions of its days. */
const oneVersion = sql`case when json_array_length(x.explanation) = 1 then x.explanation -> 0 end`;

/**
 * A bill over several categories keeps them. If a correction run brings other prices for one of them, the days of that category ask for the
 * prices of the run.
 */
const categories = sql`case when i.categories is not null then (
    select jsonb_agg(case when e.value ->> 'category' = q.category then jsonb_set(e.value, '{category}', to_jsonb(q.key)) else e.value end
      order by e.ordinality)
    from jsonb_array_elements(i.categories) with ordinality e
    left join lateral (
      select r.category, case when w.is_after then s.corrected_by else s.billed_by end as key
      from billing.bill_runs r where r.id::text = split_part(coalesce(s.corrected_by, s.billed_by), ':', 2)
    ) q on true) end`;

const standing = (
  source: Sql,
) => sql`select s.invoice_id, coalesce(s.reading_id, a.reading_id, i.reading_id) as reading_id,
    b.previous_before, b.current_before, b.usage_before, coalesce(a.total_after_minor, i.total_minor) as total_before,
    case when s.reading_id is null then b.previous_before else s.previous_litres end as previous_after,
    case when s.reading_id is null then b.current_before else s.current_litres end as current_after,
    case when s.reading_id is null then b.usage_before else s.usage_litres end as usage_after,
    (select json_agg(json_build_object('lineNo', l.line_no, 'kind', l.kind, 'amountMinor', l.amount_minor)) from (
      select line_no, kind, amount_minor from billing.invoice_lines where invoice_id = i.id and a.id is null
      union all
      select line_no, kind, after_minor from billing.adjustment_lines where adjustment_id = a.id
    ) l) as standing,
    w.is_after, coalesce(case when w.is_after then s.corrected_by else s.billed_by end, t.category, c.category) as category,
    ${categories} as categories,
    ${emptyDaysWith({ previous: sql`u.previous`, current: sql`u.current`, usage: sql`u.usage`, forgiven: sql`u.forgiven` })} as empty_days,
    case when not w.is_after or s.corrected_by is null then (${oneVersion} ->> 'version')::uuid end as tariff_version_id,
    c.pipe_size_mm, c.dwelling_units, i.period_from, i.period_to,
    coalesce(i.periods, greatest(1, round((r.read_on - r.previous_on) / 30.4375))::int)::numeric as periods,
    c.connected_on, c.disconnected_on,
    case when s.corrected_by is null then coalesce((${oneVersion} ->> 'sewerPercent')::numeric, c.sewer_percent)
      else c.sewer_percent end as sewer_percent,
    u.usage::numeric as usage_litres
  from (${source}) s
  join billing.invoices i on i.id = s.invoice_id
  join meters.connections c on c.id = i.connection_id
  left join meters.readings r on r.id = i.reading_id and i.periods is null
  left join billing.tariff_versions t on t.id = i.tariff_version_id
  left join lateral (
    select * from billing.adjustments a where a.invoice_id = i.id order by a.id desc limit 1
  ) a on true
  cross join lateral (select coalesce(a.explanation, i.explanation) as explanation) x
  cross join lateral (
    select case when a.id is null then i.previous_litres else a.previous_after_litres end as previous_before,
      case when a.id is null then i.current_litres else a.current_after_litres end as current_before,
      coalesce(a.usage_after_litres, i.usage_litres) as usage_before
  ) b
  cross join (values (false), (true)) as w (is_after)
  cross join lateral (
    select case when w.is_after and s.reading_id is not null then s.previous_litres else b.previous_before end as previous,
      case when w.is_after and s.reading_id is not null then s.current_litres else b.current_before end as current,
      case when w.is_after and s.reading_id is not null then s.usage_litres else b.usage_before end as usage,
      case when w.is_after and s.reading_id is not null then coalesce(s.forgiven_litres, 0) else ${forgivenLitres(sql`b.usage_before`)} end as forgiven
  ) u`;

/** Each kind of line once: those after first, then those that are gone, and what was added beside the calculation. */
const lines = sql`select k.kind, f.quantity, f.rate,
    coalesce(s."amountMinor", 0) as before_minor,
    case when ${isCalculated(sql`k.kind`)} then coalesce(f."amountMinor", 0) else s."amountMinor" end as after_minor,
    row_number() over (order by f."lineNo" nulls last, s."lineNo") as line_no,
    not ${isCalculated(sql`k.kind`)} or coalesce(o."amountMinor", 0) = coalesce(s."amountMinor", 0) as is_same
  from (
    select kind from json_to_recordset(p.after) as x (kind text)
    union select kind from json_to_recordset(p.before) as x (kind text)
    union select kind from json_to_recordset(p.standing) as x (kind text)
  ) k
  left join json_to_recordset(p.after) as f ("lineNo" int, kind text, quantity text, rate text, "amountMinor" bigint) on f.kind = k.kind
  left join json_to_recordset(p.before) as o (kind text, "amountMinor" bigint) on o.kind = k.kind
  left join json_to_recordset(p.standing) as s ("lineNo" int, kind text, "amountMinor" bigint) on s.kind = k.kind`;

/**
 * SELECT of one row per bill of `source`.
 * @param source relation with invoice_id; reading_id, previous_litres, current_litres and usage_litres of the corrected reading,
 *   with forgiven_litres, which a leak takes off its use, or nulls: the readings stay; billed_by and corrected_by, keys of the book of prices, or nulls: the prices stay
 */
export function comparedBills(source: Sql): Sql<ComparedBill> {
  // Both sides of a bill meet by grouping: a join could be planned as a loop over all of them.
  return sql<ComparedBill>`with calculated as materialized (
      select b.*, l.lines from (${calculateBills(standing(source))}) b
      left join lateral (
        select json_agg(json_build_object('lineNo', line.line_no, 'kind', line.kind, 'quantity', trim_scale(line.quantity)::text,
          'rate', trim_scale(line.rate)::text, 'amountMinor', line.amount_minor)) as lines
        from ${billLines()}
      ) l on true
    ), pairs as (
      select invoice_id, any_value(reading_id) as reading_id, any_value(previous_before) as previous_before,
        any_value(current_before) as current_before, any_value(usage_before) as usage_before,
        any_value(total_before) as total_before, any_value(previous_after) as previous_after,
        any_value(current_after) as current_after, any_value(usage_after) as usage_after,
        any_value(standing) as standing, max(problem) as problem, any_value(lines) filter (where not is_after) as before,
        any_value(lines) filter (where is_after) as after, any_value(explanation) filter (where is_after) as explanation
      from calculated group by invoice_id
    )
    select p.invoice_id, p.reading_id, p.previous_before, p.current_before, p.usage_before, p.total_before, p.previous_after,
      p.current_after, p.usage_after, l.total_after, l.lines, p.explanation,
      coalesce(p.problem, case when not l.is_same or p.standing is null then 'not_reproducible' end) as problem
    from pairs p
    cross join lateral (
      select sum(after_minor)::bigint as total_after, bool_and(is_same) as is_same,
        json_agg(json_build_object('lineNo', line_no, 'kind', kind, 'quantity', quantity, 'rate', rate,
          'beforeMinor', before_minor, 'afterMinor', after_minor) order by line_no)
          filter (where before_minor <> 0 or after_minor <> 0 or kind = 'water') as lines
      from (${lines}) l
    ) l`;
}
