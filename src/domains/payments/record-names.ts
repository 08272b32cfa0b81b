/** What the audit log calls payments: the number of the receipt, the order or the refund. */
import { sql } from '#platform/database/db.ts';
import type { RecordNames } from '#platform/record-names.ts';

export const paymentNames: RecordNames = {
  named: (id) => sql`select coalesce(r.number, o.order_id) as name from payments.payments p
      left join payments.receipts r on r.payment_id = p.id left join payments.orders o on o.payment_id = p.id
      where p.id = ${id}
    union all select coalesce(f.number, n.number, a.number) from payments.refunds f
      left join applications.applications a on a.id = f.application_id
      left join applications.demand_notes n on n.id = f.demand_note_id where f.id = ${id}`,
  numbered: (number) => sql`select payment_id::text from payments.receipts where number = ${number}`,
};
