/** Takes a document of an application in. An older version stays, marked as replaced. */
import type { z } from 'zod';
import { type Actor, may } from '#platform/actor.ts';
import { type Db, execute, first, one, sql, type Tx } from '#platform/database/db.ts';
import { keepFile } from '#platform/files/files.ts';
import type { Files, StoredFile } from '#platform/files/receive.ts';
import { type Incoming, isPaper, takeInOnce } from '#platform/files/take-in-once.ts';
import { fail } from '#shared/errors.ts';
import type { Permission } from '#shared/permissions.ts';
import type { Action } from '../../application.rules.ts';
import { errors } from '../../contract.ts';
import type { documentSchema } from '../../detail.schema.ts';
import {
  APPLICANTS_KINDS,
  ATTACH_PERMISSIONS,
  DOCUMENT_KINDS,
  type DocumentKind,
  isAttachedIn,
  MANY_KINDS,
  mayAttach,
  PASSPORT_SIZE,
} from '../../documents.rules.ts';
import { lockFacts, type Subject } from '../../pipeline/load-facts.ts';
import { beginStep, finishStep } from '../../pipeline/take-step.ts';
import { markPaperCorrected } from '../../review/actions/mark-corrected.ts';
import { refuseManyChanges } from '../household-limits.ts';

export type NewDocument = { applicationId: string; kind: DocumentKind };
/** @property key of the call: one that was interrupted after it was kept is not kept twice */
type Sent = NewDocument & { file: Incoming; key?: string };
export type AddedDocument = z.input<typeof documentSchema> & { version: number };

export const addDocument = (db: Db, files: Files, actor: Actor, input: Sent): Promise<AddedDocument> => {
  const { applicationId, kind, key, file } = input;
  const { accepts } = DOCUMENT_KINDS[kind];
  return takeInOnce(db, files, actor, {
    call: { name: 'application document', input: { applicationId, kind }, key },
    file: {
      ...file,
      kind: accepts === 'image' ? 'image' : 'attachment',
      ...(kind === 'PassportImg' ? { required: PASSPORT_SIZE } : {}),
    },
    accepts: accepts === 'paper' ? isPaper : () => true,
    mayTake: (tx) => mayAdd(tx, actor, input),
    tie: (tx, received) => attachFile(tx, actor, { applicationId, kind }, received),
  });
};

/** The action that taking this kind in is, in the state that the application is in. */
function actionFor(actor: Actor, { state }: Subject, kind: DocumentKind): Action {
  if (!APPLICANTS_KINDS.includes(kind)) return 'attach';
  if (state === 'RECORRECTION') return 'correct';
  return isAttachedIn(kind, state) && mayAttach(kind, (word) => may(actor, word)) ? 'attach' : 'edit';
}

async function mayAdd(
  tx: Tx,
  actor: Actor,
  input: NewDocument,
): Promise<{ subject: Subject; action: Action }> {
  const { kind } = input;
  const has = (word: Permission) => may(actor, word);
  const action = actionFor(actor, await lockFacts(tx, actor, input.applicationId), kind);
  if (action === 'attach' && ATTACH_PERMISSIONS.some(has) && !mayAttach(kind, has))
    throw fail(errors.document_kind_not_yours);
  const subject = await beginStep(tx, actor, action, input);
  await refuseManyChanges(tx, actor, subject.id);
  if (action === 'attach') {
    if (!isAttachedIn(kind, subject.state)) throw fail(errors.wrong_state);
    if (!MANY_KINDS.includes(kind)) await refuseForeign(tx, actor, subject.id, kind);
  }
  if (MANY_KINDS.includes(kind)) await refuseFull(tx, subject.id, kind);
  return { subject, action };
}

/** Of a kind that may be many, an application has so many at most. */
const MOST_OF_KIND = 10;

/** The application is locked: two at once are counted one after the other. What was returned gives way. */
async function refuseFull(tx: Tx, applicationId: string, kind: DocumentKind): Promise<void> {
  const { kept } = await one<{ kept: number }>(
    tx,
    sql`select count(*)::int as kept from applications.documents
      where application_id = ${applicationId} and kind = ${kind} and state not in ('REPLACED', 'RETURNED')`,
  );
  if (kept >= MOST_OF_KIND) throw fail(errors.documents_full, { most: MOST_OF_KIND });
}

/** A paper of another role is not replaced: who does not agree with it tells who added it. */
async function refuseForeign(tx: Tx, actor: Actor, applicationId: string, kind: DocumentKind): Promise<void> {
  const foreign = await first<{ name: string }>(
    tx,
    sql`select d.uploaded_by_name as name from applications.documents d
      left join identity.users u on u.id = d.uploaded_by left join roles.roles r on r.id = u.role_id
      where d.application_id = ${applicationId} and d.kind = ${kind} and d.state <> 'REPLACED'
        and d.uploaded_by is distinct from ${actor.userId}::uuid and r.code is distinct from ${actor.role}`,
  );
  if (foreign) throw fail(errors.document_of_another, actor.kind === 'consumer' ? {} : foreign);
}

/** Ties a received file to the application as its newest document of the kind. */
export async function attachFile(
  tx: Tx,
  actor: Actor,
  input: NewDocument,
  file: StoredFile,
): Promise<AddedDocument> {
  const { subject, action } = await mayAdd(tx, actor, input);
  const { kind } = input;
  if (action === 'correct') await markPaperCorrected(tx, actor, subject.id, kind);
  await keepFile(tx, actor, file.id);
  // Of kinds that may be many, a correction replaces what was returned.
  const replaced = MANY_KINDS.includes(kind) ? sql`state = 'RETURNED'` : sql`state <> 'REPLACED'`;
  if (!MANY_KINDS.includes(kind) || action === 'correct') {
    await execute(
      tx,
      sql`update applications.documents set state = 'REPLACED'
      where application_id = ${subject.id} and kind = ${kind} and ${replaced}`,
    );
  }
  const document = await one<z.input<typeof documentSchema>>(
    tx,
    sql`insert into applications.documents
      (application_id, kind, version_no, file_id, file_name, media_type, bytes, uploaded_at, uploaded_by, uploaded_by_name)
      select ${subject.id}, ${kind}, coalesce(max(version_no), 0) + 1, ${file.id}, ${file.original_name},
        ${file.media_type}, ${file.bytes}, ${actor.now}, ${actor.userId}, ${actor.name}
      from applications.documents where application_id = ${subject.id} and kind = ${kind}
      returning id, kind, version_no as "versionNo", state, file_name as "fileName", media_type as "mediaType",
        bytes, uploaded_at as "uploadedAt", uploaded_by_name as "uploadedBy", remark, checked_by_name as "checkedBy",
        checked_at as "checkedAt"`,
  );
  const { version } = await finishStep(tx, actor, subject, {
    action,
    audit: 'application.document',
    details: { kind, versionNo: document.versionNo },
  });
  return { ...document, version };
}
