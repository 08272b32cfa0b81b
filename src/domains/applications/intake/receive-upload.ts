/** The one file of a multipart call. */
import type { Files } from '#platform/files/receive.ts';
import { goneOf } from '#platform/http/hung-up.ts';
import { keyOf } from '#platform/http/idempotency.ts';
import type { SpecialContext } from '#platform/route.ts';
import { fail } from '#shared/errors.ts';
import { FILE_CAPS } from '#shared/files.ts';
import { type AddedDocument, addDocument, type NewDocument } from './actions/add-document.ts';
import { errors } from './contract.ts';

/** Larger than the kind's cap, so that the cap's own refusal is the one that is seen. */
const LIMITS = { fileSize: FILE_CAPS.attachment + 1024, files: 1, fields: 5 };

export async function receiveUpload(
  files: Files,
  call: Pick<SpecialContext, 'database' | 'actor' | 'request' | 'reply'>,
  input: NewDocument,
): Promise<AddedDocument> {
  const part = call.request.isMultipart() ? await call.request.file({ limits: LIMITS }) : undefined;
  if (!part) throw fail(errors.file_missing);
  const file = { stream: part.file, name: part.filename, signal: goneOf(call.reply) };
  const key = keyOf(call.request);
  try {
    return await addDocument(call.database.db, files, call.actor, {
      ...input,
      file,
      ...(key ? { key } : {}),
    });
  } finally {
    // A refused upload is read to its end, or the sender would never see the answer.
    part.file.resume();
  }
}
