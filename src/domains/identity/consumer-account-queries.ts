/** Questions about the account of a consumer: each has at most one. */
import type { Actor } from '#platform/actor.ts';
import { type Db, first, sql, type Tx } from '#platform/database/db.ts';
import { fileLink, findFile } from '#platform/files/files.ts';
import type { Files } from '#platform/files/receive.ts';

export type Account = {
  id: string;
  status: 'active' | 'disabled';
  lastLoginAt: string | null;
  imageFileId: string | null;
};

/**
 * The account by which the consumer signs in. One that a merge closed is none, although it names the entry that went.
 * @param lock until the end of the transaction
 */
export async function findAccount(
  db: Db | Tx,
  consumerId: string,
  lock = false,
): Promise<Account | undefined> {
  return first(
    db,
    sql`select id, status, last_login_at as "lastLoginAt", image_file_id as "imageFileId"
      from identity.users where consumer_id = ${consumerId} and status <> 'deleted' ${lock ? sql`for update` : sql``}`,
  );
}

/** True if an account names the entry, also one that is closed. */
export async function everHadAccount(db: Db | Tx, consumerId: string): Promise<boolean> {
  return (
    (await first(db, sql`select id from identity.users where consumer_id = ${consumerId}`)) !== undefined
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

/** True if somebody signs in with this phone. */
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

/** In which the actor reads messages. */
export async function accountLanguage(db: Db | Tx, actor: Actor): Promise<'en' | 'bn' | undefined> {
  const account = await first<{ language: 'en' | 'bn' }>(
    db,
    sql`select language from identity.users where id = ${actor.userId}`,
  );
  return account?.language;
}
