/** Tickets that name a consumer. They stay as they are when two entries become one: readers ask consumers.known_as. */
import type { Holder } from '#domains/consumers/consumer-parts.ts';
import { all, sql } from '#platform/database/db.ts';

export const ticketHolder: Holder = {
  holdings: (db, ids) =>
    all(
      db,
      sql`select 'tickets' as kind, count(*) as count, null::bigint as "amountMinor" from support.tickets
        where consumer_id = any(${ids}::uuid[])`,
    ),
};
