/**
 * The built browser side below /: hashed assets cached for a year, as the build compressed them; every other address that
 * is no /api call gets the document, because the screens' own router reads it. /config.json gives the services'
 * addresses, which the document holds too.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { BROWSER_FOLDER } from '../start/browser-build.ts';
import { MAINTENANCE_RETRY_S } from './binder.ts';
import {
  type BrowserConfig,
  type FirstLoad,
  firstCallOf,
  languageOf,
  loadAt,
  NO_PAGE,
  policyWith,
  writeDocument,
} from './document.ts';
import { FIRST_VIEW_FOLDER, firstViews, keepsCompressed } from './first-view/first-views.ts';

/** @param config what /config.json answers, asked again for each request */
export function serveConfig(app: FastifyInstance, config: () => Promise<unknown>): void {
  app.get('/config.json', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send(await config()),
  );
}

/** Who may work during maintenance signs in here, as ever. */
const LOGIN = '/login';
const FIRST_LOADS = 'first-loads.json';

/** @param config as for serveConfig */
export async function serveBrowser(
  app: FastifyInstance,
  config: () => Promise<BrowserConfig>,
  folder: string = BROWSER_FOLDER,
): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    index: false,
    cacheControl: false,
    // A file under a hash is asked for once. What a browser never compares need not travel with each of fifteen files.
    etag: false,
    lastModified: false,
    acceptRanges: false,
    preCompressed: true,
    globIgnore: ['**/*.br', '**/*.gz', 'index.html', FIRST_LOADS, `${FIRST_VIEW_FOLDER}/**`],
    setHeaders: (reply, path) => {
      const hashed = path.includes('/assets/');
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=86400');
    },
  });
  const template = readFileSync(join(folder, 'index.html'), 'utf8');
  const written = join(folder, FIRST_LOADS);
  const loads: FirstLoad[] = existsSync(written) ? JSON.parse(readFileSync(written, 'utf8')) : [];
  const [face] = globSync('assets/bengali-*.woff2', { cwd: folder });
  const viewOf = firstViews(folder, loads, (error) => app.log.error({ err: error }, 'no first view'));
  const compressed = keepsCompressed();
  // A page that is opened while the database does not answer is a page: its calls say what is wrong, and ask again.
  let lastKnown: BrowserConfig | undefined;
  const knownNow = async (): Promise<BrowserConfig> => {
    try {
      lastKnown = await config();
    } catch (error) {
      app.log.error({ err: error }, 'a page is opened with the settings of before');
      if (!lastKnown) throw error;
    }
    return lastKnown;
  };
  const documentAt = async (url: string, language: 'en' | 'bn', known: BrowserConfig) => {
    const [path = '', search = ''] = url.split('?');
    const load = loadAt(loads, path);
    const firstView = load && (await viewOf(known, load, { language, search }));
    const document = writeDocument(template, {
      language,
      config: known,
      files: load?.files[language] ?? [],
      firstCall: load && firstCallOf(load, path, known),
      face,
      firstView,
      icon: known.website?.favicon?.address,
      title: (language === 'bn' && known.companyNameBn) || known.companyName,
    });
    return { document, isDrawn: firstView !== undefined };
  };
  // A browser asks for it beside what is no page: a bill's PDF, a picture.
  app.get('/favicon.ico', async (_request, reply) => {
    const { website } = await knownNow();
    return reply
      .header('cache-control', 'public, max-age=86400')
      .redirect(website?.favicon?.address ?? '/favicon.svg');
  });
  app.get('/*', async (request, reply) => {
    const [path = ''] = request.url.split('?');
    if (NO_PAGE.test(request.url) || /\.\w{2,5}$/.test(path)) {
      // It knows the calls, and says 405 at the address of one that takes another method.
      return reply.callNotFound();
    }
    const known = await knownNow();
    const { cookie, 'accept-language': accepted } = request.headers;
    const language = languageOf(
      request.url,
      { ...(cookie ? { cookie } : {}), ...(accepted ? { accepted } : {}) },
      known.website?.languages,
    );
    // The same document: who may work during maintenance goes on with it, and others get that page from it.
    if (known.maintenance && path !== LOGIN) reply.status(503).header('retry-after', MAINTENANCE_RETRY_S);
    const policy = String(reply.getHeader('content-security-policy'));
    const { document, isDrawn } = await documentAt(request.url, language, known);
    const isCompressed = isDrawn && /\bbr\b/.test(String(request.headers['accept-encoding'] ?? ''));
    if (isCompressed) reply.header('content-encoding', 'br');
    return reply
      .type('text/html; charset=utf-8')
      .headers({ 'cache-control': 'no-cache', vary: 'cookie, accept-language, accept-encoding' })
      .header('content-security-policy', policyWith(policy, template))
      .send(isCompressed ? await compressed(document) : document);
  });
}
