/** What payments brought and settled, by day: for the surcharges, which look at what was unpaid when a day began. */
import { dayOfInstant } from '#platform/database/days.ts';
import { type Sql, sql } from '#platform/database/db.ts';

/** Who began to pay at the bank before midnight was not late, whenever the bank's answer comes. */
const dayOf = sql`case when p.method = 'GATEWAY' then least(p.paid_on, ${dayOfInstant(sql`p.created_at`)}) else p.paid_on end`;

/** @param which condition on the payments `p` that count */
const settledOn = (
  day: Sql,
  which: Sql = sql`true`,
): Sql => sql`select x.invoice_id, x.amount_minor, ${day} as day
    from payments.allocations x join payments.payments p on p.id = x.payment_id where p.state in ('APPROVED', 'REVERSED') and ${which}
  union all
  select x.invoice_id, -x.amount_minor, r.business_date
  from payments.allocations x join payments.payments p on p.id = x.payment_id
  join ledger.journals j on j.kind = 'PAYMENT' and j.source_id = p.id
  join ledger.journals r on r.reverses_id = j.id
  where p.state = 'REVERSED' and ${which}`;

/** A payment that was taken back settled its bills until the day of its reversal; a cheque that the bank sent back never did. */
export const settledOfPayments: Sql = settledOn(dayOf, sql`not payments.is_returned_cheque(p.id)`);

/** What payments settled that nobody took back, by the money's own day: for the rebates, which look at what was paid by a day. */
export const keptOfPayments: Sql = sql`select x.invoice_id, x.amount_minor, ${dayOf} as day
  from payments.allocations x join payments.payments p on p.id = x.payment_id where p.state = 'APPROVED'`;

/**
 * What was settled by the days of the books: a bank's answer after midnight is of the day on which it came, and a cheque had paid until the day
 * on which it came back.
 */
export const settledInBooks: Sql = settledOn(sql`p.paid_on`);

/** SELECT of connection_id, amount_minor, day, booked_on: money of connections that counts from a day before that of its journal. */
export const beganEarlier: Sql = sql`select p.connection_id, p.amount_minor, ${dayOf} as day, p.paid_on as booked_on
  from payments.payments p where p.state = 'APPROVED' and p.connection_id is not null and not p.owed_back and ${dayOf} < p.paid_on`;

/** SELECT of since: the first day on which one of these payments counts. */
export const sinceOf = (ids: readonly string[]): Sql<{ since: string | null }> =>
  sql<{
    since: string | null;
  }>`select min(${dayOf}) as since from payments.payments p where p.id = any(${ids}::uuid[])`;
