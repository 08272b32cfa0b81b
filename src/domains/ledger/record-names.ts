/** What the audit log calls a cashier's closed day, and a month of the books. */
import { sql } from '#platform/database/db.ts';
import type { RecordNames } from '#platform/record-names.ts';

const MONTH = /^\d{4}-\d{2}-01$/;

export const ledgerNames: RecordNames = {
  named: (
    id,
  ) => sql`select concat_ws(' · ', to_char(c.day, 'YYYY-MM-DD'), u.name) as name from ledger.cash_closings c
    left join identity.users u on u.id = c.cashier_id where c.id = ${id}`,
  plain: (id) => (MONTH.test(id) ? id.slice(0, 7) : undefined),
};
