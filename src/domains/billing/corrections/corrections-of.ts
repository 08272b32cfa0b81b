/** Which corrections change a bill: those of the bill itself or of the one that it supplements, and those that name its reading beside an earlier one. */
import { type Sql, sql } from '#platform/database/db.ts';

/** Correction `k` names the reading of the bill `bill`. */
const namesReadingOf = (bill: string): Sql => sql`exists (
  select from jsonb_to_recordset(k.later) as l ("readingId" uuid)
  join meters.readings r on r.id = l."readingId"
  where r.connection_id = ${sql.ref(`${bill}.connection_id`)} and r.period = ${sql.ref(`${bill}.period`)})`;

/** Condition that correction `k` changes the bill `bill`. */
export const changesBill = (bill: string): Sql =>
  sql`(k.invoice_id in (${sql.ref(`${bill}.id`)}, ${sql.ref(`${bill}.adjusts_id`)}) or k.later <> '[]' and ${namesReadingOf(bill)})`;

/** SELECT of the corrections that change a bill; each part is found by its index. */
export const correctionsOf = (invoiceId: Sql): Sql =>
  sql`select k.* from billing.invoices b join billing.corrections k on k.invoice_id in (b.id, b.adjusts_id) where b.id = ${invoiceId}
    union all
    select k.* from billing.invoices b
    join billing.invoices f on f.connection_id = b.connection_id and f.period < b.period
    join billing.corrections k on k.invoice_id = f.id and k.later <> '[]' and ${namesReadingOf('b')}
    where b.id = ${invoiceId}`;
