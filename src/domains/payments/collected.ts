/**
 * What was collected for bills: the money that stays. Payments count on the day of their money; what is owed back to its
 * payer from the start does not count; a reversal, and an advance that is claimed as a refund, count less on their own day,
 * as in the books. So a month that is over never changes, and the sum is what the ledger credited to consumers (1100, 2200).
 */
import { ACCOUNTS } from '#domains/ledger/accounts.rules.ts';
import { betweenDays, dayOfInstant, duringDays } from '#platform/database/days.ts';
import { type Sql, sql } from '#platform/database/db.ts';

type Asked = {
  /** False: without what others paid for bills that they took over, which the earlier owner does not read. */
  withTakenOver?: boolean | undefined;
  from?: string | undefined;
  to?: string | undefined;
  /** What of them; given columns of the consumer and the connection. Without it: all, of which nobody reads the payments. */
  of?: ((columns: { consumerId: Sql; connectionId: Sql }) => Sql) | undefined;
};

/** Relation of `day` and `minor`: several rows a day. */
export function collected({ from, to, of: limit, withTakenOver = true }: Asked): Sql {
  const of = limit ?? (() => sql`true`);
  const during = (day: Sql): Sql => sql.join([sql`true`, ...betweenDays(day, { from, to })], sql` and `);
  const decided = sql.join([sql`true`, ...duringDays(sql`p.decided_at`, { from, to })], sql` and `);
  const ofPayer = of({ consumerId: sql`p.consumer_id`, connectionId: sql`p.connection_id` });
  const payer = withTakenOver ? ofPayer : sql`(${ofPayer} and not p.taken_over)`;
  const owner = of({ consumerId: sql`c.consumer_id`, connectionId: sql`c.id` });
  // The tally has the columns that are named here, and lines that take back what earlier ones say.
  return sql`(
    select p.paid_on as day, p.amount_minor as minor from ${limit ? sql`payments.payments` : sql`payments.payment_tally`} p
    where p.state in ('APPROVED', 'REVERSED') and p.source = 'INVOICE' and not p.owed_back and ${during(sql`p.paid_on`)} and ${payer}
    union all
    select ${dayOfInstant(sql`p.decided_at`)}, -p.amount_minor from payments.payments p
    where p.state = 'REVERSED' and p.source = 'INVOICE' and not p.owed_back and ${decided} and ${payer}
    union all
    select j.business_date, -e.amount_minor from (${refundJournals}) j
    join ledger.entries e on e.journal_id = j.id and e.account_code = ${ACCOUNTS.advances}
    join meters.connections c on c.id = e.party_id
    where ${during(sql`j.business_date`)} and ${owner}
  )`;
}

/** Refunds that are claimed, refused and withdrawn: they move advances of consumers. */
const KINDS = sql`('REFUND_CLAIM', 'REFUND_WITHDRAWAL')`;
const refundJournals: Sql = sql`select id, business_date from ledger.journals where kind in ${KINDS}
  union all
  select r.id, r.business_date from ledger.journals j join ledger.journals r on r.reverses_id = j.id where j.kind in ${KINDS}`;
