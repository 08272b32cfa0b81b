/** A new owner takes over in writing what is open on a connection: those bills, as much as is open of them now, and none that comes later. */
import type { Actor } from '#platform/actor.ts';
import { execute, sql, type Tx } from '#platform/database/db.ts';

type Taken = { connectionId: string; toConsumerId: string };

/** In the transaction that changes the owner, under the lock of the connection. */
export async function takeOverBills(
  tx: Tx,
  actor: Actor,
  { connectionId, toConsumerId }: Taken,
): Promise<void> {
  await execute(
    tx,
    sql`insert into billing.taken_over_bills (invoice_id, connection_id, consumer_id, taken_at, amount_minor, credited_minor)
      select i.id, i.connection_id, ${toConsumerId}, ${actor.now}, i.total_minor - i.settled_minor,
        coalesce((select -sum(n.amount_minor) from billing.adjustments n
          where n.invoice_id = coalesce(i.adjusts_id, i.id) and n.amount_minor < 0), 0)
      from billing.invoices i
      where i.connection_id = ${connectionId} and i.cancelled_on is null and i.settled_minor < i.total_minor`,
  );
}
