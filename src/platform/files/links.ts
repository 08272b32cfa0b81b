/** Opens the signed links of the local store: the signature is the permission, so there is no session here. */
import type { FastifyInstance } from 'fastify';
import { fail } from '#shared/errors.ts';
import { fileErrors } from '#shared/files.ts';
import { sendDownload } from '../http/download.ts';
import type { LocalStore } from './local-store.ts';
import { type ByteRange, FileMissing } from './store.ts';

/** @param path the store's linkBase */
export function serveFileLinks(
  app: FastifyInstance,
  path: string,
  store: LocalStore,
  clock: { now(): Date },
): void {
  app.get(path, async (request, reply) => {
    const to = store.openLink(request.query as Record<string, unknown>, clock.now());
    if (!to) throw fail(fileErrors.link_expired);
    // Films are wound forward by asking for a part.
    const range = rangeOf(request.headers.range, to.bytes);
    const stream = await store.get(to.key, range).catch((error: unknown) => {
      throw error instanceof FileMissing ? fail(fileErrors.link_expired) : error;
    });
    reply.header('Accept-Ranges', 'bytes');
    if (!range) return sendDownload(reply, { ...to, stream });
    reply.code(206).header('Content-Range', `bytes ${range.start}-${range.end}/${to.bytes}`);
    return sendDownload(reply, { ...to, stream, bytes: range.end - range.start + 1 });
  });
}

/** One range of RFC 9110; several, or one that cannot be, get the whole file. */
export function rangeOf(header: string | undefined, bytes: number): ByteRange | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  const start = first === '' ? Math.max(0, bytes - Number(last)) : Number(first);
  const end = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1);
  return start <= end ? { start, end } : undefined;
}
