/**
 * What was collected for bills: the money that stays. Payments count on the day of their money; what is owed back to its
 * payer from the start does not count; a reversal, and an advance that is claimed as a refund, count less on their own day,
 * as in the books. So a month that is over never changes, and the sum is what the ledger credited to consumers (1100, 2200), but for
 * rebates: they are no money.
 */
import { ACCOUNTS } from '#domains/ledger/accounts.rules.ts';
import { betweenDays, dayOfInstant, duringDays } from '#platform/database/days.ts';
import { type Sql, sql } from '#platform/database/db.ts';

type Asked = {
  from?: string | undefined;
  to?: string | undefined;
  /**
   * Which payments `p`, and the refunds of the advances of which connections `c`. Without it: all, of which nobody reads the
   * payments.
   */
  of?: { payments: Sql; connections: Sql } | undefined;
};

/** Relation of `day` and `minor`: several rows a day. */
export function collected({ from, to, of: limit }: Asked): Sql {
  const during = (day: Sql): Sql => sql.join([sql`true`, ...betweenDays(day, { from, to })], sql` and `);
  const decided = sql.join([sql`true`, ...duringDays(sql`p.decided_at`, { from, to })], sql` and `);
  const { payments, connections } = limit ?? { payments: sql`true`, connections: sql`true` };
  // The tally has the columns that are named here, and lines that take back what earlier ones say.
  return sql`(
    select p.paid_on as day, p.amount_minor as minor from ${limit ? sql`payments.payments` : sql`payments.payment_tally`} p
    where p.state in ('APPROVED', 'REVERSED') and p.source = 'INVOICE' and not p.owed_back and ${during(sql`p.paid_on`)} and ${payments}
    union all
    select ${dayOfInstant(sql`p.decided_at`)}, -p.amount_minor from payments.payments p
    where p.state = 'REVERSED' and p.source = 'INVOICE' and not p.owed_back and ${decided} and ${payments}
    union all
    select j.business_date, -e.amount_minor from (${refundJournals}) j
    join ledger.entries e on e.journal_id = j.id and e.account_code = ${ACCOUNTS.advances}
    join meters.connections c on c.id = e.party_id
    where ${during(sql`j.business_date`)} and ${connections}
  )`;
}

/** Refunds that are claimed, refused and withdrawn: they move advances of consumers. */
const KINDS = sql`('REFUND_CLAIM', 'REFUND_WITHDRAWAL')`;
const refundJournals: Sql = sql`select id, business_date from ledger.journals where kind in ${KINDS}
  union all
  select r.id, r.business_date from ledger.journals j join ledger.journals r on r.reverses_id = j.id where j.kind in ${KINDS}`;
