/** What accepting asks before anything is written: by the step under its locks, and by the page that offers the step. */
import { accountOfConnection } from '#domains/billing/connection-account.ts';
import type { Actor } from '#platform/actor.ts';
import { type Db, first, one, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { errors } from './contract.ts';
import type { Subject } from './lock-request.ts';
import { entryOf, likenessOf, type Named, toldOf } from './new-owner.ts';

export type ToAccept = Pick<
  Subject,
  'id' | 'connectionId' | 'fromConsumerId' | 'toConsumerId' | 'liabilityMinor' | 'name' | 'nameBn' | 'phone'
>;
type Ready = { account: Awaited<ReturnType<typeof accountOfConnection>>; entryId: string | null };

/**
 * @param lock of the new owner's entry `u`; without one it is only asked
 * @returns the entry of the register that gets the connection; null: none has the phone
 */
export async function refuseUnready(
  db: Db | Tx,
  actor: Actor,
  request: ToAccept,
  lock: Sql = sql``,
): Promise<Ready> {
  const entryId = await refuseWrongOwners(db, actor, request, lock);
  const account = await accountOfConnection(db, request.connectionId);
  if (account.openMinor > request.liabilityMinor) {
    throw fail(errors.dues_open, { amount: account.openMinor - request.liabilityMinor });
  }
  const { unsureMinor, isCutOff } = await one<{ unsureMinor: number; isCutOff: boolean }>(
    db,
    sql`select billing.money_in_clearing(c.id) as "unsureMinor", c.status = 'disconnected' as "isCutOff"
      from meters.connections c where c.id = ${request.connectionId}`,
  );
  if (unsureMinor > 0) throw fail(errors.dues_in_clearing, { amount: unsureMinor });
  // The successor would count as a connection with water, and nobody would be sent to open it.
  if (isCutOff) throw fail(errors.without_water);
  return { account, entryId };
}

/**
 * The connection is no more of who gives it, or the new owner is not who the request names. Asked when the papers are checked and when the handover
 * is noted too: then nobody has paid a fee yet.
 * @returns the entry of the register that gets the connection; null: none has the phone
 */
export async function refuseWrongOwners(
  db: Db | Tx,
  actor: Actor,
  request: ToAccept,
  lock: Sql = sql``,
): Promise<string | null> {
  await refuseMoved(db, request);
  return newOwner(db, actor, request, lock);
}

/** Two entries of the present owner may have become one meanwhile: that is the same owner. */
async function refuseMoved(db: Db | Tx, request: ToAccept): Promise<void> {
  const { isSame } = await one<{ isSame: boolean }>(
    db,
    sql`select ${request.fromConsumerId}::uuid = any (consumers.known_as(c.consumer_id))
        and not coalesce(${request.toConsumerId}::uuid = any (consumers.known_as(c.consumer_id)), false) as "isSame"
      from meters.connections c where c.id = ${request.connectionId}`,
  );
  if (!isSame) throw fail(errors.owner_moved);
}

/** The entry that the request named; or the one that got the phone since then. */
async function newOwner(db: Db | Tx, actor: Actor, request: ToAccept, lock: Sql): Promise<string | null> {
  const known = request.toConsumerId ?? (await entryOf(db, actor, request.fromConsumerId, request));
  if (!known) return null;
  const entry = await first<{ id: string; status: string; number: string } & Named>(
    db,
    sql`select u.id, u.status, u.number, u.name, u.name_bn as "nameBn" from consumers.consumers c join consumers.consumers u on u.id = coalesce(c.merged_into, c.id)
      where c.id = ${known} ${lock}`,
  );
  if (entry?.status !== 'active') throw fail(errors.new_owner_inactive);
  // Both agreed to the name of the request. An entry that was renamed since is corrected in the request, which asks both again.
  const likeness = likenessOf(entry, request);
  const isTheirs =
    likeness === 'SAME' || (likeness === 'UNKNOWN' && (await hasAgreed(db, request.id, entry.id)));
  if (!isTheirs) throw fail(errors.phone_of_other, toldOf(actor, entry));
  return entry.id;
}

/** Whose name is in the other script has agreed to the request as themselves, signed in to the account of this entry. */
async function hasAgreed(db: Db | Tx, requestId: string, entryId: string): Promise<boolean> {
  const agreed = await first(
    db,
    sql`select from ownership.consents c where c.request_id = ${requestId} and c.side = 'NEW' and c.given_as in ('CODE', 'ASKED')
      and c.given_by in (select a.id from identity.users a where a.consumer_id = any (consumers.known_as(${entryId}::uuid)))`,
  );
  return agreed !== undefined;
}
