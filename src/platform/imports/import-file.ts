/** The one file of an import, as it comes with a call: whole, or the call is refused. A file that is too long is never read in part. */
import { finished, type Readable, Transform } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { type ErrorCode, fail } from '#shared/errors.ts';
import { FILE_CAPS, fileErrors } from '#shared/files.ts';
import { readToEnd } from '../files/one-upload.ts';

const CAP_BYTES = FILE_CAPS.attachment;
const BYTES_OF_MB = 1024 ** 2;

/** Fails at the first byte above the cap: what was read before it is never taken for the whole. */
function capped(file: Readable): Readable {
  let bytes = 0;
  const whole = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > CAP_BYTES)
        done(fail(fileErrors.too_large, { limit_mb: CAP_BYTES / BYTES_OF_MB, kind: 'attachment' }));
      else done(null, chunk);
    },
  });
  // A call that stops in the middle of its form closes the file with no error, perhaps before anybody reads it.
  finished(file, (error) => {
    if (error) whole.destroy(error);
  });
  return file.pipe(whole);
}

/**
 * Gives the file to `receive`; a refused one is read to its end, or the sender would never see the answer.
 * @param missing refused with, if the call has no file
 */
export async function withImportFile<R>(
  request: FastifyRequest,
  missing: ErrorCode,
  receive: (file: { stream: Readable; name: string }) => Promise<R>,
): Promise<R> {
  // A little above the cap, or the library would end the stream at it without a word.
  const part = await request.file({ limits: { fileSize: CAP_BYTES + 1024, files: 1 } });
  if (!part) throw fail(missing);
  const stream = capped(part.file);
  // Nobody may read it when it fails.
  stream.on('error', () => undefined);
  try {
    return await receive({ stream, name: part.filename });
  } finally {
    readToEnd(part.file, request);
  }
}
