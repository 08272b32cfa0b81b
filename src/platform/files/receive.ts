/**
 * Takes an upload in: streamed to a temporary file with a hard byte cap, looked at, cleaned, stored, noted.
 * After any error the temporary file is deleted and no row points at missing bytes.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { commonErrors, fail } from '#shared/errors.ts';
import {
  displayFileName,
  extensionOf,
  FILE_CAPS,
  type FileKind,
  fileErrors,
  sanitiseFileName,
  UPLOAD_QUOTA,
  UPLOADS_A_DAY,
} from '#shared/files.ts';
import type { Actor } from '../actor.ts';
import { type Db, execute, one, sql, type Tx, transaction } from '../database/db.ts';
import { type Inspected, inspectFile } from './inspect.ts';
import type { Picture, RequiredSize } from './picture-orders.ts';
import { pictures } from './pictures.ts';
import type { FileStore } from './store.ts';

/** The store for received files. */
export type Files = { store: FileStore; temporaryFolder: string };

const ABANDONED_MS = 600_000;

export type Upload = {
  kind: FileKind;
  /** As the sender named it. */
  name: string;
  ownerId: string | null;
  /** Pictures only. */
  required?: RequiredSize;
  /** Smaller than the kind's own cap. */
  capBytes?: number;
  /** Of all that the owner has uploaded and no record names. */
  quotaBytes?: number;
  /** Of all that the owner has sent within the last 24 hours, removed files too. */
  dayBytes?: number;
  /** Aborted when the sender has hung up: work for nobody ends. */
  signal?: AbortSignal;
};

export type StoredFile = {
  id: string;
  kind: FileKind;
  name: string;
  original_name: string;
  media_type: string;
  bytes: number;
  sha256: string;
  width: number | null;
  height: number | null;
};

/** Who sends a file, with what an account may send: what a household sends stays for good if a record names it. */
export function sentBy(actor: Actor): Pick<Upload, 'ownerId' | 'quotaBytes' | 'dayBytes'> {
  const sender = { ownerId: actor.userId, quotaBytes: UPLOAD_QUOTA };
  return actor.kind === 'consumer' ? { ...sender, dayBytes: UPLOADS_A_DAY } : sender;
}

/** Receives one file. The row is `received` until a record names it (keepFile); unnamed ones go after a week. */
export async function receiveFile(
  files: Files,
  db: Db,
  stream: Readable,
  upload: Upload,
): Promise<StoredFile> {
  await refuseFull(db, upload, 1);
  const path = join(files.temporaryFolder, randomUUID());
  await mkdir(files.temporaryFolder, { recursive: true, mode: 0o700 });
  try {
    await receiveBytes(stream, path, upload);
    const inspected = await inspectFile(path, upload.kind, extensionOf(upload.name));
    return await storeFile(files, db, { path, inspected, upload });
  } catch (error) {
    // A full disk passes: the sender may try again.
    throw (error as NodeJS.ErrnoException).code === 'ENOSPC' ? fail(commonErrors.unavailable) : error;
  } finally {
    await rm(path, { force: true });
    await rm(cleanPath(path), { force: true });
  }
}

export type SmallPicture = Pick<Picture, 'mediaType' | 'width' | 'height'> & { content: Buffer };

/** A picture that its domain keeps itself, because it is small: cleaned like every other one, and in no store. */
export async function receivePicture(
  files: Files,
  stream: Readable,
  upload: Upload & { within?: RequiredSize | undefined },
): Promise<SmallPicture> {
  const path = join(files.temporaryFolder, randomUUID());
  await mkdir(files.temporaryFolder, { recursive: true, mode: 0o700 });
  try {
    await receiveBytes(stream, path, upload);
    const { mediaType } = await inspectFile(path, upload.kind, extensionOf(upload.name));
    const { ownerId, signal, required, within } = upload;
    const order = { from: path, to: cleanPath(path), mediaType, required, within };
    const picture = await pictures.clean(order, { person: ownerId, signal });
    const { width, height } = picture;
    return { mediaType: picture.mediaType, width, height, content: await readFile(cleanPath(path)) };
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ENOSPC' ? fail(commonErrors.unavailable) : error;
  } finally {
    await rm(path, { force: true });
    await rm(cleanPath(path), { force: true });
  }
}

/** The file of a picture that was encoded again. */
const cleanPath = (path: string) => `${path}-clean`;

async function receiveBytes(stream: Readable, path: string, { kind, capBytes }: Upload): Promise<void> {
  const cap = Math.min(capBytes ?? FILE_CAPS[kind], FILE_CAPS[kind]);
  let bytes = 0;
  const capped = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > cap) done(fail(fileErrors.too_large, { limit_mb: cap / 1024 ** 2, kind }));
      else done(null, chunk);
    },
  });
  await pipeline(stream, capped, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
}

type Received = { path: string; inspected: Inspected; upload: Upload };
type Content = {
  read: () => Readable;
  mediaType: string;
  extension: string;
  bytes: number;
  sha256: string;
  width?: number;
  height?: number;
};

async function storeFile(files: Files, db: Db, received: Received): Promise<StoredFile> {
  const { upload } = received;
  const content = await contentOf(received);
  const name = uniqueName(upload.name, content.extension);
  const file = await transaction(db, (tx) => insertRow(tx, upload, { ...content, name }));
  // The row comes first: bytes without a row would never be found again to be removed.
  await files.store.put(storeKey(file), content.read(), content.mediaType);
  await execute(db, sql`update platform.files set state = 'received' where id = ${file.id}`);
  return file;
}

const FILE_COLUMNS = sql`id, kind, name, original_name, media_type, bytes, sha256, width, height`;

/** Uploads of one account are counted one after another, so that parallel ones do not pass a limit together. */
async function insertRow(tx: Tx, upload: Upload, content: Omit<Content, 'read'> & { name: string }) {
  const { kind, ownerId } = upload;
  await execute(tx, sql`select pg_advisory_xact_lock(hashtextextended('platform.files ' || ${ownerId}, 0))`);
  await refuseFull(tx, upload, content.bytes);
  return one<StoredFile>(
    tx,
    sql`insert into platform.files
      (kind, original_name, name, media_type, bytes, sha256, width, height, owner_id, state)
      values (${kind}, ${displayFileName(upload.name)}, ${content.name}, ${content.mediaType}, ${content.bytes}::bigint,
        ${content.sha256}, ${content.width ?? null}::int, ${content.height ?? null}::int, ${ownerId}::uuid, 'receiving')
      returning ${FILE_COLUMNS}`,
  );
}

/** @param adds bytes of the new file; 1 before anything is received, so that a full account sends nothing */
async function refuseFull(db: Db | Tx, upload: Upload, adds: number): Promise<void> {
  const { ownerId, quotaBytes = Infinity, dayBytes = Infinity } = upload;
  const { unnamed, sent } = await one<{ unnamed: number; sent: number }>(
    db,
    sql`select coalesce(sum(bytes) filter (where state in ('receiving', 'received')), 0)::bigint as unnamed,
        coalesce(sum(bytes) filter (where created_at > now() - interval '1 day'), 0)::bigint as sent
      from platform.files
      where owner_id = ${ownerId} and (state in ('receiving', 'received') or created_at > now() - interval '1 day')`,
  );
  const limit = (bytes: number) => ({ limit_mb: Math.round(bytes / 1024 ** 2) });
  if (unnamed + adds > quotaBytes) throw fail(fileErrors.quota_reached, limit(quotaBytes));
  if (sent + adds > dayBytes) throw fail(fileErrors.day_reached, limit(dayBytes));
}

/** Under which key the store knows the file: nothing in it comes from the sender. */
export function storeKey(file: { id: string; kind: string }): string {
  return `${file.kind}/${file.id}`;
}

/** The specification deletes files by name, so a name is unique; its random end also keeps it from being guessed. */
function uniqueName(original: string, extension: string): string {
  const clean = sanitiseFileName(original, '');
  return `${clean}-${randomBytes(8).toString('hex')}.${extension}`;
}

async function contentOf({ path, inspected, upload }: Received): Promise<Content> {
  if (inspected.isImage) {
    const { required, ownerId, signal } = upload;
    const to = cleanPath(path);
    const order = { from: path, to, mediaType: inspected.mediaType, required };
    const picture = await pictures.clean(order, { person: ownerId, signal });
    return { ...picture, read: () => createReadStream(to) };
  }
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk as Buffer);
    bytes += (chunk as Buffer).length;
  }
  const { mediaType, extension } = inspected;
  return { mediaType, extension, bytes, sha256: hash.digest('hex'), read: () => createReadStream(path) };
}

/** Removes what a killed process left half received: nothing was written to it for ten minutes. */
export async function sweepTemporary(files: Files, now: Date): Promise<void> {
  const names = await readdir(files.temporaryFolder).catch(() => []);
  for (const name of names) {
    const path = join(files.temporaryFolder, name);
    // Gone meanwhile: its own process was faster.
    const found = await stat(path).catch(() => undefined);
    if (found && found.mtimeMs < now.getTime() - ABANDONED_MS) await rm(path, { force: true });
  }
}
