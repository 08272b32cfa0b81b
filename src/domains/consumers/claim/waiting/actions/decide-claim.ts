/** A claim that waits is agreed to by the code of the register's phone, or decided by staff. Each is decided once. */
import type { Keys } from '#domains/identity/actions/open-session.ts';
import { findAccount } from '#domains/identity/consumer-account-queries.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { type Db, execute, first, one, sql, type Tx, transaction } from '#platform/database/db.ts';
import { TRIES_AT_CODE } from '#platform/limits.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { codePhone } from '../../../code-phone.ts';
import type { ConsumerParts } from '../../../consumer-parts.ts';
import { errors } from '../../../contract.ts';
import { joinClaimed } from '../../actions/join-claimed.ts';
import { isOtherPerson } from '../../find-entry.ts';
import { claimCode } from '../claim-code.ts';
import { type Stand, standOf } from '../queries.ts';
import { tellClaimant, tellRegister } from './tell-about-claim.ts';

type Waiting = { id: string; userId: string; consumerId: string; phone: string };
const columns = sql`l.id, l.user_id as "userId", l.consumer_id as "consumerId", l.phone`;

/** A try is counted before the code is looked at. */
export async function agreeClaim(
  db: Db,
  actor: Actor,
  { keys, parts }: { keys: Keys; parts: ConsumerParts },
  { id, code }: { id: string; code: string },
): Promise<Stand> {
  const userId = String(actor.userId);
  const counted = await first<{ consumerId: string; tries: number }>(
    db,
    sql`update consumers.claims set tries = tries + 1 where id = ${id} and user_id = ${userId} and state = 'WAITING'
      and tries < ${TRIES_AT_CODE} and code_expires_at > ${actor.now} returning consumer_id as "consumerId", tries`,
  );
  return transaction(db, async (tx) => {
    const hash = claimCode(keys, userId, counted?.consumerId ?? '', code);
    const waiting = counted
      ? await first<Waiting>(
          tx,
          sql`select ${columns} from consumers.claims l where l.id = ${id} and l.state = 'WAITING'
            and l.code_hash = ${hash} for update`,
        )
      : undefined;
    if (!waiting) {
      const isOver = counted ? counted.tries >= TRIES_AT_CODE : await takesNoCode(tx, userId, id);
      throw fail(isOver ? errors.claim_code_over : errors.claim_code_wrong);
    }
    await join(tx, actor, parts, waiting, { by: 'CODE' });
    return standOf(tx, parts, userId);
  });
}

/** An own claim that waits, but for no code any more. */
async function takesNoCode(tx: Tx, userId: string, id: string): Promise<boolean> {
  const waiting = await first(
    tx,
    sql`select id from consumers.claims where id = ${id} and user_id = ${userId} and state = 'WAITING'`,
  );
  return waiting !== undefined;
}

type Decision = { id: string; accept: boolean; reason: string };

/** Nobody decides over a claim from their own phone. */
export async function decideClaim(
  tx: Tx,
  actor: Actor,
  parts: ConsumerParts,
  { id, accept, reason }: Decision,
): Promise<{ done: true }> {
  const claim = await first<Waiting & { state: string; isOwn: boolean }>(
    tx,
    sql`select ${columns}, l.state, exists (select from identity.users s where s.id = ${actor.userId}
        and s.phone in (l.phone, l.register_phone)) as "isOwn"
      from consumers.claims l where l.id = ${id} for update of l`,
  );
  if (!claim) throw fail(commonErrors.not_found);
  if (claim.state !== 'WAITING') throw fail(errors.claim_decided);
  if (claim.isOwn) throw fail(errors.claim_own);
  if (accept) {
    await join(tx, actor, parts, claim, { by: 'STAFF', reason });
    await tellClaimant(tx, 'accepted', id);
    return { done: true };
  }
  await execute(
    tx,
    sql`update consumers.claims set state = 'REFUSED', decided_by = ${actor.userId}, decided_at = ${actor.now},
      reason = ${reason} where id = ${id}`,
  );
  await tellClaimant(tx, 'refused', id);
  await audit(tx, actor, {
    action: 'consumer.claim-decide',
    object: 'consumer',
    objectId: claim.consumerId,
    after: { phone: claim.phone, state: 'REFUSED' },
    reason,
  });
  return { done: true };
}

type Proof = { by: 'CODE' } | { by: 'STAFF'; reason: string };

/** What was true when it was asked is asked again under the locks of both entries. */
async function join(tx: Tx, actor: Actor, parts: ConsumerParts, claim: Waiting, proof: Proof): Promise<void> {
  const { id, userId, phone } = claim;
  const sides = await lockSides(tx, claim);
  const isFree = sides?.areActive && !(await findAccount(tx, sides.claimed.id));
  if (!isFree || (await isOtherPerson(tx, sides.ownId, sides.claimed.id)))
    throw fail(errors.claim_not_joinable);
  const before = await phoneOfCodes(tx, actor, sides.claimed.id);
  const joined = await joinClaimed(tx, actor, parts, { userId, ...sides, phone, ...proof });
  if (proof.by === 'STAFF') await keepPhone(tx, actor, joined.intoId, before);
  const byStaff = proof.by === 'STAFF' ? { who: actor.userId, reason: proof.reason } : undefined;
  await execute(
    tx,
    sql`update consumers.claims set state = 'JOINED', consumer_id = ${sides.claimed.id}, proven_by = ${proof.by},
      decided_by = ${byStaff?.who ?? null}::uuid, decided_at = ${actor.now}, reason = ${byStaff?.reason ?? null}::text,
      from_id = ${joined.fromId}, into_id = ${joined.intoId}, moved = ${joined.moved}::uuid[], filled = ${joined.filled}::text[]
      where id = ${id}`,
  );
  await tellRegister(tx, actor, 'joined', id);
}

async function phoneOfCodes(tx: Tx, { now }: Actor, consumerId: string): Promise<string> {
  const { phone } = await one<{ phone: string }>(
    tx,
    sql`select ${codePhone(sql`c`, now)} as phone from consumers.consumers c where c.id = ${consumerId}`,
  );
  return phone;
}

/** One person of the office decided alone: for some days codes go to the phone of before, which is told that the entries are joined. */
async function keepPhone(tx: Tx, { now }: Actor, consumerId: string, before: string): Promise<void> {
  await execute(
    tx,
    sql`update consumers.consumers set phone_before = ${before}, phone_changed_at = ${now} where id = ${consumerId}`,
  );
}

type Locked = { ownId: string; areActive: boolean; claimed: { id: string; number: string } };

/**
 * Both entries, locked in the order of their ids; the claimed one may have been merged into another one. The claimant's
 * own one may have gone into that of another person, or out of use, and its account with it.
 */
async function lockSides(tx: Tx, { userId, consumerId }: Waiting): Promise<Locked | undefined> {
  const ids = await first<{ ownId: string; id: string }>(
    tx,
    sql`select u.consumer_id as "ownId", coalesce(c.merged_into, c.id) as id
      from identity.users u, consumers.consumers c where u.id = ${userId} and c.id = ${consumerId}`,
  );
  if (!ids?.ownId) return undefined;
  await execute(
    tx,
    sql`select from consumers.consumers where id in (${ids.id}, ${ids.ownId}) order by id for no key update`,
  );
  const locked = await first<{ number: string; areActive: boolean }>(
    tx,
    sql`select c.number, 'active' = all (array[c.status, o.status, u.status]) as "areActive"
      from consumers.consumers c, consumers.consumers o, identity.users u
      where c.id = ${ids.id} and o.id = ${ids.ownId} and u.id = ${userId}`,
  );
  return (
    locked && {
      ownId: ids.ownId,
      areActive: locked.areActive,
      claimed: { id: ids.id, number: locked.number },
    }
  );
}
