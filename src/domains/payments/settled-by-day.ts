/** What payments settled of bills, by day: for the surcharges, which look at what was unpaid when a day began. */
import { type Sql, sql } from '#platform/database/db.ts';

/** A payment that was taken back settled its bills until the day of its reversal. */
export const settledOfPayments: Sql = sql`select x.invoice_id, x.amount_minor, p.paid_on as day
    from payments.allocations x join payments.payments p on p.id = x.payment_id where p.state in ('APPROVED', 'REVERSED')
  union all
  select x.invoice_id, -x.amount_minor, r.business_date
  from payments.allocations x join payments.payments p on p.id = x.payment_id
  join ledger.journals j on j.kind = 'PAYMENT' and j.source_id = p.id
  join ledger.journals r on r.reverses_id = j.id
  where p.state = 'REVERSED'`;
