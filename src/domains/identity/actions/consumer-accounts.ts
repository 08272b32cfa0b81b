/** The accounts by which consumers sign in, for the domain that keeps their register: at most one each. */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { type Db, execute, first, sql, type Tx } from '#platform/database/db.ts';
import { fileLink, findFile } from '#platform/files/files.ts';
import type { Files } from '#platform/files/receive.ts';
import { type LinkContext, sendLink } from '../users/actions/password-links.ts';
import { endSessionsOf } from './open-session.ts';

type Account = {
  id: string;
  status: 'active' | 'disabled';
  lastLoginAt: string | null;
  imageFileId: string | null;
};

/** @param lock until the end of the transaction */
export async function findAccount(
  db: Db | Tx,
  consumerId: string,
  lock = false,
): Promise<Account | undefined> {
  return first<Account>(
    db,
    sql`select id, status, last_login_at as "lastLoginAt", image_file_id as "imageFileId"
      from identity.users where consumer_id = ${consumerId} ${lock ? sql`for update` : sql``}`,
  );
}

const LINK_SECONDS = 3600;

/** The account as the consumer's page shows it. */
export async function accountOfConsumer(db: Db | Tx, files: Files, consumerId: string, now: Date) {
  const account = await findAccount(db, consumerId);
  if (!account) return null;
  const { status, lastLoginAt, imageFileId } = account;
  const imageLink = imageFileId
    ? await fileLink(files, await findFile(db, imageFileId), now, LINK_SECONDS)
    : null;
  return { status, lastLoginAt, imageLink };
}

/**
 * Two consumers become one: the account of the one that goes moves along; where both have one, the one that stays
 * keeps its own and the other is closed with all its sessions.
 */
export async function mergeAccounts(
  tx: Tx,
  actor: Actor,
  { fromId, intoId }: { fromId: string; intoId: string },
): Promise<void> {
  const from = await findAccount(tx, fromId, true);
  if (!from) return;
  const into = await findAccount(tx, intoId, true);
  if (into) {
    await execute(
      tx,
      sql`update identity.users set status = 'disabled', version = version + 1 where id = ${from.id}`,
    );
    await endSessionsOf(tx, { userId: from.id, except: null, reason: 'consumer merged', now: actor.now });
  } else {
    await execute(
      tx,
      sql`update identity.users set consumer_id = ${intoId}, version = version + 1 where id = ${from.id}`,
    );
  }
  await audit(tx, actor, {
    action: into ? 'user.deactivate' : 'user.consumer',
    object: 'user',
    objectId: from.id,
    before: { consumerId: fromId, status: from.status },
    after: into ? { consumerId: fromId, status: 'disabled' } : { consumerId: intoId, status: from.status },
  });
}

/** Opens or closes the account together with the consumer's entry; sessions end at once. */
export async function setAccountStatus(
  tx: Tx,
  actor: Actor,
  consumerId: string,
  status: 'active' | 'disabled',
): Promise<void> {
  const account = await findAccount(tx, consumerId, true);
  if (!account || account.status === status) return;
  await execute(
    tx,
    sql`update identity.users set status = ${status}, version = version + 1 where id = ${account.id}`,
  );
  if (status === 'disabled') {
    await endSessionsOf(tx, {
      userId: account.id,
      except: null,
      reason: 'consumer inactive',
      now: actor.now,
    });
  }
  await audit(tx, actor, {
    action: status === 'active' ? 'user.activate' : 'user.deactivate',
    object: 'user',
    objectId: account.id,
    before: { status: account.status },
    after: { status },
  });
}

/** Sends the link by which the consumer chooses a password; false where there is no account in force. */
export async function sendConsumerLink(
  tx: Tx,
  actor: Actor,
  context: LinkContext,
  consumerId: string,
): Promise<boolean> {
  const account = await findAccount(tx, consumerId);
  if (account?.status !== 'active') return false;
  await sendLink(tx, actor, context, account.id);
  return true;
}

/** True where somebody signs in with this phone. */
export async function hasAccount(db: Db | Tx, phone: string): Promise<boolean> {
  return (await first(db, sql`select id from identity.users where phone = ${phone}`)) !== undefined;
}

/** The phone that the actor's account proved when it was made. */
export async function ownPhone(db: Db | Tx, actor: Actor): Promise<string> {
  const account = await first<{ phone: string | null }>(
    db,
    sql`select phone from identity.users where id = ${actor.userId}`,
  );
  return account?.phone ?? String(actor.userId);
}
