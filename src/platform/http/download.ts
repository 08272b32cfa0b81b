/** A file as the answer of a call: the one place that sets its headers. */
import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { contentDisposition } from '../files/store.ts';

export type Download = {
  stream: Readable;
  mediaType: string;
  fileName: string;
  bytes: number;
  /** May be shown in the browser instead of saved. */
  inline?: boolean;
  /** For bytes that never change, and no secret: kept by browsers and proxies. Nothing is kept without it. */
  isPublic?: boolean;
};

const POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'; media-src 'self'; img-src 'self'";
/** A browser's PDF viewer does not run in a sandbox; it has one of its own. */
const PDF_POLICY = "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'";

/**
 * Streams a download. Scripts never run from it (sandbox, nosniff). A client that goes away destroys the stream,
 * which ends the work behind it.
 */
export function sendDownload(reply: FastifyReply, download: Download): FastifyReply {
  const { stream, bytes } = download;
  reply.raw.once('close', () => stream.destroy());
  if (reply.raw.destroyed) stream.destroy();
  reply.headers({
    'Content-Type': download.mediaType,
    'Content-Disposition': contentDisposition(download.fileName, download.inline),
    'Content-Security-Policy': download.mediaType === 'application/pdf' ? PDF_POLICY : POLICY,
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': download.isPublic ? 'public, max-age=31536000, immutable' : 'private, no-store',
    // A page of another origin shows it: services may be apart.
    ...(download.isPublic ? { 'Cross-Origin-Resource-Policy': 'cross-origin' } : {}),
    'Content-Length': bytes,
    // A text is compressed on its way, and then has no length: the downloads panel shows received of this.
    'X-File-Bytes': bytes,
  });
  return reply.send(stream);
}
