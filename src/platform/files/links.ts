/** Opens the signed links of the local store: the signature is the permission, so there is no session here. */
import type { FastifyInstance } from 'fastify';
import { fail } from '#shared/errors.ts';
import { fileErrors } from '#shared/files.ts';
import { sendDownload } from '../download.ts';
import type { LocalStore } from './local-store.ts';
import { FileMissing } from './store.ts';

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
    const stream = await store.get(to.key).catch((error: unknown) => {
      throw error instanceof FileMissing ? fail(fileErrors.link_expired) : error;
    });
    return sendDownload(reply, { ...to, stream });
  });
}
