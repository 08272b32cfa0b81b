/**
 * Which surcharges a day asks for, as one question about the bills, their rules and what was settled before that day. It reads nothing that
 * happened on the day or after it: so a day that is worked late asks for the same surcharges as on time.
 */
import { type Sql, sql } from '#platform/database/db.ts';
import { heldDaysBefore, heldOn } from '../collection-holds/collection-holds.ts';
import { SURCHARGES } from './queries.ts';

/** The rules with the days of issue that they count for. */
const rules = sql`select d.id, d.value, d.valid_from,
    coalesce(lead(d.valid_from) over (order by d.valid_from), 'infinity'::date) as valid_to
  from settings.dated_entries d where d.key = ${SURCHARGES.key} and d.state = 'APPROVED'`;

/** Months from `start` to `day`, whole or not; the turn is checked by the day that it falls on, so that the 31st comes in each month. */
const months = (start: Sql, day: Sql): Sql =>
  sql`((extract(year from ${day}) - extract(year from ${start})) * 12 + extract(month from ${day}) - extract(month from ${start}))::int`;

/** What of an invoice was settled when the day began. */
export const settledBefore = (invoiceId: Sql, day: Sql, settled: Sql): Sql =>
  sql`(coalesce((select sum(p.amount_minor) from (${settled}) p where p.invoice_id = ${invoiceId} and p.day < ${day}), 0)
    + coalesce((select sum(u.amount_minor) from billing.advance_uses u where u.invoice_id = ${invoiceId} and u.used_on < ${day}), 0))::bigint`;

/** Bills that a rule looks at on the day, before sums are asked: invoice, rule, step, turn. */
export function turnsOf(day: string, settled: Sql): Sql {
  const on = sql`${day}::date`;
  return sql`select i.id as of_invoice_id, i.connection_id, r.id as rule_id, r.value as rule, t.step, t.turn
    from (${rules}) r
    join billing.invoices i on i.issued_on >= r.valid_from and i.issued_on < r.valid_to
    join meters.connections c on c.id = i.connection_id
    left join billing.tariff_versions v on v.id = i.tariff_version_id
    cross join lateral (
      select i.due_on + 1 + coalesce((r.value -> 'graceDays' ->> coalesce(v.category, c.category))::int, 0)
        + ${heldDaysBefore(sql`i.id`, on)} as first_day
    ) g
    cross join lateral (
      select 'once' as step, 1 as turn
      where r.value ->> 'onceMode' <> 'none' and g.first_day + (r.value ->> 'onceAfterDays')::int = ${on}
      union all
      select 'monthly', m.turn from (
        select s.start, 1 + ${months(sql`s.start`, on)} as turn
        from (select g.first_day + (r.value ->> 'monthlyAfterDays')::int as start) s
      ) m
      where r.value ->> 'monthlyMode' <> 'none' and m.turn >= 1
        and (m.start + make_interval(months => m.turn - 1))::date = ${on}
    ) t
    where i.due_on < ${on} and i.cancelled_on is null and i.adjusts_id is null and not ${heldOn(sql`i.id`, on)}
      and (i.settled_minor < i.total_minor or i.id in (select p.invoice_id from (${settled}) p where p.day >= ${on})
        or i.id in (select u.invoice_id from billing.advance_uses u where u.used_on >= ${on}))
      and not exists (select from billing.taken_over_bills o where o.invoice_id = i.id)
      and not exists (select from billing.surcharges x
        where x.of_invoice_id = i.id and x.step = t.step and x.turn = t.turn)`;
}

/** Of these turns, the surcharges: with their basis and amount. Nothing was unpaid: nothing is charged. */
export function surchargesOf(turns: Sql, day: string, settled: Sql): Sql {
  const on = sql`${day}::date`;
  return priced(sql`select t.*, u.billed_minor, u.unpaid_minor, u.unpaid_minor + s.unpaid_minor as with_surcharges_minor
    from (${turns}) t join billing.invoices i on i.id = t.of_invoice_id
    cross join lateral (
      select i.total_minor + coalesce((select sum(n.amount_minor) from billing.adjustments n
          where n.invoice_id = i.id and n.amount_minor < 0 and n.adjusted_on < ${on}), 0) as billed_minor,
        i.total_minor - ${settledBefore(sql`i.id`, on, settled)} as unpaid_minor
    ) u
    cross join lateral (
      select coalesce(sum(e.total_minor - ${settledBefore(sql`e.id`, on, settled)}), 0) as unpaid_minor
      from billing.surcharges g join billing.invoices e on e.id = g.invoice_id
      where g.of_invoice_id = i.id and g.charged_for < ${on} and e.cancelled_on is null
    ) s`);
}

/**
 * What a rule asks for. Nothing is asked if nothing was unpaid.
 * @param turns relation with of_invoice_id, connection_id, rule_id, rule, step, turn; billed_minor, unpaid_minor and
 *   with_surcharges_minor are the three sums that a rule may take a share of
 */
export const priced = (turns: Sql): Sql =>
  sql`select b.*, a.amount_minor
    from (
      select t.of_invoice_id, t.connection_id, t.rule_id, t.step, t.turn, t.rule ->> 'rounding' as rounding,
        case when t.step = 'monthly' or t.rule ->> 'onceMode' = 'percent'
          then (t.rule ->> (t.step || 'Percent'))::numeric end as percent,
        (t.rule ->> 'onceFlatMinor')::bigint as flat_minor,
        case
          when t.step = 'once' and t.rule ->> 'onceBasis' = 'original' then t.billed_minor
          when t.rule ->> 'monthlyMode' = 'compound' and t.step = 'monthly'
            or t.rule ->> 'onceBasis' = 'unpaid_with_surcharge' and t.step = 'once' then t.with_surcharges_minor
          else t.unpaid_minor
        end::bigint as basis_minor
      from (${turns}) t
      where t.unpaid_minor > 0
    ) b
    cross join lateral (
      select case
        when b.percent is null then least(b.flat_minor, b.basis_minor)
        when b.rounding = 'taka' then round(b.basis_minor * b.percent / 10000)::bigint * 100
        else round(b.basis_minor * b.percent / 100)::bigint
      end as amount_minor
    ) a
    where a.amount_minor > 0`;
