/**
 * A claim of an entry was undone. What the claimant shared of its connections while the entries were one ends, also an
 * invitation that waits: nobody of the household gave it. What the claimant was given in that time is theirs, and follows them.
 */
import type { UndoneClaim } from '#domains/consumers/consumer-parts.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { all, sql, type Tx } from '#platform/database/db.ts';
import { tellOther } from './end-access.ts';

export async function endClaimed(
  tx: Tx,
  actor: Actor,
  { claimedId, accountId, since }: UndoneClaim,
): Promise<void> {
  const ended = await all<{ id: string; connectionId: string; acceptedAt: string | null }>(
    tx,
    sql`update meters.accesses a set ended_at = ${actor.now}, ended_as = 'CLAIM_UNDONE'
      from meters.connections c
      where c.id = a.connection_id and c.consumer_id = ${claimedId} and a.holder_id in (${claimedId}, ${accountId})
        and a.invited_at >= ${since}::timestamptz and a.ended_at is null
      returning a.id, a.connection_id as "connectionId", a.accepted_at as "acceptedAt"`,
  );
  const received = await all<{ id: string; connectionId: string }>(
    tx,
    sql`update meters.accesses set consumer_id = ${accountId}
      where consumer_id = ${claimedId} and accepted_at >= ${since}::timestamptz
      returning id, connection_id as "connectionId"`,
  );
  await audit(
    tx,
    actor,
    ...ended.map(({ id, connectionId }) => ({
      ...{ action: 'access.end' as const, object: 'access', objectId: id },
      after: { connectionId },
    })),
    ...received.map(({ id, connectionId }) => ({
      ...{ action: 'access.consumer' as const, object: 'access', objectId: id },
      before: { consumerId: claimedId },
      after: { connectionId, consumerId: accountId },
    })),
  );
  for (const { id, acceptedAt } of ended) if (acceptedAt) await tellOther(tx, id, 'over');
}
