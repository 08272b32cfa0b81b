/** What a connection owes and what is kept for it, as a person sees it before it is closed. */
import { ACCOUNTS } from '#domains/ledger/accounts.rules.ts';
import type { ConnectionAccount } from '#domains/meters/points.ts';
import { one, sql } from '#platform/database/db.ts';

export const accountOfConnection: ConnectionAccount = (db, connectionId) =>
  one(
    db,
    sql`select count(*) as "openBills", coalesce(sum(i.total_minor - i.settled_minor), 0)::bigint as "openMinor",
        greatest(0, (select -coalesce(sum(e.amount_minor), 0)::bigint from ledger.entries e
          where e.party_id = ${connectionId} and e.account_code = ${ACCOUNTS.advances})) as "advanceMinor"
      from billing.invoices i
      where i.connection_id = ${connectionId} and i.cancelled_on is null and i.settled_minor < i.total_minor`,
  );
