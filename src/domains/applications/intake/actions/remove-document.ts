/** Takes a paper out of a draft again. Nobody has received it yet, so that no version of it stays, and its file goes too. */
import type { Actor } from '#platform/actor.ts';
import { all, sql, type Tx } from '#platform/database/db.ts';
import { releaseFile } from '#platform/files/files.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { errors, type StateAnswer } from '../../contract.ts';
import type { DocumentKind } from '../../documents.rules.ts';
import { beginStep, finishStep } from '../../pipeline/take-step.ts';
import { refuseManyChanges } from '../household-limits.ts';

type Removal = { applicationId: string; version: number; documentId: string };
type Removed = { id: string; kind: DocumentKind; fileId: string };

export async function removeDocument(tx: Tx, actor: Actor, input: Removal): Promise<StateAnswer> {
  const subject = await beginStep(tx, actor, 'edit', input);
  if (subject.state !== 'DRAFT') throw fail(errors.wrong_state);
  await refuseManyChanges(tx, actor, subject.id);
  const removed = await all<Removed>(
    tx,
    sql`delete from applications.documents d using applications.documents named
      where named.id = ${input.documentId} and named.application_id = ${subject.id} and named.state <> 'REPLACED'
        and d.application_id = named.application_id and d.kind = named.kind
        and (d.id = named.id or d.state = 'REPLACED')
      returning d.id, d.kind, d.file_id as "fileId"`,
  );
  const paper = removed.find(({ id }) => id === input.documentId);
  if (!paper) throw fail(commonErrors.not_found);
  for (const { fileId } of removed) await releaseFile(tx, actor, fileId);
  return finishStep(tx, actor, subject, {
    action: 'edit',
    audit: 'application.document-remove',
    details: { removed: paper.kind },
  });
}
