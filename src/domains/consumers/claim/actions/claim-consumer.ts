/**
 * A consumer with an account claims another entry of the register (docs/decisions/0037). An account has one consumer, so
 * the two entries become one: at once if the entry has the phone of the account, else when its phone or staff agree.
 */

import { forgetTries } from '#domains/identity/actions/count-try.ts';
import type { Keys } from '#domains/identity/actions/open-session.ts';
import { ownPhone } from '#domains/identity/consumer-account-queries.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { type Db, execute, sql, type Tx, transaction } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import type { ConsumerParts } from '../../consumer-parts.ts';
import { type Claim, errors } from '../../contract.ts';
import { claimTries, type Tried } from '../claim-tries.ts';
import { type ClaimedEntry, claimedEntry, isOtherPerson, type Refusal } from '../find-entry.ts';
import { openClaim } from '../waiting/actions/open-claim.ts';
import { type Stand, standOf } from '../waiting/queries.ts';
import { auditRefusal, countClaim } from './count-claim.ts';
import { joinClaimed } from './join-claimed.ts';

type Way = { keys: Keys; parts: ConsumerParts };

export async function claimConsumer(db: Db, actor: Actor, way: Way, claim: Claim): Promise<Stand> {
  const tried = { phone: await ownPhone(db, actor), claim };
  await countClaim(db, actor, tried);
  const outcome = await transaction(db, (tx) => takeOver(tx, actor, way, tried));
  if ('why' in outcome) throw fail(errors.claim_refused);
  return outcome;
}

async function takeOver(tx: Tx, actor: Actor, way: Way, tried: Tried): Promise<Stand | Refusal> {
  const own = { userId: String(actor.userId), consumerId: String(actor.consumerId) };
  const entry = await claimedEntry(tx, actor, way.parts, tried.claim, own);
  const refusal = 'why' in entry ? entry : await otherPerson(tx, own.consumerId, entry.id);
  if (refusal) {
    await auditRefusal(tx, actor, tried, refusal);
    return refusal;
  }
  const claimed = entry as ClaimedEntry;
  const { phone } = tried;
  await forgetTries(tx, ...claimTries(tried));
  if (claimed.isOwn) {
    await audit(tx, actor, {
      action: 'consumer.claim',
      object: 'consumer',
      objectId: claimed.id,
      after: { by: 'again', customerNumber: claimed.number, phone },
    });
    return standOf(tx, way.parts, own.userId, { isOwn: true });
  }
  if (claimed.phone !== phone) {
    const { customerNumber } = tried.claim;
    await openClaim(tx, actor, way.keys, { userId: own.userId, phone, customerNumber, entry: claimed });
    return standOf(tx, way.parts, own.userId, { waits: true });
  }
  await joinAtOnce(tx, actor, way.parts, { ...own, claimed, tried });
  return standOf(tx, way.parts, own.userId);
}

type AtOnce = { userId: string; consumerId: string; claimed: ClaimedEntry; tried: Tried };

/** The account proved the phone of the entry when it was made. */
async function joinAtOnce(
  tx: Tx,
  actor: Actor,
  parts: ConsumerParts,
  { userId, consumerId: ownId, claimed, tried: { phone, claim } }: AtOnce,
): Promise<void> {
  const joined = await joinClaimed(tx, actor, parts, { userId, ownId, claimed, by: 'PHONE', phone });
  await execute(
    tx,
    sql`insert into consumers.claims (consumer_id, user_id, state, customer_number, phone, register_phone, asked_at,
        proven_by, decided_at, from_id, into_id, moved, filled)
      values (${claimed.id}, ${userId}, 'JOINED', ${claim.customerNumber}, ${phone}, ${phone}, ${actor.now},
        'PHONE', ${actor.now}, ${joined.fromId}, ${joined.intoId}, ${joined.moved}::uuid[], ${joined.filled}::text[])`,
  );
}

async function otherPerson(tx: Tx, ownId: string, id: string): Promise<Refusal | undefined> {
  return (await isOtherPerson(tx, ownId, id)) ? { why: 'other_person', consumerId: id } : undefined;
}
