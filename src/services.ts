/**
 * Composition root of the server: which domains exist, in their order, and how they become one HTTP application.
 * Which service a call belongs to stands in its contract; `--services=…` only chooses among them.
 */
import type { FastifyInstance } from 'fastify';
import { applicationHolder } from '#domains/applications/consumer-part.ts';
import * as applicationsContract from '#domains/applications/contract.ts';
import * as demandNoteContract from '#domains/applications/demand-note/contract.ts';
import * as installationContract from '#domains/applications/installation/contract.ts';
import * as intakeContract from '#domains/applications/intake/contract.ts';
import { APPLICATIONS_CRONTAB, jobs as applicationsJobs } from '#domains/applications/jobs.ts';
import * as letterContract from '#domains/applications/letter/contract.ts';
import { desksOfOfficer } from '#domains/applications/noc/actions/hand-over-desks.ts';
import * as nocContract from '#domains/applications/noc/contract.ts';
import { assignedApplications } from '#domains/applications/pipeline/actions/hand-over-applications.ts';
import { applicationUse, surveyUse } from '#domains/applications/place-use.ts';
import * as reviewContract from '#domains/applications/review/contract.ts';
import { routes as applicationsRoutes } from '#domains/applications/routes.ts';
import * as applicationSettingsContract from '#domains/applications/settings/contract.ts';
import * as surveyContract from '#domains/applications/survey/contract.ts';
import * as billRunsContract from '#domains/billing/bill-run/contract.ts';
import { duesOfConsumers, invoiceHolder } from '#domains/billing/consumer-part.ts';
import * as correctionsContract from '#domains/billing/corrections/contract.ts';
import * as invoicesContract from '#domains/billing/invoices/contract.ts';
import { BILLING_CRONTAB, jobs as billingJobs } from '#domains/billing/jobs.ts';
import { billRunUse } from '#domains/billing/place-use.ts';
import { routes as billingRoutes } from '#domains/billing/routes.ts';
import * as billingSettingsContract from '#domains/billing/settings/contract.ts';
import * as tariffsContract from '#domains/billing/tariffs/contract.ts';
import type { ConsumerParts } from '#domains/consumers/actions/consumer-parts.ts';
import * as consumersContract from '#domains/consumers/contract.ts';
import * as consumerImportsContract from '#domains/consumers/imports/contract.ts';
import { importRoutes as consumerImportRoutes } from '#domains/consumers/imports/routes.ts';
import { CONSUMERS_CRONTAB, jobs as consumersJobs } from '#domains/consumers/jobs.ts';
import * as consumerMergeContract from '#domains/consumers/merge/contract.ts';
import * as consumerRecordContract from '#domains/consumers/record/contract.ts';
import { routes as consumersRoutes } from '#domains/consumers/routes.ts';
import * as dashboardContract from '#domains/dashboard/contract.ts';
import { routes as dashboardRoutes } from '#domains/dashboard/routes.ts';
import * as searchContract from '#domains/dashboard/search/contract.ts';
import * as identityContract from '#domains/identity/contract.ts';
import * as uploadsContract from '#domains/identity/files/contract.ts';
import { IDENTITY_CRONTAB, jobs as identityJobs } from '#domains/identity/jobs.ts';
import * as noticesContract from '#domains/identity/notices/contract.ts';
import * as preferencesContract from '#domains/identity/preferences/contract.ts';
import { listsOf } from '#domains/identity/preferences/lists.rules.ts';
import * as providerContract from '#domains/identity/provider/contract.ts';
import { authenticate, getProfile } from '#domains/identity/queries.ts';
import { routes as identityRoutes } from '#domains/identity/routes.ts';
import * as secondFactorContract from '#domains/identity/second-factor/contract.ts';
import * as securityContract from '#domains/identity/security/contract.ts';
import { makeTokens } from '#domains/identity/tokens.ts';
import type { OpenWork } from '#domains/identity/users/actions/hand-over.ts';
import * as usersContract from '#domains/identity/users/contract.ts';
import { peopleByRole } from '#domains/identity/users/queries.ts';
import * as ledgerContract from '#domains/ledger/contract.ts';
import { actionServices } from '#domains/logs/action-services.rules.ts';
import * as logsContract from '#domains/logs/contract.ts';
import { LOGS_CRONTAB, jobs as logsJobs } from '#domains/logs/jobs.ts';
import { routes as logsRoutes } from '#domains/logs/routes.ts';
import * as readingChecksContract from '#domains/meters/checks/contract.ts';
import { connectionHolder, connectionsOfConsumers } from '#domains/meters/consumer-part.ts';
import * as metersContract from '#domains/meters/contract.ts';
import * as meterImportsContract from '#domains/meters/imports/contract.ts';
import { connectionUse } from '#domains/meters/place-use.ts';
import * as readingsContract from '#domains/meters/readings/contract.ts';
import { routes as metersRoutes } from '#domains/meters/routes.ts';
import { paymentHolder } from '#domains/payments/consumer-part.ts';
import * as paymentsContract from '#domains/payments/contract.ts';
import * as gatewayContract from '#domains/payments/gateway/contract.ts';
import { PAYMENTS_CRONTAB, jobs as paymentsJobs } from '#domains/payments/jobs.ts';
import * as payablesContract from '#domains/payments/payables/contract.ts';
import * as refundsContract from '#domains/payments/refunds/contract.ts';
import { routes as paymentsRoutes } from '#domains/payments/routes.ts';
import * as sandboxContract from '#domains/payments/sandbox/contract.ts';
import * as paymentSettingsContract from '#domains/payments/settings/contract.ts';
import { ensureBuiltInRoles } from '#domains/roles/actions/ensure-built-in-roles.ts';
import * as rolesContract from '#domains/roles/contract.ts';
import { routes as rolesRoutes } from '#domains/roles/routes.ts';
import * as settingsContract from '#domains/settings/contract.ts';
import * as datedContract from '#domains/settings/dated/contract.ts';
import * as entryHistoryContract from '#domains/settings/history/contract.ts';
import * as listImportsContract from '#domains/settings/imports/contract.ts';
import { listImportRoutes } from '#domains/settings/imports/routes.ts';
import * as materialsContract from '#domains/settings/materials/contract.ts';
import * as placesContract from '#domains/settings/places/contract.ts';
import type { PlaceUse } from '#domains/settings/places/uses.ts';
import { routes as settingsRoutes } from '#domains/settings/routes.ts';
import * as sendersContract from '#domains/settings/senders/contract.ts';
import * as walletLimitsContract from '#domains/settings/wallet/contract.ts';
import * as websiteContract from '#domains/settings/website/contract.ts';
import { transaction } from '#platform/db.ts';
import { serveFileLinks } from '#platform/files/links.ts';
import { FILE_LINKS, isLocalStore } from '#platform/files/local-store.ts';
import { type RateLimiter, rateLimiter } from '#platform/http/rate-limit.ts';
import { buildServer } from '#platform/http/server.ts';
import { importErrors } from '#platform/imports/open-csv.ts';
import type { Jobs } from '#platform/jobs.ts';
import type { Platform } from '#platform/platform.ts';
import type { Route } from '#platform/route.ts';
import type { ConnectionLimits } from '#platform/time-limits.ts';
import { type Endpoint, endpointsOf, SERVICES, type Service } from '#shared/endpoint.ts';
import { commonErrors, type ErrorCode } from '#shared/errors.ts';
import { exportErrors } from '#shared/exports.ts';
import { fileErrors } from '#shared/files.ts';
import { setupRoutes } from './setup.ts';

type Contract = { errors?: Record<string, ErrorCode> } & Record<string, unknown>;

/** Every contract with its domain, in the order in which domains may import one another. */
export const contracts: [domain: string, contract: Contract][] = [
  ['settings', settingsContract],
  ['settings', placesContract],
  ['settings', materialsContract],
  ['settings', listImportsContract],
  ['settings', datedContract],
  ['settings', entryHistoryContract],
  ['settings', sendersContract],
  ['settings', walletLimitsContract],
  ['settings', websiteContract],
  ['roles', rolesContract],
  ['identity', identityContract],
  ['identity', usersContract],
  ['identity', secondFactorContract],
  ['identity', providerContract],
  ['identity', securityContract],
  ['identity', preferencesContract],
  ['identity', noticesContract],
  ['identity', uploadsContract],
  ['consumers', consumersContract],
  ['consumers', consumerImportsContract],
  ['consumers', consumerRecordContract],
  ['consumers', consumerMergeContract],
  ['meters', metersContract],
  ['meters', readingChecksContract],
  ['meters', readingsContract],
  ['meters', meterImportsContract],
  ['applications', applicationsContract],
  ['applications', intakeContract],
  ['applications', reviewContract],
  ['applications', nocContract],
  ['applications', letterContract],
  ['applications', surveyContract],
  ['applications', applicationSettingsContract],
  ['applications', demandNoteContract],
  ['applications', installationContract],
  ['ledger', ledgerContract],
  ['billing', billRunsContract],
  ['billing', invoicesContract],
  ['billing', correctionsContract],
  ['billing', tariffsContract],
  ['billing', billingSettingsContract],
  ['payments', paymentsContract],
  ['payments', payablesContract],
  ['payments', refundsContract],
  ['payments', paymentSettingsContract],
  ['payments', gatewayContract],
  ['payments', sandboxContract],
  ['logs', logsContract],
  ['dashboard', dashboardContract],
  ['dashboard', searchContract],
];

/** Every error code of the program. */
export const errorCodes: ErrorCode[] = [
  ...[commonErrors, fileErrors, importErrors, exportErrors].flatMap((codes) => Object.values(codes)),
  ...contracts.flatMap(([, contract]) => Object.values(contract.errors ?? {})),
];

function allEndpoints(): Endpoint[] {
  return contracts.flatMap(([, contract]) => endpointsOf(contract).map(([, endpoint]) => endpoint));
}

/** Kinds of work that somebody who leaves hands over. */
const openWork: readonly OpenWork[] = [assignedApplications, desksOfOfficer];

/** What the domains to the right of consumers tell about them and do for them. */
const consumerParts: ConsumerParts = {
  holders: [connectionHolder, applicationHolder, invoiceHolder, paymentHolder],
  connections: connectionsOfConsumers,
  dues: duesOfConsumers,
};

/** What keeps a sector, a road, a metered area or a material from being deleted. */
const placeUses: readonly PlaceUse[] = [connectionUse, applicationUse, surveyUse, billRunUse];

/** All routes, bound to what outlives a request. */
export function allRoutes(platform: Platform): Route[] {
  const keys = { tokens: makeTokens(platform.secrets), secrets: platform.secrets };
  return [
    ...settingsRoutes(platform, (db, actor) => getProfile(db, String(actor.userId)), placeUses),
    ...setupRoutes(),
    ...rolesRoutes({ peopleByRole }),
    ...identityRoutes(keys, { ...platform, openWork }, listsOf(allEndpoints())),
    ...consumersRoutes(keys, platform, consumerParts),
    ...listImportRoutes(platform),
    ...consumerImportRoutes(platform),
    ...metersRoutes(platform),
    ...applicationsRoutes(platform),
    ...billingRoutes(platform),
    ...paymentsRoutes(platform),
    ...logsRoutes(actionServices(allEndpoints())),
    ...dashboardRoutes(),
  ];
}

/** Background work of the domains; the platform's own (outbox, files) is added at the start. */
export function allJobs(platform: Platform): { jobs: Jobs; crontab: string[] } {
  return {
    jobs: {
      ...identityJobs(platform),
      ...consumersJobs(platform),
      ...applicationsJobs(platform),
      ...billingJobs(platform),
      ...paymentsJobs(platform),
      ...logsJobs(platform),
    },
    crontab: [
      IDENTITY_CRONTAB,
      CONSUMERS_CRONTAB,
      APPLICATIONS_CRONTAB,
      BILLING_CRONTAB,
      ...PAYMENTS_CRONTAB,
      ...LOGS_CRONTAB,
    ],
  };
}

export type ApplicationOptions = {
  services?: readonly Service[];
  limit?: RateLimiter;
  trustProxy?: boolean | string[];
  connections?: Partial<ConnectionLimits>;
  browser?: (app: FastifyInstance) => Promise<void>;
};

/** The HTTP application over a migrated database; nothing listens yet. */
export async function buildApplication(
  platform: Platform,
  options: ApplicationOptions = {},
): Promise<FastifyInstance> {
  const { database } = platform;
  await transaction(database.db, ensureBuiltInRoles);
  const tokens = makeTokens(platform.secrets);
  const app = await buildServer({
    routes: allRoutes(platform),
    services: options.services ?? SERVICES,
    errors: errorCodes,
    log: platform.log,
    trustProxy: options.trustProxy ?? false,
    binder: {
      database,
      exports: platform.exports,
      clock: platform.clock,
      authenticate: (token, facts) => authenticate(database.pool, tokens, token, facts),
      limit: options.limit ?? rateLimiter(database.pool),
    },
    ...(options.browser ? { browser: options.browser } : {}),
    ...(options.connections ? { connections: options.connections } : {}),
  });
  const { store } = platform.files;
  if (isLocalStore(store)) serveFileLinks(app, FILE_LINKS, store, platform.clock);
  return app;
}
