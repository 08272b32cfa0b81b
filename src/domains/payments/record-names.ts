/** What the audit log calls payments: the number of the receipt. */
import { sql } from '#platform/database/db.ts';
import type { RecordNames } from '#platform/record-names.ts';

export const paymentNames: RecordNames = {
  named: (id) => sql`select number as name from payments.receipts where payment_id = ${id}`,
  numbered: (number) => sql`select payment_id::text from payments.receipts where number = ${number}`,
};
