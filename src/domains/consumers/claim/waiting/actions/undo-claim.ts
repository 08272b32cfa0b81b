/**
 * Staff take a claimed entry and the account apart again. What the claim moved goes back if it is still there; what it
 * filled in is blank again unless somebody changed it. What the account made since then is its person's, and follows it. Bills
 * and payments name whom they were made for, and stay.
 */
import { mergeAccounts, setAccountStatus } from '#domains/identity/actions/change-consumer-account.ts';
import { endSessionsOf } from '#domains/identity/actions/open-session.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, first, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import type { ConsumerParts } from '../../../consumer-parts.ts';
import { errors } from '../../../contract.ts';
import { partEntries } from '../../../merge/actions/part-entries.ts';
import type { MergedField } from '../../../merge/contract.ts';
import { tellClaimant, tellRegister } from './tell-about-claim.ts';

type Joined = {
  state: string;
  userId: string;
  consumerId: string;
  fromId: string;
  intoId: string;
  phone: string;
  since: string;
  moved: string[];
  filled: MergedField[];
};

export async function undoClaim(
  tx: Tx,
  actor: Actor,
  parts: ConsumerParts,
  { id, reason }: { id: string; reason: string },
): Promise<{ done: true }> {
  const claim = await first<Joined>(
    tx,
    sql`select state, user_id as "userId", consumer_id as "consumerId", from_id as "fromId", into_id as "intoId", phone, decided_at as since,
        moved, filled from consumers.claims where id = ${id} for update`,
  );
  if (!claim) throw fail(commonErrors.not_found);
  if (claim.state !== 'JOINED') throw fail(errors.claim_decided);
  await lockBoth(tx, claim);
  const { userId, consumerId, fromId, intoId, phone, since, moved, filled } = claim;
  await partEntries(tx, actor, parts, { fromId, intoId, moved, filled });
  const accountId = consumerId === intoId ? fromId : intoId;
  const undone = { userId, claimedId: consumerId, accountId, since, intoId, moved };
  for (const { undo } of parts.holders) await undo?.(tx, actor, undone);
  if (consumerId === intoId) await giveAccountBack(tx, actor, { fromId, intoId, reason });
  else await endPhoneBefore(tx, { intoId, since });
  await endSessionsOf(tx, { userId, except: null, reason: 'claim undone', now: actor.now });
  await execute(
    tx,
    sql`update consumers.claims set state = 'UNDONE', undone_by = ${actor.userId}, undone_at = ${actor.now},
      undo_reason = ${reason} where id = ${id}`,
  );
  await tellRegister(tx, actor, 'undone', id);
  await tellClaimant(tx, 'undone', id);
  const entry = { action: 'consumer.claim-undo', object: 'consumer', after: { phone }, reason } as const;
  await audit(tx, actor, { ...entry, objectId: fromId }, { ...entry, objectId: intoId });
  return { done: true };
}

/**
 * The account's entry was the one that went: the account goes back to it. It is in use again, and so is the account, also if the other
 * entry was put out of use meanwhile.
 */
async function giveAccountBack(
  tx: Tx,
  actor: Actor,
  { fromId, intoId, reason }: { fromId: string; intoId: string; reason: string },
): Promise<void> {
  await mergeAccounts(tx, actor, { fromId: intoId, intoId: fromId, reason });
  await setAccountStatus(tx, actor, fromId, 'active');
}

/** Staff had decided alone: codes of the account went to the phone of the household (decide-claim.ts). */
async function endPhoneBefore(tx: Tx, { intoId, since }: Pick<Joined, 'intoId' | 'since'>): Promise<void> {
  await execute(
    tx,
    sql`update consumers.consumers set phone_before = null, phone_changed_at = null
      where id = ${intoId} and phone_changed_at = ${since}::timestamptz`,
  );
}

/**
 * Locks both entries; refuses if one of them, or the account, went elsewhere since. An account that goes back to its own entry
 * leaves nothing behind that it joined later: that goes first.
 */
async function lockBoth(tx: Tx, { consumerId, fromId, intoId, userId }: Joined): Promise<void> {
  await execute(
    tx,
    sql`select from consumers.consumers where id in (${fromId}, ${intoId}) order by id for no key update`,
  );
  const asJoined = await first(
    tx,
    sql`select f.id from consumers.consumers f
      join consumers.consumers t on t.id = f.merged_into and t.status <> 'merged'
      join identity.users u on u.consumer_id = t.id and u.id = ${userId}
      where f.id = ${fromId} and t.id = ${intoId} and f.status = 'merged'`,
  );
  if (!asJoined) throw fail(errors.claim_not_undone);
  const later = await first(
    tx,
    sql`select id from consumers.claims where user_id = ${userId} and state = 'JOINED' and into_id = ${intoId}
      and consumer_id <> ${intoId} and ${consumerId} = ${intoId}::uuid limit 1`,
  );
  if (later) throw fail(errors.claim_later_first);
}
