/**
 * Ownership requests that name a consumer. They stay as they are when two entries become one: readers ask consumers.known_as.
 * If a claim is undone, consents that the claimant gave in the household's name end.
 */
import type { Holder } from '#domains/consumers/consumer-parts.ts';
import { all, sql } from '#platform/database/db.ts';
import { endClaimedConsents } from './steps/actions/end-claimed.ts';

export const requestHolder: Holder = {
  holdings: (db, ids) =>
    all(
      db,
      sql`select 'ownership_requests' as kind, count(*) as count, null::bigint as "amountMinor" from ownership.requests
        where from_consumer_id = any(${ids}::uuid[]) or to_consumer_id = any(${ids}::uuid[])`,
    ),
  undo: endClaimedConsents,
};
