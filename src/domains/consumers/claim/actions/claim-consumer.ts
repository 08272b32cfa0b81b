/**
 * A consumer with an account adds another entry of the register that is their own. An account has one consumer, so the
 * two entries become one (docs/decisions/0011): the own one goes into the claimed one, whose number is on the bills,
 * unless the own one has connections itself; then the claimed one comes to it.
 */

import { forgetTries } from '#domains/identity/actions/count-try.ts';
import { ownPhone } from '#domains/identity/consumer-account-queries.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { type Db, first, one, sql, type Tx, transaction } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { type ConsumerParts, holdingsOf, type Merge } from '../../consumer-parts.ts';
import { type Claim, errors } from '../../contract.ts';
import { joinEntries } from '../../merge/actions/join-entries.ts';
import { claimTries, type Tried } from '../claim-tries.ts';
import { type ClaimedEntry, claimedEntry, type Entry, type Refusal } from '../find-entry.ts';
import { auditRefusal, countClaim } from './count-claim.ts';

type Claimed = { consumerNumber: string; connections: number };

export async function claimConsumer(
  db: Db,
  actor: Actor,
  parts: ConsumerParts,
  claim: Claim,
): Promise<Claimed> {
  if (actor.kind !== 'consumer' || !actor.consumerId) throw fail(commonErrors.not_permitted);
  const tried = { phone: await ownPhone(db, actor), claim };
  await countClaim(db, actor, tried);
  const outcome = await transaction(db, (tx) => takeOver(tx, actor, parts, tried));
  if ('why' in outcome) throw fail(errors.claim_refused);
  return outcome;
}

async function takeOver(
  tx: Tx,
  actor: Actor,
  parts: ConsumerParts,
  tried: Tried,
): Promise<Claimed | Refusal> {
  const ownId = String(actor.consumerId);
  const own = { userId: String(actor.userId), consumerId: ownId };
  const entry = await claimedEntry(tx, parts, tried.claim, own);
  const refusal = 'why' in entry ? entry : await otherPerson(tx, ownId, entry);
  if (refusal) {
    await auditRefusal(tx, actor, tried, refusal);
    return refusal;
  }
  const { id, number, isOwn } = entry as ClaimedEntry;
  await forgetTries(tx, ...claimTries(tried));
  const merge = isOwn ? undefined : await wayOf(tx, actor, parts, { ownId, id });
  if (merge) await joinEntries(tx, actor, parts, { ...merge, reason: `claimed by ${number}`, fill: true });
  await audit(tx, actor, {
    action: 'consumer.claim',
    object: 'consumer',
    objectId: merge?.intoId ?? id,
    after: { by: 'number', customerNumber: number, phone: tried.phone },
  });
  return one<Claimed>(
    tx,
    sql`select c.number as "consumerNumber", ${parts.connections.count(sql`c.id`)} as connections
      from consumers.consumers c where c.id = ${merge?.intoId ?? id}`,
  );
}

/** Two entries with different national IDs are two people: staff look at their papers. */
async function otherPerson(tx: Tx, ownId: string, { id }: Entry): Promise<Refusal | undefined> {
  const { differs } = await one<{ differs: boolean }>(
    tx,
    sql`select coalesce(o.nid <> c.nid, false) as differs
      from consumers.consumers o, consumers.consumers c where o.id = ${ownId} and c.id = ${id}`,
  );
  return differs ? { why: 'other_person', consumerId: id } : undefined;
}

/** Which entry goes into which. Both are locked; a merge that came first may have given the account another one. */
async function wayOf(
  tx: Tx,
  actor: Actor,
  parts: ConsumerParts,
  { ownId, id }: { ownId: string; id: string },
): Promise<Merge> {
  const own = await first(
    tx,
    sql`select id from identity.users where id = ${actor.userId} and consumer_id = ${ownId}`,
  );
  if (!own) throw fail(commonErrors.conflict);
  const holdings = await holdingsOf(tx, parts, [ownId]);
  const hasConnections = holdings.some(({ kind, count }) => kind === 'connections' && count > 0);
  return hasConnections ? { fromId: id, intoId: ownId } : { fromId: ownId, intoId: id };
}
