/** Bills that a household disputes: as long as nobody decided about them, money pays them last. Conditions on the id of an invoice. */
import { type Sql, sql } from '#platform/database/db.ts';

const held = (invoiceId: Sql, when: Sql): Sql =>
  sql`exists (select from billing.invoices hb join billing.collection_holds h on h.invoice_id in (hb.id, hb.adjusts_id)
    where hb.id = ${invoiceId} and ${when})`;

/** It is disputed, or the bill that it is a surcharge or a supplement of. */
export const isDisputed = (invoiceId: Sql): Sql =>
  held(invoiceId, sql`h.cause = 'dispute' and h.to_day is null`);

const disputedIds = sql`select h.invoice_id from billing.collection_holds h where h.cause = 'dispute' and h.to_day is null`;

/** The same over many invoices of this alias, which has their `adjusts_id`: no question for each. */
export function isAmongDisputed(invoice: string): Sql {
  const [id, adjustsId] = [sql.ref(`${invoice}.id`), sql.ref(`${invoice}.adjusts_id`)];
  return sql`(${id} in (${disputedIds}) or coalesce(${adjustsId}, ${id}) in (${disputedIds}))`;
}

/** The same of a day. @param day date */
export const wasDisputedOn = (invoiceId: Sql, day: Sql): Sql =>
  held(
    invoiceId,
    sql`h.cause = 'dispute' and h.from_day <= ${day} and (h.to_day is null or h.to_day > ${day})`,
  );

/** It is not collected now, by a dispute or a payment plan. */
export const isHeldNow = (invoiceId: Sql): Sql => held(invoiceId, sql`h.to_day is null`);

/** The day on which its own dispute was asked for, as long as that is open; null if none is. */
export const disputedSince = (invoiceId: Sql): Sql =>
  sql`(select h.from_day - 1 from billing.collection_holds h where h.invoice_id = ${invoiceId} and h.cause = 'dispute' and h.to_day is null)`;
