/** The one file of a multipart call, received: what every "upload a picture" call has in common. */
import type { Readable } from 'node:stream';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { fail } from '#shared/errors.ts';
import { FILE_CAPS, type FileKind, fileErrors } from '#shared/files.ts';
import type { Db } from '../database/db.ts';
import type { RequiredSize } from './picture-orders.ts';
import {
  type Files,
  receiveFile,
  receivePicture,
  type SmallPicture,
  type StoredFile,
  type Upload,
} from './receive.ts';

type Wanted = Omit<Upload, 'name' | 'capBytes'>;

/** Receives the field `file`; the row is nobody's until a record names it. */
export function receiveOne(
  files: Files,
  db: Db,
  request: FastifyRequest,
  wanted: Wanted,
): Promise<StoredFile> {
  return withOne(request, wanted.kind, (part) =>
    receiveFile(files, db, part.file, { ...wanted, name: part.filename }),
  );
}

/** Receives a picture that its domain keeps itself. */
export function receiveOnePicture(
  files: Files,
  request: FastifyRequest,
  wanted: Omit<Wanted, 'kind'> & { within?: RequiredSize },
): Promise<SmallPicture> {
  return withOne(request, 'image', (part) =>
    receivePicture(files, part.file, { ...wanted, kind: 'image', name: part.filename }),
  );
}

async function withOne<R>(
  request: FastifyRequest,
  kind: FileKind,
  receive: (part: MultipartFile) => Promise<R>,
): Promise<R> {
  // A little above the kind's cap, so that the cap's own refusal is the one that is seen.
  const limits = { fileSize: FILE_CAPS[kind] + 1024, files: 1, fields: 5 };
  const part = request.isMultipart() ? await request.file({ limits }) : undefined;
  if (!part) throw fail(fileErrors.missing);
  try {
    return await receive(part);
  } finally {
    readToEnd(part.file, request);
  }
}

const PATIENCE_MS = 30_000;

/**
 * A refused upload is read to its end, or the sender would never see the answer. One that does not end is
 * cut off.
 */
export function readToEnd(file: Readable, request: FastifyRequest): void {
  file.resume();
  const { raw } = request;
  if (raw.complete) return;
  const cut = setTimeout(() => raw.destroy(), PATIENCE_MS).unref();
  raw.once('close', () => clearTimeout(cut));
}
