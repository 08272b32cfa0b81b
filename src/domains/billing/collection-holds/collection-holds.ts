/**
 * Days on which a bill is not collected, because it is disputed, has a leak or is paid by a plan. They do not count as late: what N days after the last day
 * to pay brings comes as many days later as the bill was held.
 */
import { type Sql, sql } from '#platform/database/db.ts';

/** True if the bill is not collected on the day. @param invoiceId uuid @param day date */
export const heldOn = (invoiceId: Sql, day: Sql): Sql =>
  sql`exists (select from billing.collection_holds h where h.invoice_id = ${invoiceId} and h.from_day <= ${day}
    and (h.to_day is null or h.to_day > ${day}))`;

/** The same of an invoice with this alias, which is also held with the bill that it is a surcharge or a supplement of. */
export const heldWithBillOn = (invoice: string, day: Sql): Sql =>
  sql`(${heldOn(sql.ref(`${invoice}.id`), day)} or ${heldOn(sql.ref(`${invoice}.adjusts_id`), day)})`;

/** How many days of holds that ended before this day began the bill was held (int). @param invoiceId uuid @param day date */
export const heldDaysBefore = (invoiceId: Sql, day: Sql): Sql =>
  sql`coalesce((select sum(h.to_day - h.from_day) from billing.collection_holds h
    where h.invoice_id = ${invoiceId} and h.to_day <= ${day}), 0)::int`;

/** The same of an invoice with this alias, with the days of its bill since it was issued. */
export function heldDaysWithBillBefore(invoice: string, day: Sql): Sql {
  const column = (name: string) => sql.ref(`${invoice}.${name}`);
  return sql`case when ${column('adjusts_id')} is null then ${heldDaysBefore(column('id'), day)} else coalesce((
    select sum(upper(d) - lower(d)) from (
      select unnest(range_agg(daterange(greatest(h.from_day, ${column('issued_on')}), h.to_day))) as d from billing.collection_holds h
      where h.invoice_id in (${column('id')}, ${column('adjusts_id')}) and h.to_day <= ${day} and h.to_day > ${column('issued_on')}) w), 0)::int end`;
}
