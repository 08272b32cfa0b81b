/**
 * Takes a document in: looked at before anything is received, received outside a transaction, then tied to the
 * application under its lock. An older version stays, marked as replaced.
 */
import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { Actor } from '#platform/actor.ts';
import { type Db, execute, one, sql, type Tx, transaction } from '#platform/database/db.ts';
import { keepFile } from '#platform/files/files.ts';
import { type Files, receiveFile, type StoredFile } from '#platform/files/receive.ts';
import { once } from '#platform/http/idempotency.ts';
import { fail } from '#shared/errors.ts';
import { fileErrors } from '#shared/files.ts';
import type { Action } from '../../application.rules.ts';
import { errors } from '../../contract.ts';
import type { documentSchema } from '../../detail.schema.ts';
import { DOCUMENT_KINDS, type DocumentKind, MANY_KINDS, PASSPORT_SIZE } from '../../documents.rules.ts';
import { lockFacts, type Subject } from '../../pipeline/load-facts.ts';
import { beginStep, finishStep } from '../../pipeline/take-step.ts';
import { markCorrected } from '../../review/actions/mark-corrected.ts';

export type NewDocument = { applicationId: string; kind: DocumentKind };
type Incoming = { stream: Readable; name: string; signal: AbortSignal };
/** @property key of the call: one that was interrupted after it was kept is not kept twice */
type Sent = NewDocument & { file: Incoming; key?: string };
export type AddedDocument = z.input<typeof documentSchema> & { version: number };

export async function addDocument(db: Db, files: Files, actor: Actor, input: Sent): Promise<AddedDocument> {
  await transaction(db, (tx) => mayAdd(tx, actor, input));
  const { accepts } = DOCUMENT_KINDS[input.kind];
  const file = await receiveFile(files, db, input.file.stream, {
    kind: accepts === 'image' ? 'image' : 'attachment',
    name: input.file.name,
    ownerId: actor.userId,
    signal: input.file.signal,
    ...(input.kind === 'PassportImg' ? { required: PASSPORT_SIZE } : {}),
  });
  if (accepts === 'paper' && !/^(image\/|application\/pdf$)/.test(file.media_type)) {
    throw fail(fileErrors.type_not_accepted);
  }
  const { applicationId, kind, key } = input;
  const name = 'application document';
  return transaction(db, (tx) => {
    const attach = () => attachFile(tx, actor, { applicationId, kind }, file);
    return key ? once(tx, actor, { key, name, input: { applicationId, kind } }, attach) : attach();
  });
}

/** The action that taking this kind in is, in the state that the application is in. */
function actionFor(actor: Actor, subject: Subject, kind: DocumentKind): Action {
  const byStaff = DOCUMENT_KINDS[kind].by === 'staff' || MANY_KINDS.includes(kind);
  if (subject.state === 'RECORRECTION' && DOCUMENT_KINDS[kind].by === 'applicant') return 'correct';
  if (kind === 'payment_receipt' || (actor.kind !== 'consumer' && byStaff)) return 'attach';
  if (DOCUMENT_KINDS[kind].by === 'staff') throw fail(errors.document_kind_not_yours);
  return 'edit';
}

async function mayAdd(
  tx: Tx,
  actor: Actor,
  input: NewDocument,
): Promise<{ subject: Subject; action: Action }> {
  const seen = await lockFacts(tx, actor, input.applicationId);
  // A draft and a pending application take every kind from staff as an edit, which they may do.
  const wanted = actionFor(actor, seen, input.kind);
  const action = wanted === 'attach' && seen.state === 'DRAFT' ? 'edit' : wanted;
  return { subject: await beginStep(tx, actor, action, input), action };
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
  if (action === 'correct') await markCorrected(tx, actor, subject.id, { part: 'document', kind });
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
