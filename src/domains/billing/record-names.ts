/** What the audit log calls invoices, bill runs and tariffs. */
import { sql } from '#platform/database/db.ts';
import type { RecordNames } from '#platform/record-names.ts';

export const billingNames: RecordNames = {
  named: (id) => sql`select number as name from billing.invoices where id = ${id}
    union all select concat_ws(' · ', number, to_char(period, 'YYYY-MM')) from billing.bill_runs where id = ${id}
    union all select concat_ws(' · ', r.number, to_char(r.period, 'YYYY-MM'), t.number)
      from billing.prints t join billing.bill_runs r on r.id = t.run_id where t.id = ${id}
    union all select name from billing.tariff_versions where id = ${id}
    union all select number from billing.disputes where id = ${id}
    union all select number from billing.leaks where id = ${id}
    union all select number from billing.payment_plans where id = ${id}
    union all select number from billing.category_changes where id = ${id}
    union all select number from billing.empty_houses where id = ${id}`,
  numbered: (number) => sql`select id::text from billing.invoices where number = ${number}
    union all select id::text from billing.disputes where number = ${number}
    union all select id::text from billing.leaks where number = ${number}
    union all select id::text from billing.payment_plans where number = ${number}
    union all select id::text from billing.category_changes where number = ${number}
    union all select id::text from billing.empty_houses where number = ${number}`,
};
