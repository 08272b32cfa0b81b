/** Takes a paper in: looked at before anything is received, received outside a transaction, tied to the request under its lock. */
import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { type Db, execute, one, sql, type Tx, transaction } from '#platform/database/db.ts';
import { keepFile } from '#platform/files/files.ts';
import { type Files, receiveFile, type StoredFile } from '#platform/files/receive.ts';
import { once } from '#platform/http/idempotency.ts';
import { fail } from '#shared/errors.ts';
import { fileErrors } from '#shared/files.ts';
import { beginStep, finishStep } from '../../lock-request.ts';
import type { PaperKind } from '../../ownership.rules.ts';
import type { addPaper as addCall } from '../contract.ts';

type NewPaper = { requestId: string; kind: PaperKind };
type Incoming = { stream: Readable; name: string; signal: AbortSignal };
/** @property key of the call: one that was interrupted after it was kept is not kept twice */
type Sent = NewPaper & { file: Incoming; key?: string };
type Added = z.input<(typeof addCall)['output']>;

export async function addPaper(db: Db, files: Files, actor: Actor, input: Sent): Promise<Added> {
  const { requestId, kind, key } = input;
  await transaction(db, (tx) => beginStep(tx, actor, 'document', { requestId }));
  const file = await receiveFile(files, db, input.file.stream, {
    kind: 'attachment',
    name: input.file.name,
    ownerId: actor.userId,
    signal: input.file.signal,
  });
  if (!/^(image\/|application\/pdf$)/.test(file.media_type)) throw fail(fileErrors.type_not_accepted);
  return transaction(db, (tx) => {
    const attach = () => attachPaper(tx, actor, { requestId, kind }, file);
    return key
      ? once(tx, actor, { key, name: 'ownership paper', input: { requestId, kind } }, attach)
      : attach();
  });
}

async function attachPaper(
  tx: Tx,
  actor: Actor,
  { requestId, kind }: NewPaper,
  file: StoredFile,
): Promise<Added> {
  const subject = await beginStep(tx, actor, 'document', { requestId });
  await keepFile(tx, actor, file.id);
  if (kind !== 'Other_documents') {
    await execute(
      tx,
      sql`update ownership.documents set replaced = true where request_id = ${requestId} and kind = ${kind} and not replaced`,
    );
  }
  const paper = await one<Added>(
    tx,
    sql`insert into ownership.documents (request_id, kind, version_no, file_id, file_name, media_type, bytes, uploaded_at, uploaded_by,
        uploaded_by_name)
      select ${requestId}, ${kind}, coalesce(max(version_no), 0) + 1, ${file.id}, ${file.original_name}, ${file.media_type},
        ${file.bytes}, ${actor.now}, ${actor.userId}, ${actor.name}
      from ownership.documents where request_id = ${requestId} and kind = ${kind}
      returning id, kind, file_name as "fileName", media_type as "mediaType", bytes, uploaded_at as "uploadedAt",
        uploaded_by_name as "uploadedBy"`,
  );
  await finishStep(tx, actor, subject, { action: 'document' });
  await audit(tx, actor, {
    action: 'ownership.document',
    object: 'ownership_request',
    objectId: requestId,
    after: { kind, fileName: file.original_name },
  });
  return paper;
}
