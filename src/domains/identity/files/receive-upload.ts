/** A file in: what the account may send first, then the kind's cap while it streams, then what its bytes say it is. */
import type { FastifyRequest } from 'fastify';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { transaction } from '#platform/database/db.ts';
import { deleteFile, fileLink } from '#platform/files/files.ts';
import { readToEnd } from '#platform/files/one-upload.ts';
import { type Files, receiveFile, type StoredFile, sentBy } from '#platform/files/receive.ts';
import { goneOf } from '#platform/http/hung-up.ts';
import type { SpecialContext } from '#platform/route.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import {
  DOCUMENT_FILES,
  FILE_CAPS,
  FILE_KINDS,
  type FileKind,
  fileErrors,
  type UploadKind,
} from '#shared/files.ts';
import { type Upload, uploadKind } from './contract.ts';

const LINK_SECONDS = 300;
/** A little above the largest cap, so that the cap's own refusal is the one that is seen. */
const LIMITS = {
  fileSize: Math.max(...Object.values(FILE_CAPS)) + 1024,
  files: 1,
  fields: 5,
  fieldSize: 200,
};

type Asked = { kind: FileKind; isPaper: boolean };

function asked(kind: UploadKind): Asked {
  const own = FILE_KINDS.find((known) => known === kind);
  if (own) return { kind: own, isPaper: false };
  const accepts = DOCUMENT_FILES[kind as keyof typeof DOCUMENT_FILES];
  return { kind: accepts === 'image' ? 'image' : 'attachment', isPaper: accepts === 'paper' };
}

/** The field that comes before the file; what comes after it would be known too late for the cap. */
function kindOf(fields: Record<string, unknown>, fromAddress: UploadKind | undefined): UploadKind {
  const field = fields.kind;
  const value = typeof field === 'object' && field !== null && 'value' in field ? field.value : undefined;
  if (value === undefined) return fromAddress ?? 'attachment';
  const parsed = uploadKind.safeParse(value);
  if (parsed.success) return parsed.data;
  throw fail(commonErrors.invalid_input, {}, [{ path: 'kind', code: 'common.issue_invalid_value' }]);
}

export async function receiveUpload(
  files: Files,
  { database, actor, request, reply }: SpecialContext,
  fromAddress: UploadKind | undefined,
): Promise<Upload> {
  const part = await filePart(request);
  let file: StoredFile;
  try {
    const { kind, isPaper } = asked(kindOf(part.fields, fromAddress));
    file = await receiveFile(files, database.db, part.file, {
      ...{ kind, name: part.filename },
      ...sentBy(actor),
      signal: goneOf(reply),
    });
    if (isPaper && !/^(image\/|application\/pdf$)/.test(file.media_type)) {
      await transaction(database.db, (tx) => deleteFile(tx, actor, file.name));
      throw fail(fileErrors.type_not_accepted);
    }
  } finally {
    readToEnd(part.file, request);
  }
  await transaction(database.db, (tx) =>
    audit(tx, actor, {
      action: 'file.upload',
      object: 'file',
      objectId: file.id,
      after: { name: file.name, mediaType: file.media_type, bytes: file.bytes },
    }),
  );
  return withLink(files, actor, file);
}

async function filePart(request: FastifyRequest) {
  const part = request.isMultipart() ? await request.file({ limits: LIMITS }) : undefined;
  if (!part) throw fail(fileErrors.missing);
  return part;
}

export async function withLink(files: Files, { now }: Pick<Actor, 'now'>, file: StoredFile): Promise<Upload> {
  return {
    id: file.id,
    filename: file.name,
    originalName: file.original_name,
    kind: file.kind,
    mediaType: file.media_type,
    bytes: file.bytes,
    width: file.width,
    height: file.height,
    link: await fileLink(files, file, now, LINK_SECONDS),
    linkUntil: new Date(now.getTime() + LINK_SECONDS * 1000).toISOString(),
  };
}
