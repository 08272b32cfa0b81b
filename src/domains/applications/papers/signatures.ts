/** Who signed a paper: name, office and signature as they were on that day, also if the account has another one since. */
import { buffer } from 'node:stream/consumers';
import type { Actor } from '#platform/actor.ts';
import { dayOfInstant } from '#platform/database/days.ts';
import { type Db, execute, first, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { findFile, keepForGood } from '#platform/files/files.ts';
import { type Files, storeKey } from '#platform/files/receive.ts';
import { FileMissing } from '#platform/files/store.ts';
import { extensionOf } from '#shared/files.ts';
import { officeIn } from '../names/desks.rules.ts';
import type { DeskPlace } from '../noc/deputies.ts';

/** Over a signature `s`: a renewed NoC that was noted after the authority signed is another one, which nobody here has signed. */
export const signsWhatIsNoted: Sql = sql`(s.paper <> 'noc' or not exists (select from applications.timeline t
  where t.application_id = s.application_id and t.action = 'update-noc' and t.at > s.signed_at))`;

export type SignedPaper = 'noc' | 'letter' | 'certificate';
export type Signer = {
  name: string;
  office: string | null;
  /** The officer of the desk, if a deputy signed. */
  onBehalfOf: string | null;
  signedOn: string;
  signature: { asset: string; content: Buffer } | null;
};

/** Signs in the transaction of the step that makes the paper. @param place the desk of the planning authority, if one signs */
export async function signPaper(
  tx: Tx,
  actor: Actor,
  applicationId: string,
  paper: SignedPaper,
  place?: DeskPlace,
): Promise<void> {
  const account = await first<{ fileId: string | null }>(
    tx,
    sql`select signature_file_id as "fileId" from identity.users where id = ${actor.userId}`,
  );
  const file = account?.fileId;
  const fileId = file && (await keepForGood(tx, file)) ? file : null;
  // At the authority an office is a desk, at the utility a role.
  const office = place
    ? sql`(select d.name from applications.desks d where d.role_code = ${place.desk})`
    : sql`(select r.name from roles.roles r where r.code = ${actor.role})`;
  await execute(
    tx,
    sql`insert into applications.signatures (application_id, paper, signed_at, name, on_behalf_of, office, file_id)
    select ${applicationId}, ${paper}::text, ${actor.now}, ${actor.name},
      ${place?.onBehalfOf ?? null}::text, ${office},
      ${fileId}::uuid
    on conflict (application_id, paper, signed_at) do nothing`,
  );
}

/** @returns undefined if nobody signed it */
export async function signerOf(
  db: Db,
  files: Files,
  applicationId: string,
  paper: SignedPaper,
): Promise<Signer | undefined> {
  const found = await first<Omit<Signer, 'signature'> & { fileId: string | null }>(
    db,
    sql`select name, office, on_behalf_of as "onBehalfOf", ${dayOfInstant(sql`signed_at`)} as "signedOn", file_id as "fileId"
      from applications.signatures s where application_id = ${applicationId} and paper = ${paper} and ${signsWhatIsNoted}
      order by signed_at desc limit 1`,
  );
  if (!found) return undefined;
  const { fileId, ...signer } = found;
  return { ...signer, signature: fileId ? await read(db, files, fileId) : null };
}

/** The line of the office below the name, if it was kept. */
export const officeLine = ({ office }: Signer, language: 'en' | 'bn'): string[] =>
  office ? [officeIn(language, office)] : [];

/** `signer` of signature.typ. */
export function signatureOf({ name, signature }: Signer, below: string[]) {
  return { name, below, image: signature?.asset ?? null };
}

/** The picture, under the name by which the template asks for it. */
export const signatureAssets = ({ signature }: Signer): Record<string, Buffer> =>
  signature ? { [signature.asset]: signature.content } : {};

/** A picture that was lost from the store takes nothing but itself away from the paper. */
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
