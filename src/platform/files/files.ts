/**
 * Received files afterwards: named by a record, opened, deleted, swept. Who may open a file is decided by the
 * domain whose record names it; this file only knows owners.
 */
import { AppError, commonErrors, type ErrorCode, fail } from '#shared/errors.ts';
import { extensionOf, fileErrors, UPLOAD_DAYS } from '#shared/files.ts';
import type { Actor } from '../actor.ts';
import { audit } from '../audit.ts';
import { all, type Db, execute, first, sql, type Tx, transaction } from '../database/db.ts';
import type { Jobs } from '../jobs.ts';
import { type Files, type StoredFile, storeKey, sweepTemporary } from './receive.ts';
import type { LinkTo } from './store.ts';

const columns = sql`id, kind, name, original_name, media_type, bytes, sha256, width, height`;
const LINK_SECONDS = 300;

/**
 * Ties a received file to the one record that names it, in that record's transaction. Refuses a file that somebody
 * else sent, because an id is no permission, and one that a record names already: that record may let it go.
 */
export async function keepFile(tx: Tx, actor: Actor, id: string): Promise<StoredFile> {
  const file = await first<StoredFile>(
    tx,
    sql`update platform.files set state = 'kept'
      where id = ${id} and state = 'received'
        and (${actor.kind === 'system'}::boolean or owner_id is not distinct from ${actor.userId}::uuid)
      returning ${columns}`,
  );
  if (!file) throw fail(commonErrors.not_found);
  return file;
}

/**
 * Ties an upload that a call names among its fields. One that is somebody else's, is named already or does not fit is refused
 * at that field.
 */
export async function keepUpload(
  tx: Tx,
  actor: Actor,
  id: string,
  { fits, refusal }: { fits: (file: StoredFile) => boolean; refusal: ErrorCode },
): Promise<StoredFile> {
  try {
    const file = await keepFile(tx, actor, id);
    if (fits(file)) return file;
  } catch (error) {
    if (!(error instanceof AppError) || error.error.code !== commonErrors.not_found.code) throw error;
  }
  throw fail(refusal);
}

/** The file, if it can still be read. Check before that the actor may see the record that names it. */
export async function findFile(db: Db | Tx, id: string): Promise<StoredFile> {
  const file = await first<StoredFile>(
    db,
    sql`select ${columns} from platform.files where id = ${id} and state in ('received', 'kept')`,
  );
  if (!file) throw fail(commonErrors.not_found);
  return file;
}

/**
 * Deletes one's own file by its stored name (spec: /file-upload), as long as no record names it. Its bytes go 30
 * days later. One statement decides and writes, so a record that names it at the same moment wins or finds nothing.
 */
export async function deleteFile(tx: Tx, actor: Actor, name: string): Promise<void> {
  const file = await first<{ id: string; state: string }>(
    tx,
    sql`update platform.files
      set state = case state when 'received' then 'deleted' else state end,
        deleted_at = case state when 'received' then ${actor.now}::timestamptz end
      where name = ${name} and owner_id = ${actor.userId}::uuid and state in ('received', 'kept')
      returning id, state`,
  );
  if (!file) throw fail(commonErrors.not_found);
  if (file.state === 'kept') throw fail(fileErrors.in_use);
  await audit(tx, actor, { action: 'file.delete', object: 'file', objectId: file.id, before: { name } });
}

/** What an account has uploaded and no record names yet, the newest first. */
export function ownUploads(db: Db | Tx, actor: Actor): Promise<(StoredFile & { created_at: string })[]> {
  return all(
    db,
    sql<StoredFile & { created_at: string }>`select ${columns}, created_at from platform.files
      where owner_id = ${actor.userId} and state = 'received' order by created_at desc, id desc limit 100`,
  );
}

/** Lets a kept file go, in the transaction in which the one record that named it stops naming it. */
export async function releaseFile(tx: Tx, actor: Actor, id: string): Promise<void> {
  await execute(
    tx,
    sql`update platform.files set state = 'deleted', deleted_at = ${actor.now}::timestamptz
    where id = ${id} and state = 'kept' and not for_good`,
  );
}

/**
 * Keeps a file for a second record that is a fact, such as a signed paper: it stays when the first one lets it go.
 * @returns false if it was let go already
 */
export async function keepForGood(tx: Tx, id: string): Promise<boolean> {
  const kept = await first(
    tx,
    sql`update platform.files set for_good = true where id = ${id} and state = 'kept' returning id`,
  );
  return kept !== undefined;
}

/** A link that opens the file without a session, for five minutes or as told: for <img>, <video> and downloads. */
export function fileLink(files: Files, file: StoredFile, now: Date, seconds = LINK_SECONDS): Promise<string> {
  return files.store.link(linkTo(file), now, seconds);
}

/** Links to several files, by their ids; of those that can still be read. */
export async function fileLinks(
  files: Files,
  db: Db | Tx,
  ids: readonly string[],
  { now, seconds }: { now: Date; seconds: number },
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const found = await all<StoredFile>(
    db,
    sql`select ${columns} from platform.files
      where id = any (${ids}::uuid[]) and state in ('received', 'kept')`,
  );
  const links = found.map(
    async (file): Promise<[string, string]> => [file.id, await fileLink(files, file, now, seconds)],
  );
  return new Map(await Promise.all(links));
}

/** Pictures, films and PDFs may be shown in place; all else is saved. */
function linkTo(file: StoredFile): LinkTo {
  const inline = /^(?:image\/(?:jpeg|png)|video\/|application\/pdf$)/.test(file.media_type);
  // Their name for it, with the extension of what it became.
  const stem = file.original_name.replace(/\.[^.]*$/, '') || 'file';
  const fileName = `${stem}.${extensionOf(file.name)}`;
  return { key: storeKey(file), fileName, mediaType: file.media_type, inline, bytes: file.bytes };
}

/** Removes the bytes of files that no record named within a week, of half-received ones, and of those deleted 30 days ago. */
export async function sweepFiles(files: Files, db: Db, now: Date): Promise<number> {
  const found = await all<{ id: string; kind: string; state: string }>(
    db,
    sql`select id, kind, state from platform.files
      where (state = 'receiving' and created_at < ${now}::timestamptz - interval '1 day')
        or (state = 'received' and created_at < ${now}::timestamptz - make_interval(days => ${UPLOAD_DAYS}))
        or (state = 'deleted' and deleted_at < ${now}::timestamptz - interval '30 days')
      order by created_at limit 1000`,
  );
  let gone = 0;
  for (const file of found) if (await removeBytes(files, db, file)) gone += 1;
  return gone;
}

/** Of a file that is as it was found: a record may have named it since then, and one that names it now waits for this. */
function removeBytes(
  files: Files,
  db: Db,
  file: { id: string; kind: string; state: string },
): Promise<boolean> {
  return transaction(db, async (tx) => {
    const removed = await first(
      tx,
      sql`update platform.files set state = 'removed' where id = ${file.id} and state = ${file.state} returning id`,
    );
    if (removed) await files.store.remove(storeKey(file));
    return removed !== undefined;
  });
}

/** For startJobs, with FILES_CRONTAB. */
export function fileJobs(files: Files, db: Db, clock: { now(): Date }): Jobs {
  return {
    'platform:sweep-files': async () => {
      await sweepFiles(files, db, clock.now());
      await sweepTemporary(files, clock.now());
    },
  };
}

export const FILES_CRONTAB = '*/5 * * * * platform:sweep-files';
