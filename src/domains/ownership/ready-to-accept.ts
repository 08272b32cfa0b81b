/** What accepting asks before anything is written: by the step under its locks, and by the page that offers the step. */
import { accountOfConnection } from '#domains/billing/connection-account.ts';
import type { Actor } from '#platform/actor.ts';
import { type Db, first, one, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { errors } from './contract.ts';
import type { Subject } from './lock-request.ts';
import { entryOf, isNamed, type Named, toldOf } from './new-owner.ts';

export type ToAccept = Pick<
  Subject,
  'connectionId' | 'fromConsumerId' | 'toConsumerId' | 'liabilityMinor' | 'name' | 'nameBn' | 'phone'
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
  await refuseMoved(db, request);
  const account = await accountOfConnection(db, request.connectionId);
  if (account.openMinor > request.liabilityMinor) {
    throw fail(errors.dues_open, { amount: account.openMinor - request.liabilityMinor });
  }
  return { account, entryId: await newOwner(db, actor, request, lock) };
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
  if (!isNamed(entry, request)) throw fail(errors.phone_of_other, toldOf(actor, entry));
  return entry.id;
}
