/** What the audit log calls withdrawals: the voucher, else the customer's number. A wallet has the id and the name of its consumer. */
import { sql } from '#platform/database/db.ts';
import type { RecordNames } from '#platform/record-names.ts';

export const walletNames: RecordNames = {
  named: (id) =>
    sql`select coalesce(f.number, c.number) as name from wallet.withdrawals f join consumers.consumers c on c.id = f.consumer_id where f.id = ${id}`,
  numbered: (number) => sql`select id::text from wallet.withdrawals where number = ${number}`,
};
