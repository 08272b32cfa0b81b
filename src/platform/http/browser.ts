/**
 * The built browser side below /: hashed assets cached for a year, the document never cached; every other address that
 * is no /api call gets the document, because the screens' own router reads it. /config.json gives the services'
 * addresses.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { BROWSER_FOLDER } from '../start/browser-build.ts';

/** @param config what /config.json answers, asked again for each request */
export function serveConfig(app: FastifyInstance, config: () => Promise<unknown>): void {
  app.get('/config.json', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send(await config()),
  );
}

/** @param folder of the built browser side */
export async function serveBrowser(app: FastifyInstance, folder = BROWSER_FOLDER): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    index: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const hashed = path.includes('/assets/');
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  const page = await readFile(join(folder, 'index.html'), 'utf8');
  app.get('/*', async (request, reply) => {
    if (/^\/(api|files|health)\//.test(request.url) || /\.\w{2,5}$/.test(request.url.split('?')[0] ?? '')) {
      // It knows the calls, and says 405 at the address of one that takes another method.
      return reply.callNotFound();
    }
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page);
  });
}
