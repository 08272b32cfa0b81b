/** Advances of closed connections: no bill uses them any more, so somebody has to pay them back. */
import { ACCOUNTS } from '#domains/ledger/accounts.rules.ts';
import { type Sql, sql } from '#platform/database/db.ts';

/**
 * Select of connection_id, closed_on and advance_minor. It begins at the closed connections, which are few; as long as a reading is not billed, a
 * bill is still to come.
 */
export const advancesLeft: Sql = sql`select c.id as connection_id, c.disconnected_on as closed_on, a.advance_minor
  from meters.connections c
  cross join lateral (
    select -sum(e.amount_minor)::bigint as advance_minor from ledger.entries e
    where e.party_id = c.id and e.account_code = ${sql.lit(ACCOUNTS.advances)}
  ) a
  where c.status = 'closed' and a.advance_minor > 0 and not exists (
    select from meters.readings r where r.connection_id = c.id and r.living and r.state <> 'BILLED')`;

/** Of the connections that a run made the final bill of: also the bill and its consumer. */
export const advancesLeftBy = (runId: string): Sql => sql`select i.id as invoice_id, i.consumer_id, l.*
  from billing.invoices i join (${advancesLeft}) l on l.connection_id = i.connection_id
  where i.run_id = ${runId} and i.is_final`;
