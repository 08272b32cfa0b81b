/** Who signed a connection letter: the name as it was then, and the signature that the account has now. */
import { buffer } from 'node:stream/consumers';
import { type Db, first, sql } from '#platform/database/db.ts';
import { findFile } from '#platform/files/files.ts';
import { type Files, storeKey } from '#platform/files/receive.ts';
import { FileMissing } from '#platform/files/store.ts';
import { extensionOf } from '#shared/files.ts';

export type Signer = { name: string; signature: { asset: string; content: Buffer } | null };

/** @returns undefined if the letter was not issued */
export async function signerOf(db: Db, files: Files, applicationId: string): Promise<Signer | undefined> {
  const signer = await first<{ name: string; fileId: string | null }>(
    db,
    sql`select t.actor_name as name, u.signature_file_id as "fileId"
      from applications.timeline t left join identity.users u on u.id = t.actor_id
      where t.application_id = ${applicationId} and t.action = 'letter' order by t.at desc limit 1`,
  );
  return (
    signer && { name: signer.name, signature: signer.fileId ? await read(db, files, signer.fileId) : null }
  );
}

/** A picture that was lost from the store takes nothing but itself away from the letter. */
async function read(db: Db, files: Files, fileId: string): Promise<Signer['signature']> {
  const file = await findFile(db, fileId);
  try {
    const content = await buffer(await files.store.get(storeKey(file)));
    return { asset: `signature.${extensionOf(file.name)}`, content };
  } catch (error) {
    if (error instanceof FileMissing) return null;
    throw error;
  }
}
