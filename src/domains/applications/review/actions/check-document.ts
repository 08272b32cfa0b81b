/** One paper is found good, or wrong with a remark. Returned ones wait for the correction that asks for them together. */
import type { Actor } from '#platform/actor.ts';
import { execute, first, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { type StateAnswer, errors as stepErrors } from '../../contract.ts';
import { DOCUMENT_KINDS, type DocumentKind } from '../../documents.rules.ts';
import { beginStep, finishStep } from '../../pipeline/take-step.ts';
import { errors } from '../contract.ts';
import { keepRemark } from './comment-document.ts';

type Verdict = {
  applicationId: string;
  version: number;
  documentId: string;
  verdict: 'accept' | 'return';
  remark?: string | undefined;
};

export async function checkDocument(tx: Tx, actor: Actor, input: Verdict): Promise<StateAnswer> {
  const { documentId, verdict, remark } = input;
  const subject = await beginStep(tx, actor, 'check-document', input);
  const document = await first<{ kind: DocumentKind; state: string }>(
    tx,
    sql`select kind, state from applications.documents
      where id = ${documentId} and application_id = ${subject.id}`,
  );
  if (!document) throw fail(errors.unknown_document);
  // An older version, or a paper of the office's own, is nobody's to correct.
  const applicants = DOCUMENT_KINDS[document.kind].by === 'applicant';
  if (document.state === 'REPLACED' || (verdict === 'return' && !applicants))
    throw fail(errors.document_settled);
  if (verdict === 'return' && !remark) throw fail(stepErrors.remark_required);
  const state = verdict === 'accept' ? 'ACCEPTED' : 'RETURNED';
  await execute(
    tx,
    sql`update applications.documents
    set state = ${state}, remark = ${verdict === 'accept' ? null : remark}, checked_at = ${actor.now},
      checked_by_name = ${actor.name}
    where id = ${documentId}`,
  );
  if (remark) {
    await keepRemark(tx, actor, {
      documentId,
      text: remark,
      kind: verdict === 'return' ? 'return' : 'comment',
    });
  }
  return finishStep(tx, actor, subject, {
    action: 'check-document',
    audit: 'application.document-check',
    remark,
    details: { kind: document.kind, verdict, before: document.state },
    // The applicant hears of it with the correction, not while somebody is still looking.
    shared: false,
  });
}
