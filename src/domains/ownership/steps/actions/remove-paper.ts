/**
 * Takes a paper out of a request again, by who brought it, before the office has looked at it. The row and the file go, with the
 * earlier versions of the same person that nobody has looked at either.
 */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { all, first, sql, type Tx } from '#platform/database/db.ts';
import { releaseFile } from '#platform/files/files.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { errors } from '../../contract.ts';
import { beginStep, finishStep } from '../../lock-request.ts';
import type { PaperKind } from '../../ownership.rules.ts';
import type { StepAnswer } from '../contract.ts';
import { refuseManyChanges } from '../daily-changes.ts';

type Removal = { requestId: string; version: number; documentId: string };
type Removed = { id: string; kind: PaperKind; fileId: string; fileName: string };

export async function removePaper(tx: Tx, actor: Actor, input: Removal): Promise<StepAnswer> {
  const subject = await beginStep(tx, actor, 'remove-document', input);
  await refuseManyChanges(tx, actor, subject.id);
  const removed = await all<Removed>(
    tx,
    sql`delete from ownership.documents d using ownership.documents named
      where named.id = ${input.documentId} and named.request_id = ${subject.id} and not named.replaced
        and named.uploaded_by = ${actor.userId} and named.looked_at is null
        and d.request_id = named.request_id and d.kind = named.kind and d.uploaded_by = named.uploaded_by
        and d.looked_at is null and (d.id = named.id or d.replaced)
      returning d.id, d.kind, d.file_id as "fileId", d.file_name as "fileName"`,
  );
  const paper = removed.find(({ id }) => id === input.documentId);
  if (!paper) throw await whyKept(tx, actor, input);
  for (const { fileId } of removed) await releaseFile(tx, actor, fileId);
  const answer = await finishStep(tx, actor, subject, { action: 'remove-document' });
  await audit(tx, actor, {
    action: 'ownership.document-remove',
    object: 'ownership_request',
    objectId: subject.id,
    before: { kind: paper.kind, fileName: paper.fileName },
  });
  return answer;
}

/** What somebody else brought is not there for who asks. */
async function whyKept(tx: Tx, actor: Actor, { requestId, documentId }: Removal): Promise<Error> {
  const own = await first(
    tx,
    sql`select from ownership.documents where id = ${documentId} and request_id = ${requestId} and not replaced
      and uploaded_by = ${actor.userId}`,
  );
  return fail(own ? errors.paper_looked_at : commonErrors.not_found);
}
