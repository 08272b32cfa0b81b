/** What an office writes about a document, without a verdict. It stays when the document is accepted, returned or replaced. */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, first, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import type { DocumentKind } from '../../documents.rules.ts';
import { kindsOpenTo, opensUtility } from '../../pipeline/open-parts.ts';
import { documentsOpenTo, visibleTo } from '../../pipeline/visible.ts';

type Comment = { documentId: string; text: string };

/** Everybody who may open the document may comment on it; not while it is a draft, nor in the archive. */
export async function commentDocument(
  tx: Tx,
  actor: Actor,
  { documentId, text }: Comment,
): Promise<{ id: string }> {
  const made = await first<{ id: string; applicationId: string; kind: DocumentKind; versionNo: number }>(
    tx,
    sql`with open as (
        select d.id, d.application_id, d.kind, d.version_no
        from applications.documents d join applications.applications a on a.id = d.application_id
        where d.id = ${documentId} and a.state <> 'DRAFT' and a.archived_at is null
          and ${visibleTo(actor)} and ${documentsOpenTo(actor)} and ${kindsOpenTo(actor, sql`d.kind`)}
      ), made as (
        insert into applications.document_comments (document_id, at, kind, of_desk, author_id, author_name, role_code, text)
        select o.id, ${actor.now}, 'comment', ${!opensUtility(actor)}, ${actor.userId}, ${actor.name}, ${actor.role}, ${text}
        from open o returning id
      )
      select made.id, o.application_id as "applicationId", o.kind, o.version_no as "versionNo" from made cross join open o`,
  );
  if (!made) throw fail(commonErrors.not_found);
  const { id, applicationId, ...paper } = made;
  await audit(tx, actor, {
    action: 'application.document-comment',
    object: 'application',
    objectId: applicationId,
    after: paper,
    reason: text,
  });
  return { id };
}

type Remark = { documentId: string; text: string; kind: 'comment' | 'return' };

/** The remark of a verdict is kept as well. */
export async function keepRemark(tx: Tx, actor: Actor, { documentId, text, kind }: Remark): Promise<void> {
  await execute(
    tx,
    sql`insert into applications.document_comments (document_id, at, kind, of_desk, author_id, author_name, role_code, text)
      values (${documentId}, ${actor.now}, ${kind}, ${!opensUtility(actor)}, ${actor.userId}, ${actor.name}, ${actor.role}, ${text})`,
  );
}
