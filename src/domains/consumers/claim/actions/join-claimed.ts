/**
 * The claimed entry and that of the account become one: the account's goes into the claimed one, whose number is on the
 * bills, unless the account's has connections itself; then the claimed one comes to it. The caller has locked both.
 */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { first, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { type ConsumerParts, holdingsOf, type Merge } from '../../consumer-parts.ts';
import { joinEntries } from '../../merge/actions/join-entries.ts';

export type Sides = { userId: string; ownId: string; claimed: { id: string; number: string } };
type Proof = { by: 'PHONE' | 'CODE' | 'STAFF'; phone: string; reason?: string };
export type JoinedClaim = Merge & { moved: string[]; filled: string[] };

export async function joinClaimed(
  tx: Tx,
  actor: Actor,
  parts: ConsumerParts,
  { userId, ownId, claimed, by, phone, reason }: Sides & Proof,
): Promise<JoinedClaim> {
  const merge = await wayOf(tx, parts, { userId, ownId, id: claimed.id });
  const joined = { ...merge, reason: reason ?? `claimed by ${claimed.number}`, fill: true } as const;
  const { moved, filled } = await joinEntries(tx, actor, parts, joined);
  await audit(tx, actor, {
    action: 'consumer.claim',
    object: 'consumer',
    objectId: merge.intoId,
    after: { by, customerNumber: claimed.number, phone },
    reason,
  });
  return { ...merge, moved, filled };
}

/** Which entry goes into which. A merge that came first may have given the account another one. */
async function wayOf(
  tx: Tx,
  parts: ConsumerParts,
  { userId, ownId, id }: { userId: string; ownId: string; id: string },
): Promise<Merge> {
  const own = await first(
    tx,
    sql`select id from identity.users where id = ${userId} and consumer_id = ${ownId}`,
  );
  if (!own) throw fail(commonErrors.conflict);
  const holdings = await holdingsOf(tx, parts, [ownId]);
  const hasConnections = holdings.some(({ kind, count }) => kind === 'connections' && count > 0);
  return hasConnections ? { fromId: id, intoId: ownId } : { fromId: ownId, intoId: id };
}
