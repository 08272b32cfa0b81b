/**
 * The photo and signature of an account: its owner's to choose, and an administrator's of staff. The account names the file, so the file is kept; the one before is let go in the
 * same transaction. The account's version stays: a picture is no field of the form that contains it.
 */
import { type Actor, may } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { type Db, execute, one, sql, type Tx, transaction } from '#platform/database/db.ts';
import { keepFile, releaseFile } from '#platform/files/files.ts';
import { receiveOne } from '#platform/files/one-upload.ts';
import { type Files, sentBy } from '#platform/files/receive.ts';
import { goneOf } from '#platform/http/hung-up.ts';
import type { SpecialContext } from '#platform/route.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { findAccount } from '../consumer-account-queries.ts';
import { PICTURE_SIZES, type PictureKind, type Profile, type StoredProfile } from '../contract.ts';
import { getProfile, withLinks } from '../queries.ts';
import { requireRole } from '../users/actions/require-role.ts';
import { getStoredUser } from '../users/queries.ts';

const COLUMNS = { image: sql`image_file_id`, signature: sql`signature_file_id` };

type Picture = {
  kind: PictureKind;
  /** Whose; one's own if both are left out. */
  userId?: string | undefined;
  consumerId?: string | undefined;
};

/** Papers have the signatures of staff; a consumer has none. Pictures of others are an administrator's to change. */
async function ownerOf(db: Db | Tx, actor: Actor, { kind, userId, consumerId }: Picture): Promise<string> {
  if (consumerId !== undefined) return accountFor(db, actor, consumerId);
  if (userId === undefined || userId === actor.userId) {
    if (kind === 'signature' && actor.kind === 'consumer') throw fail(commonErrors.not_permitted);
    return String(actor.userId);
  }
  if (!may(actor, 'users:edit')) throw fail(commonErrors.not_permitted, { permission: 'users:edit' });
  const user = await getStoredUser(db, userId);
  await requireRole(db, actor, user.role);
  return userId;
}

/** The photo of a consumer is their own matter and that of the staff who keep the register. */
async function accountFor(db: Db | Tx, actor: Actor, consumerId: string): Promise<string> {
  if (actor.kind === 'consumer' && consumerId !== actor.consumerId) throw fail(commonErrors.not_found);
  if (actor.kind !== 'consumer' && !may(actor, 'consumers:edit'))
    throw fail(commonErrors.not_permitted, { permission: 'consumers:edit' });
  const account = await findAccount(db, consumerId);
  if (!account) throw fail(commonErrors.not_found);
  return account.id;
}

/** Names a received file, or none, as the account's picture. */
export async function setPicture(
  tx: Tx,
  actor: Actor,
  picture: Picture,
  fileId: string | null,
): Promise<StoredProfile> {
  const { kind } = picture;
  const userId = await ownerOf(tx, actor, picture);
  const column = COLUMNS[kind];
  const { before } = await one<{ before: string | null }>(
    tx,
    sql`select ${column} as before from identity.users where id = ${userId} for update`,
  );
  if (fileId) await keepFile(tx, actor, fileId);
  await execute(tx, sql`update identity.users set ${column} = ${fileId}::uuid where id = ${userId}`);
  if (before) await releaseFile(tx, actor, before);
  await audit(tx, actor, {
    action: `user.${kind}`,
    object: 'user',
    objectId: userId,
    before: { file: before },
    after: { file: fileId },
  });
  return getProfile(tx, userId);
}

/** A picture that was sent: received outside a transaction, then named by the account. */
export async function receivePicture(
  files: Files,
  { database, actor, request, reply }: SpecialContext,
  picture: Picture,
): Promise<Profile> {
  await ownerOf(database.db, actor, picture);
  const file = await receiveOne(files, database.db, request, {
    kind: 'image',
    ...sentBy(actor),
    required: PICTURE_SIZES[picture.kind],
    signal: goneOf(reply),
  });
  return transaction(database.db, async (tx) =>
    withLinks(files, tx, await setPicture(tx, actor, picture, file.id), actor.now),
  );
}
