/** The HTTP application: the routes of all domains behind one server, with who calls, how often, and maintenance. */
import type { FastifyInstance } from 'fastify';
import { authenticate } from '#domains/identity/queries.ts';
import { makeTokens } from '#domains/identity/tokens.ts';
import { ensureBuiltInRoles } from '#domains/roles/actions/ensure-built-in-roles.ts';
import { maintenanceRefusal, refuseInMaintenance } from '#domains/settings/website/maintenance.ts';
import { transaction } from '#platform/database/db.ts';
import { serveFileLinks } from '#platform/files/links.ts';
import { FILE_LINKS, isLocalStore } from '#platform/files/local-store.ts';
import { type RateLimiter, rateLimiter } from '#platform/http/rate-limit.ts';
import { buildServer, type Origins, type RefusedCall } from '#platform/http/server.ts';
import type { Platform } from '#platform/platform.ts';
import type { ConnectionLimits } from '#platform/time-limits.ts';
import { SERVICES, type Service } from '#shared/endpoint.ts';
import { allRoutes, errorCodes, joined } from './services.ts';

export type ApplicationOptions = {
  services?: readonly Service[];
  limit?: RateLimiter;
  trustProxy?: boolean | string[];
  connections?: Partial<ConnectionLimits>;
  origins?: Partial<Origins>;
  refused?: RefusedCall;
  /** Opens /metrics. */
  metricsToken?: string | undefined;
  browser?: (app: FastifyInstance) => Promise<void>;
};

/** The HTTP application over a migrated database; nothing listens yet. */
export async function buildApplication(
  platform: Platform,
  options: ApplicationOptions = {},
): Promise<FastifyInstance> {
  const { database } = platform;
  await transaction(database.db, (tx) => ensureBuiltInRoles(tx, joined.words));
  const tokens = makeTokens(platform.secrets);
  const maintenance = {
    byProgram: platform.inMaintenance ?? false,
    refusal: () => maintenanceRefusal(database.db),
  };
  const app = await buildServer({
    routes: allRoutes(platform),
    nameOf: joined.nameOf,
    services: options.services ?? SERVICES,
    errors: errorCodes,
    log: platform.log,
    trustProxy: options.trustProxy ?? false,
    refused: options.refused,
    binder: {
      database,
      exports: platform.exports,
      clock: platform.clock,
      authenticate: (token, facts) => authenticate(database.pool, tokens, token, facts, maintenance),
      refuseInMaintenance: () => refuseInMaintenance(database.db, maintenance.byProgram),
      limit: options.limit ?? rateLimiter(database.pool),
      pepper: platform.secrets.pepper,
    },
    metricsToken: options.metricsToken,
    fileStore: platform.files.store,
    ...(options.browser ? { browser: options.browser } : {}),
    ...(options.connections ? { connections: options.connections } : {}),
    ...(options.origins ? { origins: options.origins } : {}),
  });
  const { store } = platform.files;
  if (isLocalStore(store)) serveFileLinks(app, FILE_LINKS, store, platform.clock);
  return app;
}
