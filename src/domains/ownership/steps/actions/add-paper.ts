/** Takes papers of a request in: one for a request that is there, or those that a request is made with. */
import type { z } from 'zod';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { type Db, execute, one, sql, type Tx } from '#platform/database/db.ts';
import { keepFile, keepUpload } from '#platform/files/files.ts';
import type { Files, StoredFile } from '#platform/files/receive.ts';
import { type Incoming, isPaper, takeInOnce } from '#platform/files/take-in-once.ts';
import { fail } from '#shared/errors.ts';
import { errors } from '../../contract.ts';
import { beginStep, finishStep, type Subject } from '../../lock-request.ts';
import type { PaperKind } from '../../ownership.rules.ts';
import type { addPaper as addCall, requestChange as requestCall } from '../contract.ts';
import { refuseManyChanges } from '../daily-changes.ts';

type NewPaper = { requestId: string; kind: PaperKind };
/** @property key of the call: one that was interrupted after it was kept is not kept twice */
type Sent = NewPaper & { file: Incoming; key?: string };
type Added = z.input<(typeof addCall)['output']>;

export const addPaper = (db: Db, files: Files, actor: Actor, input: Sent): Promise<Added> => {
  const { requestId, kind, key, file } = input;
  return takeInOnce(db, files, actor, {
    call: { name: 'ownership paper', input: { requestId, kind }, key },
    file: { ...file, kind: 'attachment' },
    accepts: isPaper,
    mayTake: (tx) => mayAdd(tx, actor, input),
    tie: (tx, received) => attachPaper(tx, actor, { requestId, kind }, received),
  });
};

/** A person brings so many papers to one request at most, replaced ones counted. */
const PAPERS = 30;

/** The request is locked: two at once are counted one after the other. */
async function mayAdd(tx: Tx, actor: Actor, { requestId }: NewPaper): Promise<Subject> {
  const subject = await beginStep(tx, actor, 'document', { requestId });
  await refuseManyChanges(tx, actor, requestId);
  const { brought } = await one<{ brought: number }>(
    tx,
    sql`select count(*)::int as brought from ownership.documents where request_id = ${requestId} and uploaded_by = ${actor.userId}`,
  );
  if (brought >= PAPERS) throw fail(errors.papers_full, { most: PAPERS });
  return subject;
}

async function attachPaper(
  tx: Tx,
  actor: Actor,
  { requestId, kind }: NewPaper,
  file: StoredFile,
): Promise<Added> {
  const subject = await mayAdd(tx, actor, { requestId, kind });
  await keepFile(tx, actor, file.id);
  const paper = await writePaper(tx, actor, { requestId, kind }, file);
  await finishStep(tx, actor, subject, { action: 'document' });
  await audit(tx, actor, {
    action: 'ownership.document',
    object: 'ownership_request',
    objectId: requestId,
    after: { kind, fileName: file.original_name },
  });
  return paper;
}

type Named = z.output<(typeof requestCall)['body']>['papers'];

/** Those that a request names when it is made; the caller notes them. */
export async function addNamedPapers(tx: Tx, actor: Actor, requestId: string, papers: Named): Promise<void> {
  for (const { kind, fileId } of papers) {
    const file = await keepUpload(tx, actor, fileId, {
      fits: ({ media_type }) => isPaper(media_type),
      refusal: errors.paper_unknown,
    });
    await writePaper(tx, actor, { requestId, kind }, file);
  }
}

async function writePaper(
  tx: Tx,
  actor: Actor,
  { requestId, kind }: NewPaper,
  file: StoredFile,
): Promise<Added> {
  if (kind !== 'Other_documents') {
    await execute(
      tx,
      // An owner replaces what they brought themselves; the other one's paper stays beside it.
      sql`update ownership.documents set replaced = true where request_id = ${requestId} and kind = ${kind} and not replaced
        and (${actor.kind !== 'consumer'}::boolean or uploaded_by = ${actor.userId})`,
    );
  }
  return one<Added>(
    tx,
    sql`insert into ownership.documents (request_id, kind, version_no, file_id, file_name, media_type, bytes, uploaded_at, uploaded_by,
        uploaded_by_name)
      select ${requestId}, ${kind}, coalesce(max(version_no), 0) + 1, ${file.id}, ${file.original_name}, ${file.media_type},
        ${file.bytes}, ${actor.now}, ${actor.userId}, ${actor.name}
      from ownership.documents where request_id = ${requestId} and kind = ${kind}
      returning id, kind, file_name as "fileName", media_type as "mediaType", bytes, uploaded_at as "uploadedAt",
        uploaded_by_name as "uploadedBy", true as "isRemovable"`,
  );
}
