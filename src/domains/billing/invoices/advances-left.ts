/** Advances of closed connections: no bill uses them any more, so somebody has to pay them back. */
import { ACCOUNTS } from '#domains/ledger/accounts.rules.ts';
import { type Sql, sql } from '#platform/database/db.ts';

/** Condition over meters.connections `c`: a reading is not billed yet, so that a bill is still to come. */
const billToCome: Sql = sql`exists (
  select from meters.readings r where r.connection_id = c.id and r.living and r.state <> 'BILLED')`;

/** Condition over meters.connections `c`: its last bill was made, so that no bill uses what is paid ahead. */
export const isBilledOut: Sql = sql`(c.status = 'closed' and not ${billToCome})`;

/** What is kept for a connection; a consumer reads that of an own one only. */
export const advanceOf = (connectionId: Sql): Sql =>
  sql`greatest(0, coalesce((select -sum(e.amount_minor) from ledger.entries e
    where e.party_id = ${connectionId} and e.account_code = ${sql.lit(ACCOUNTS.advances)}), 0))::bigint`;

/** What of it the next bill uses: nothing if no bill comes any more. */
export const usedAdvance = (connectionId: Sql): Sql =>
  sql`case when (select ${isBilledOut} from (select ${connectionId} as id) asked join meters.connections c on c.id = asked.id)
    then 0 else ${advanceOf(connectionId)} end`;

/** Condition over meters.connections `c`: it goes on under another owner. What is paid here is the earlier one's. */
export const hasChangedHands: Sql = sql`(c.status = 'closed' and meters.changed_hands_on(c.id) is not null)`;

/** Select of connection_id, closed_on and advance_minor. It begins at the closed connections, which are few. */
export const advancesLeft: Sql = sql`select c.id as connection_id, c.disconnected_on as closed_on, a.advance_minor
  from meters.connections c
  cross join lateral (
    select -sum(e.amount_minor)::bigint as advance_minor from ledger.entries e
    where e.party_id = c.id and e.account_code = ${sql.lit(ACCOUNTS.advances)}
  ) a
  where c.status = 'closed' and a.advance_minor > 0 and not ${billToCome}`;

/** What was told now: of which connection, how much, and what makes this telling one of its own. */
export type Told = { connectionId: string; telling: string; advanceMinor: number };

/** The same as a relation, with the connection's number and its final bill, if one was made. */
export const toldRows = (
  told: readonly Told[],
): Sql => sql`select l."connectionId" as connection_id, l.telling,
    l."advanceMinor" as advance_minor, c.number, c.consumer_id, f.id as invoice_id
  from json_to_recordset(${JSON.stringify(told)}::json) as l ("connectionId" uuid, telling uuid, "advanceMinor" bigint)
  join meters.connections c on c.id = l."connectionId"
  left join lateral (
    select i.id from billing.invoices i where i.connection_id = c.id and i.is_final and i.cancelled_on is null
    order by i.issued_on desc, i.id desc limit 1
  ) f on true`;
