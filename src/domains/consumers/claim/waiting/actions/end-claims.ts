/** A merge closed the account that claims: nobody is left who could get the entry, so its waiting claims end. */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { all, sql, type Tx } from '#platform/database/db.ts';
import { tellClaimant } from './tell-about-claim.ts';

/**
 * A claim that somebody decides at this moment is left out: they have its lock and wait for the entries, which the
 * caller has locked. They find the claimant's entry merged, and are refused.
 */
export async function endClaimsOf(tx: Tx, actor: Actor, userId: string, reason: string): Promise<void> {
  const ended = await all<{ id: string; consumerId: string; phone: string }>(
    tx,
    sql`update consumers.claims set state = 'REFUSED', decided_by = ${actor.userId}, decided_at = ${actor.now}, reason = ${reason}
      where id in (select id from consumers.claims where user_id = ${userId} and state = 'WAITING' for update skip locked)
      returning id, consumer_id as "consumerId", phone`,
  );
  for (const { id } of ended) await tellClaimant(tx, 'refused', id);
  await audit(
    tx,
    actor,
    ...ended.map(({ consumerId, phone }) => ({
      action: 'consumer.claim-decide' as const,
      object: 'consumer',
      objectId: consumerId,
      after: { phone, state: 'REFUSED' },
      reason,
    })),
  );
}
