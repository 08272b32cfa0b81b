/**
 * Days on which a bill is not collected, because it is disputed, has a leak or is paid by a plan. They do not count as late: what N days after the last day
 * to pay brings comes as many days later as the bill was held.
 */
import { type Sql, sql } from '#platform/database/db.ts';

/** True if the bill is not collected on the day. @param invoiceId uuid @param day date */
export const heldOn = (invoiceId: Sql, day: Sql): Sql =>
  sql`exists (select from billing.collection_holds h where h.invoice_id = ${invoiceId} and h.from_day <= ${day}
    and (h.to_day is null or h.to_day > ${day}))`;

/** How many days of holds that ended before this day began the bill was held (int). @param invoiceId uuid @param day date */
export const heldDaysBefore = (invoiceId: Sql, day: Sql): Sql =>
  sql`coalesce((select sum(h.to_day - h.from_day) from billing.collection_holds h
    where h.invoice_id = ${invoiceId} and h.to_day <= ${day}), 0)::int`;
