/** Open bills of an earlier owner that a consumer has taken over: what they may read of them, and pay. */
import { isConsumer } from '#domains/consumers/queries.ts';
import type { Actor } from '#platform/actor.ts';
import { type Db, first, type Sql, sql, type Tx } from '#platform/database/db.ts';

/** SELECT of the open ones of the actor: `invoice_id`, `connection_id`, `open_minor`. Nobody but a consumer has any. */
export const takenOverBills = (
  actor: Actor,
): Sql => sql`select t.invoice_id, t.connection_id, i.total_minor - i.settled_minor as open_minor
  from billing.taken_over_bills t join billing.invoices i on i.id = t.invoice_id
  where ${actor.kind === 'consumer'}::boolean and ${isConsumer(sql`t.consumer_id`, actor.consumerId)}
    and i.cancelled_on is null and i.settled_minor < i.total_minor`;

/** What the actor has taken over of a connection and not paid yet; undefined if nothing. */
export function takenOverOf(
  db: Db | Tx,
  actor: Actor,
  connectionId: string,
): Promise<{ connectionId: string; openMinor: number } | undefined> {
  return first(
    db,
    sql`select b.connection_id as "connectionId", sum(b.open_minor)::bigint as "openMinor" from (${takenOverBills(actor)}) b
      where b.connection_id = ${connectionId} group by b.connection_id`,
  );
}
