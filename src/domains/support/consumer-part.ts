/**
 * Tickets that name a consumer. They stay as they are when two entries become one: readers ask consumers.known_as. If the two
 * are parted again, a ticket goes with the account that wrote it.
 */
import type { Holder } from '#domains/consumers/consumer-parts.ts';
import { audit } from '#platform/audit.ts';
import { all, sql } from '#platform/database/db.ts';

export const ticketHolder: Holder = {
  holdings: (db, ids) =>
    all(
      db,
      sql`select 'tickets' as kind, count(*) as count, null::bigint as "amountMinor" from support.tickets
        where consumer_id = any(${ids}::uuid[])`,
    ),
  async undo(tx, actor, { userId, claimedId, accountId, since }) {
    const written = await all<{ id: string }>(
      tx,
      sql`update support.tickets set consumer_id = ${accountId}, version = version + 1
        where consumer_id = ${claimedId} and asked_by = ${userId} and asked_at >= ${since}::timestamptz returning id`,
    );
    await audit(
      tx,
      actor,
      ...written.map(({ id }) => ({
        action: 'ticket.consumer' as const,
        object: 'ticket',
        objectId: id,
        before: { consumerId: claimedId },
        after: { consumerId: accountId },
      })),
    );
  },
};
