/**
 * The Fastify program: services under /api/<service>, OpenAPI and docs, health, metrics, the built browser side.
 * Everything that fails leaves through one error handler.
 */
import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import cors, { type FastifyCorsOptionsDelegateCallback } from '@fastify/cors';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Logger } from 'pino';
import { type Endpoint, SERVICES, type Service } from '#shared/endpoint.ts';
import { type AppError, commonErrors, type ErrorCode, fail } from '#shared/errors.ts';
import { RIGHTS_HEADER } from '#shared/rights.ts';
import { startPulse } from '../database/pulse.ts';
import type { FileStore } from '../files/store.ts';
import type { Route } from '../route.ts';
import { CONNECTION_LIMITS, type ConnectionLimits } from '../time-limits.ts';
import { allowedMethods, methodTable } from './allowed-methods.ts';
import { type BinderContext, bindRoutes, retryAfter } from './binder.ts';
import { serveDocs } from './docs-page.ts';
import { NO_PAGE } from './document.ts';
import { type ConstraintErrors, constraintErrors, errorBody, toAppError } from './errors.ts';
import { registerHealth } from './health.ts';
import { IDEMPOTENCY_HEADER } from './idempotency.ts';
import { openApi } from './openapi.ts';
import { boundedServer } from './slow-peers.ts';

const JSON_BODY_LIMIT_BYTES = 1024 * 1024;
/** Lists and objects inside each other (guarantees §5.5): what reads and compares them afterwards goes down one call a level. */
const JSON_DEPTH = 20;

export type ServerOptions = {
  routes: readonly Route[];
  /** The name of an endpoint for generated clients. */
  nameOf: (endpoint: Endpoint) => string;
  services: readonly Service[];
  errors: readonly ErrorCode[];
  binder: Omit<BinderContext, 'pulse'>;
  log: Logger;
  trustProxy: boolean | string[];
  /** Other origins than the one that a browser has the page from. */
  origins?: Partial<Origins>;
  /** Opens /metrics; without one it does not exist. */
  metricsToken?: string | undefined;
  /** Asked for /health/ready. */
  fileStore?: Pick<FileStore, 'answers'>;
  /** For tests that do not wait for a minute. */
  connections?: Partial<ConnectionLimits>;
  /** Told of every refused call. */
  refused?: RefusedCall | undefined;
  /** Served below /, if given: the built browser side and /config.json. */
  browser?: (app: FastifyInstance) => Promise<void>;
};

/** @param endpoint undefined beside the API: the links of files */
export type RefusedCall = (endpoint: Endpoint | undefined, error: AppError) => void;

/** Builds the HTTP application; nothing listens yet. */
export async function buildServer(options: ServerOptions): Promise<FastifyInstance> {
  const constraints = constraintErrors(options.errors);
  const { database, exports } = options.binder;
  const limits = { ...CONNECTION_LIMITS, ...options.connections };
  const app = fastify({
    loggerInstance: options.log as never,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: JSON_BODY_LIMIT_BYTES,
    trustProxy: options.trustProxy,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 500 },
    forceCloseConnections: 'idle',
    // Also for the second server that a host of two addresses gets, such as localhost.
    serverFactory: (handler) => boundedServer(handler, limits),
    // Addresses that cannot be read, or with a part longer than any id.
    frameworkErrors: (_error, request, reply) =>
      refuseAddress(request as unknown as FastifyRequest, reply as unknown as FastifyReply),
  }) as unknown as FastifyInstance;
  const origins: Origins = { page: null, services: [], files: null, ...options.origins };
  await app.register(helmet, { ...policy(origins), global: false });
  const { page } = origins;
  if (page) await app.register(cors, () => crossOrigin(page));
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'] });
  await app.register(multipart, { throwFileSizeLimit: true });
  const served = options.routes.filter((route) => options.services.includes(route.endpoint.service));
  const methods = methodTable(served, ({ endpoint }) => `${prefix(endpoint)}${endpoint.path}`);
  handleErrors(app, constraints, options.refused);
  refuseUnknown(app, (url) => allowedMethods(methods, url));
  const pulse = startPulse(database, () => {
    database.cut();
    exports.cut();
  });
  app.addHook('onClose', () => pulse.stop());
  const binder = { ...options.binder, pulse };
  const { fileStore: files, metricsToken } = options;
  registerHealth(app, { pulse, files, metricsToken });
  // Banks send browsers back with a form.
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: FastifyRequest, body: string) => Object.fromEntries(new URLSearchParams(body)),
  );
  // Pages are at the address that a browser is sent to, not below /api.
  const pages = served.filter((route) => route.endpoint.kind === 'page');
  await app.register(async (scope) => bindRoutes(scope, pages, binder));
  for (const service of options.services) {
    const own = served.filter((route) => route.endpoint.service === service && !pages.includes(route));
    await app.register(async (scope) => bindRoutes(scope, own, binder), {
      prefix: `/api/${service}`,
    });
  }
  await describeApi(app, options);
  if (options.browser) await options.browser(app);
  return app;
}

/** What protects answers to calls, which no browser shows: the same for all, so that it costs nothing. */
const CALL_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
};

/** Code, styles and fonts are no document that a policy could protect; there are twenty of them to a page. */
const ASSET_HEADERS = {
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

/** From which places browsers get what, as `https://host:port`. */
export type Origins = {
  /** Of the page: PUBLIC_URL. It may call this process, if another one served it. */
  page: string | null;
  /** Of services that other processes serve. */
  services: readonly string[];
  /** Of the bucket with the files. */
  files: string | null;
};

/** The page alone may call from its origin. There are no cookies: who calls is in the Authorization header. */
const crossOrigin =
  (page: string): FastifyCorsOptionsDelegateCallback =>
  ({ headers, url = '' }, give) =>
    give(null, {
      // Code and styles are asked for by the page that came from here. Without an origin no other page asks.
      origin: headers.origin === undefined || url.startsWith('/assets/') ? false : [page],
      methods: ['GET', 'POST', 'PUT', 'DELETE'],
      allowedHeaders: ['accept-language', 'authorization', 'content-type', IDEMPOTENCY_HEADER],
      exposedHeaders: ['content-disposition', 'retry-after', RIGHTS_HEADER, 'x-file-bytes', 'x-request-id'],
      maxAge: 7200,
      // A preflight is answered before anybody is known; any other OPTIONS is a method that no address takes.
      preflight: headers.origin !== undefined && headers['access-control-request-method'] !== undefined,
    });

/** Browser policy of everything that a browser shows. */
const policy = ({ services, files }: Origins) => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      // Mantine writes its colour variables into a style element.
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'blob:', 'data:', ...services, ...(files ? [files] : [])],
      fontSrc: ["'self'"],
      connectSrc: ["'self'", ...services, ...(files ? [files] : [])],
      mediaSrc: ["'self'", ...services, ...(files ? [files] : [])],
      frameSrc: ["'self'", 'blob:', ...services, ...(files ? [files] : [])],
      objectSrc: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
      baseUri: ["'none'"],
    },
  },
  crossOriginEmbedderPolicy: false,
  referrerPolicy: { policy: 'no-referrer' as const },
});

/** An address of no page. */
const UNREADABLE = '/not-available';

function refuseAddress({ id: requestId, url, method }: FastifyRequest, reply: FastifyReply): void {
  // A person who opens it reads that there is no such page.
  if (READ_ONLY.includes(method) && !NO_PAGE.test(url)) {
    void reply.headers(CALL_HEADERS).redirect(UNREADABLE);
    return;
  }
  void reply
    .headers(CALL_HEADERS)
    .status(404)
    .send(errorBody(fail(commonErrors.not_found), requestId));
}

const isNested = (value: unknown) => typeof value === 'object' && value !== null;

/** Level by level: a call for each would end the stack over what it is asked to refuse. */
function isDeeper(body: unknown, most: number): boolean {
  let level = [body].filter(isNested);
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth === most) return true;
    level = level.flatMap((item) => Object.values(item as object)).filter(isNested);
  }
  return false;
}

function handleErrors(
  app: FastifyInstance,
  constraints: ConstraintErrors,
  refused: RefusedCall | undefined,
): void {
  app.addHook('onRequest', async (request, reply) => {
    const isAsset = request.url.startsWith('/assets/');
    if (!isAsset) reply.header('x-request-id', request.id);
    if (request.url.startsWith('/api/') && !request.url.startsWith('/api/docs')) reply.headers(CALL_HEADERS);
    else if (isAsset) reply.headers(ASSET_HEADERS);
    else reply.helmet();
  });
  app.addHook('preValidation', async ({ body }) => {
    if (isDeeper(body, JSON_DEPTH)) throw fail(commonErrors.invalid_input);
  });
  app.setErrorHandler((thrown, request, reply) => {
    const error = toAppError(thrown, constraints);
    refused?.(request.routeOptions.config.endpoint, error);
    const url = request.url.split('?')[0];
    // Who hung up is told nothing, and what broke off because of it is no error of ours.
    if (reply.raw.destroyed) request.log.info({ url, code: error.error.code }, 'request broken off');
    else if (error.error.status >= 500) request.log.error({ err: thrown, url }, 'request failed');
    const wait = retryAfter(error);
    if (wait !== undefined) reply.header('retry-after', String(wait));
    if (isFormOfPage(request)) return reply.header('cache-control', 'no-store').redirect(request.url, 303);
    return reply.status(error.error.status).send(errorBody(error, request.id));
  });
}

/**
 * A form that a bank's page sends: its answer is never a page, not even a refusal, because the browser's Back would ask for
 * the form again (ERR_CACHE_MISS). The same address by GET shows what is known of the payment.
 */
function isFormOfPage({ method, routeOptions: { config } }: FastifyRequest): boolean {
  return method === 'POST' && config.endpoint?.kind === 'page';
}

/** What a program answers by GET beside its calls. */
const READ_ONLY = ['GET', 'HEAD'];
/** The documents about the calls. */
const DESCRIPTION = /^\/api\/(\w+\/openapi\.json|openapi\.json|docs\/?)($|\?)/;

function refuseUnknown(app: FastifyInstance, allowedAt: (url: string) => string[]): void {
  app.setNotFoundHandler((request, reply) => {
    const { method, url } = request;
    const isRead = READ_ONLY.includes(method);
    const allowed = allowedAt(url);
    // Beside the calls there are files, health and the browser side.
    if (allowed.length === 0 && !isRead && (!url.startsWith('/api/') || DESCRIPTION.test(url)))
      allowed.push(...READ_ONLY);
    if (allowed.length > 0) reply.header('allow', allowed.join(', '));
    throw fail(allowed.length > 0 ? commonErrors.method_not_allowed : commonErrors.not_found);
  });
}

function prefix(endpoint: Endpoint): string {
  return endpoint.kind === 'page' ? '' : `/api/${endpoint.service}`;
}

async function describeApi(app: FastifyInstance, options: ServerOptions): Promise<void> {
  const chosen = options.routes.filter(({ endpoint }) => options.services.includes(endpoint.service));
  const serveDescription = (path: string, title: string, routes: readonly Route[]) => {
    let document: ReturnType<typeof openApi> | undefined;
    // A tenth of a second: the first who asks waits for it, not every start of the program.
    app.get(path, async () => {
      document ??= openApi({ title, routes, nameOf: options.nameOf, prefix });
      return document;
    });
  };
  serveDescription('/api/openapi.json', 'Jolkol', chosen);
  for (const service of SERVICES.filter((name) => options.services.includes(name))) {
    const own = chosen.filter(({ endpoint }) => endpoint.service === service);
    serveDescription(`/api/${service}/openapi.json`, `Jolkol ${service}`, own);
  }
  await serveDocs(app);
}
