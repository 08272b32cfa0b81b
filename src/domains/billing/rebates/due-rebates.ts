/**
 * Which bills earn a rebate, as one question about bills, their rules and money by its own days. When the question is asked makes no
 * difference: a day that is worked late credits what it would have credited in time.
 */
import { type Sql, sql } from '#platform/database/db.ts';
import { knownFrom } from '../bill-run/known-from.ts';
import { REBATES } from './queries.ts';
import { REBATED_LINES } from './rebate.rules.ts';

const fields = (value: Sql): Sql =>
  sql`(${value} ->> 'percent')::numeric as percent, (${value} ->> 'days')::int as days, (${value} ->> 'mostMinor')::bigint as most_minor`;

/** The rules with the days of issue that they count for. */
export const approvedRules: Sql = sql`select d.id, ${fields(sql`d.value`)}, d.valid_from,
    coalesce(lead(d.valid_from) over (order by d.valid_from), 'infinity'::date) as valid_to
  from settings.dated_entries d where d.key = ${REBATES.key} and d.state = 'APPROVED'`;

/** Rules that are asked about, as if they counted for each bill. */
export const askedRules = (value: string): Sql =>
  sql`select null::uuid as id, ${fields(sql`${value}::jsonb`)}, '-infinity'::date as valid_from, 'infinity'::date as valid_to`;

/**
 * Lateral: the last day to pay a bill `i` for the rebate of a rule `r`. Days of a dispute or a leak that was open by then do not count, as they do
 * not count for a surcharge; while it is open nobody knows the day. A bill that was paid by a plan by then gets none.
 */
const dayOf: Sql = sql`lateral (
    select ${knownFrom('i')} + r.days + coalesce(sum(h.to_day - h.from_day), 0)::int as pay_by,
      coalesce(bool_or(h.to_day is null), false) as is_held, coalesce(bool_or(h.cause = 'payment_plan'), false) as is_in_plan
    from (
      select k.from_day, k.to_day, k.cause, ${knownFrom('i')} + r.days + coalesce(sum(coalesce(k.to_day, k.from_day) - k.from_day)
          over (order by k.from_day rows between unbounded preceding and 1 preceding), 0)::int as until
      from billing.collection_holds k where k.invoice_id = i.id
    ) h where h.from_day <= h.until
  ) d`;

const rebated = sql.join(REBATED_LINES.map((kind) => sql.lit(kind)));

/** Lateral: the water charge of a bill `i`; as it was corrected, if that is less. What is billed in addition is on a bill of its own. */
const basisOf: Sql = sql`lateral (
    select least(
      (select coalesce(sum(l.amount_minor), 0) from billing.invoice_lines l where l.invoice_id = i.id and l.kind in (${rebated})),
      (select sum(l.after_minor) from billing.adjustment_lines l where l.kind in (${rebated}) and l.adjustment_id =
        (select a.id from billing.adjustments a where a.invoice_id = i.id order by a.id desc limit 1))
    )::bigint as basis_minor
  ) b`;

/**
 * SELECT of the bills that can earn a rebate, paid or not: invoice_id, connection_id, total_minor, settled_minor, rule_id, percent, most_minor,
 * pay_by, is_held, basis_minor, amount_minor. What a new owner took over was not paid in time.
 * @param condition on the bill `i`
 */
export const rebatesOffered = (condition: Sql, rules: Sql = approvedRules): Sql =>
  sql`select i.id as invoice_id, i.connection_id, i.total_minor, i.settled_minor, r.id as rule_id, r.percent, r.most_minor, d.pay_by, d.is_held,
      b.basis_minor, m.amount_minor
    from (${rules}) r join billing.invoices i on i.issued_on >= r.valid_from and i.issued_on < r.valid_to
    cross join ${dayOf} cross join ${basisOf}
    cross join lateral (select least(round(b.basis_minor * r.percent / 100), r.most_minor)::bigint as amount_minor) m
    where i.adjusts_id is null and i.cancelled_on is null and m.amount_minor > 0 and not d.is_in_plan
      and not exists (select from billing.taken_over_bills t where t.invoice_id = i.id) and ${condition}`;

/**
 * Condition on an offered rebate `o`: the bill was paid in full by its day. Money counts by its own day, and only as long as nobody took it
 * back. A credit note after the day means that less was to be paid; one before it has paid a part of the bill.
 * @param kept SELECT of invoice_id, amount_minor, day (points.ts)
 */
export const isPaidInTime = (kept: Sql): Sql =>
  sql`(o.total_minor + coalesce((select sum(a.amount_minor) from billing.adjustments a
        where a.invoice_id = o.invoice_id and a.amount_minor < 0 and a.adjusted_on > o.pay_by), 0)
    <= coalesce((select sum(p.amount_minor) from (${kept}) p where p.invoice_id = o.invoice_id and p.day <= o.pay_by), 0)
      + coalesce((select sum(case when u.used_on <= o.pay_by then u.amount_minor else least(u.amount_minor, 0) end) from (
          select w.used_on, sum(w.amount_minor) as amount_minor from billing.advance_uses w
          where w.invoice_id = o.invoice_id group by w.used_on) u), 0))`;

/** The bill has a rebate that was not taken back. @param invoiceId uuid */
export const hasRebate = (invoiceId: Sql): Sql =>
  sql`exists (select from billing.rebates g where g.invoice_id = ${invoiceId} and g.taken_back_on is null)`;

/** Its day ended before this one began. @param day date */
export const isOver = (day: Sql): Sql => sql`(not o.is_held and o.pay_by < ${day})`;

/**
 * Condition on a bill `i`: the day may have to credit its rebate. It is the day after its last one, or a credit note of the day before means
 * that it was paid in full.
 */
const mayBeOf = (day: Sql): Sql => sql`i.id in (
    select n.id from (${approvedRules}) k join billing.invoices n
      on n.issued_on = ${day} - 1 - k.days and n.issued_on >= k.valid_from and n.issued_on < k.valid_to
    union all
    select n.id from (${approvedRules}) k join billing.invoices n
      on n.posted_on = ${day} - 1 - k.days and n.issued_on >= k.valid_from and n.issued_on < k.valid_to
    union all
    select h.invoice_id from billing.collection_holds h where h.cause <> 'payment_plan' and h.to_day <= ${day}
    union all
    select a.invoice_id from billing.adjustments a where a.adjusted_on = ${day} - 1 and a.amount_minor < 0)`;

/** SELECT of the rebates of a day, as rows of `rebatesOffered`. */
export function rebatesOfDay(day: string, kept: Sql): Sql {
  const on = sql`${day}::date`;
  return sql`select o.* from (${rebatesOffered(mayBeOf(on))}) o
    where ${isOver(on)} and not ${hasRebate(sql`o.invoice_id`)} and ${isPaidInTime(kept)}
      and (o.pay_by = ${on} - 1 or exists (select from billing.adjustments a
        where a.invoice_id = o.invoice_id and a.adjusted_on = ${on} - 1 and a.amount_minor < 0))`;
}
