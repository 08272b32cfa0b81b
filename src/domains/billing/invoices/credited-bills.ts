/** Which bills a credit is of: a bill and its supplementary bills are one sum to their owner and to who took them over. */
import { type Sql, sql } from '#platform/database/db.ts';
import { ownOpen } from './taken-over.ts';

/** @property invoiceId the bill that was taken over: the credited one, or a supplementary bill of it */
export type MovedCredit = { creditedId: string; invoiceId: string; amountMinor: number };

/** SELECT of credited_id, invoice_id, amount_minor of what was moved now. */
export const movedNow = (moved: readonly MovedCredit[]): Sql =>
  sql`select m."creditedId" as credited_id, m."invoiceId" as invoice_id, m."amountMinor" as amount_minor
    from json_to_recordset(${JSON.stringify(moved)}::json) as m ("creditedId" uuid, "invoiceId" uuid, "amountMinor" bigint)`;

/** SELECT of id: a bill with its supplementary bills, which are one sum to its owner. For a lateral join. */
export const withSupplements = (invoiceId: Sql): Sql =>
  sql`select ${invoiceId} as id union all select s.id from billing.invoices s where s.adjusts_id = ${invoiceId} and s.cancelled_on is null`;

/**
 * SELECT of invoice_id, amount_minor: which open bills a credit pays, in the order in which it lowers them. The credited bill; before it
 * the supplementary bills of it that were taken over. Of what was taken over it pays what is more than its taker answers for now.
 * @param credits select of invoice_id, amount_minor: what is left of each credit
 */
export const paidByCredits = (
  credits: Sql,
): Sql => sql`select o.id as invoice_id, least(o.open_minor, o.left_minor - o.before_minor)::bigint as amount_minor
  from (
    select i.id, k.amount_minor as left_minor, d.open_minor,
      coalesce(sum(d.open_minor) over (partition by k.invoice_id order by i.adjusts_id is null, i.id desc
        rows between unbounded preceding and 1 preceding), 0) as before_minor
    from (${credits}) k cross join lateral (${withSupplements(sql`k.invoice_id`)}) b join billing.invoices i on i.id = b.id
    cross join lateral (select ${ownOpen('i')} as open_minor) d
    where i.settled_minor < i.total_minor
      and (i.id = k.invoice_id or i.id in (select t.invoice_id from billing.taken_over_bills t))
  ) o where o.left_minor > o.before_minor`;
