/**
 * The own photo and signature. The account names the file, so the file is kept; the one before is let go in the
 * same transaction. The account's version stays: a picture is no field of the form that carries it.
 */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { one, sql, type Tx, transaction } from '#platform/db.ts';
import { keepFile, releaseFile } from '#platform/files/files.ts';
import { receiveOne } from '#platform/files/one-upload.ts';
import type { Files } from '#platform/files/receive.ts';
import type { SpecialContext } from '#platform/route.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { PICTURE_SIZES, type PictureKind, type Profile, type StoredProfile } from '../contract.ts';
import { getProfile, withLinks } from '../queries.ts';

const COLUMNS = { image: sql`image_file_id`, signature: sql`signature_file_id` };

/** Papers carry the signatures of staff; a consumer has none. */
function mayHave(actor: Actor, kind: PictureKind): void {
  if (kind === 'signature' && actor.kind === 'consumer') throw fail(commonErrors.not_permitted);
}

/** Names a received file, or none, as one's picture. */
export async function setPicture(
  tx: Tx,
  actor: Actor,
  kind: PictureKind,
  fileId: string | null,
): Promise<StoredProfile> {
  mayHave(actor, kind);
  const column = COLUMNS[kind];
  const { before } = await one<{ before: string | null }>(
    tx,
    sql<{ before: string | null }>`select ${column} as before from identity.users
      where id = ${actor.userId} for update`,
  );
  if (fileId) await keepFile(tx, actor, fileId);
  await sql`update identity.users set ${column} = ${fileId}::uuid where id = ${actor.userId}`.execute(tx);
  if (before) await releaseFile(tx, actor, before);
  await audit(tx, actor, {
    action: `user.${kind}`,
    object: 'user',
    objectId: String(actor.userId),
    before: { file: before },
    after: { file: fileId },
  });
  return getProfile(tx, String(actor.userId));
}

/** A picture that was sent: received outside a transaction, then named by the account. */
export async function receivePicture(
  files: Files,
  { database, actor, request }: SpecialContext,
  kind: PictureKind,
): Promise<Profile> {
  mayHave(actor, kind);
  const file = await receiveOne(files, database.db, request, {
    kind: 'image',
    ownerId: actor.userId,
    required: PICTURE_SIZES[kind],
  });
  return transaction(database.db, async (tx) =>
    withLinks(files, tx, await setPicture(tx, actor, kind, file.id), actor.now),
  );
}
