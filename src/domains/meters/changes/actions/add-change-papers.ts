/** Ties the photo of the old register and the paper of the new meter to a request; a later one of a kind is shown instead of the earlier. */
import type { Actor } from '#platform/actor.ts';
import { execute, sql, type Tx } from '#platform/database/db.ts';
import { keepUpload } from '#platform/files/files.ts';
import { isPaper } from '#platform/files/take-in-once.ts';
import { errors } from '../contract.ts';

export type ChangePapers = { photoId?: string | null | undefined; documentId?: string | null | undefined };

export async function addChangePapers(
  tx: Tx,
  actor: Actor,
  requestId: string,
  { photoId, documentId }: ChangePapers,
): Promise<void> {
  if (photoId)
    await addPaper(tx, actor, {
      ...{ requestId, kind: 'PHOTO', fileId: photoId, refusal: errors.change_photo_unknown },
      fits: (mediaType) => mediaType.startsWith('image/'),
    });
  if (documentId)
    await addPaper(tx, actor, {
      ...{ requestId, kind: 'DOCUMENT', fileId: documentId, refusal: errors.change_document_unknown },
      fits: isPaper,
    });
}

type NewPaper = {
  requestId: string;
  kind: 'PHOTO' | 'DOCUMENT';
  fileId: string;
  fits: (mediaType: string) => boolean;
  refusal: (typeof errors)['change_photo_unknown' | 'change_document_unknown'];
};

async function addPaper(tx: Tx, actor: Actor, { requestId, kind, fileId, fits, refusal }: NewPaper) {
  const file = await keepUpload(tx, actor, fileId, { fits: ({ media_type }) => fits(media_type), refusal });
  await execute(
    tx,
    sql`insert into meters.change_papers (request_id, kind, file_id, file_name, media_type, added_by, added_by_name, at)
      values (${requestId}, ${kind}, ${file.id}, ${file.original_name}, ${file.media_type}, ${actor.userId}, ${actor.name}, ${actor.now})`,
  );
}
