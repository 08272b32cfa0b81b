/** Starts the program over a migrated database: HTTP with the chosen services, and the job worker. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { passwordLengths } from '#domains/identity/security/security-settings.ts';
import { tellFailure } from '#domains/logs/failed-jobs/queries.ts';
import { tellUndeliverable } from '#domains/logs/undelivered/tell-undeliverable.ts';
import { offeredGateways } from '#domains/payments/gateway/context.ts';
import { configuredSenders } from '#domains/settings/senders/configured-senders.ts';
import { publicFace } from '#domains/settings/website/public-face.ts';
import { systemClock } from '#platform/clock.ts';
import { openDatabase } from '#platform/database/db.ts';
import { openExports } from '#platform/exports/exports.ts';
import { FILES_CRONTAB, fileJobs } from '#platform/files/files.ts';
import { isLocalStore, localStore } from '#platform/files/local-store.ts';
import { pictures } from '#platform/files/pictures.ts';
import type { Files } from '#platform/files/receive.ts';
import { s3Store } from '#platform/files/s3-store.ts';
import { serveBrowser, serveConfig } from '#platform/http/browser.ts';
import { rateLimiter } from '#platform/http/rate-limit.ts';
import type { Origins, RefusedCall } from '#platform/http/server.ts';
import { watchJobs } from '#platform/job-alarms.ts';
import { type Jobs, LONG_JOBS, startJobs } from '#platform/jobs.ts';
import { INBOX_DAILY, inboxJobs } from '#platform/messages/inbox.ts';
import { noMailServer, smtpSender } from '#platform/messages/mail.ts';
import { OUTBOX_CRONTAB, OUTBOX_LONG, outboxJobs } from '#platform/messages/outbox.ts';
import type { Senders } from '#platform/messages/sender.ts';
import type { Gateways, Platform, Sending } from '#platform/platform.ts';
import { checkSecrets, loadSecrets, type Secrets } from '#platform/secrets/secrets.ts';
import { makeVault } from '#platform/secrets/vault.ts';
import type { Config } from '#platform/start/config.ts';
import type { StartApplication } from '#platform/start/program.ts';
import { JOB_LIMITS, REQUEST_LIMITS } from '#platform/time-limits.ts';
import { SERVICES } from '#shared/endpoint.ts';
import { isUnlisted } from '#shared/refusals.ts';
import { buildApplication } from './build-application.ts';
import { programSms, simulatesSms } from './demo/demo-sms.ts';
import { loginTable } from './demo/logins.ts';
import { demoJobs, ensureDemoTown, leaveRunsToTown } from './demo/start-demo-town.ts';
import { allJobs, prepareDomains } from './services.ts';
import { ensureSetupLink } from './setup.ts';

export const startApplication: StartApplication = async ({ config, ownerUrl, appUrl, services, log }) => {
  const { timeZone } = config;
  const database = openDatabase(appUrl, {
    ...{ max: config.databaseConnections, timeZone, publicUrl: config.publicUrl },
    ...REQUEST_LIMITS,
  });
  const secrets = await loadSecrets(config.dataFolder);
  await checkSecrets(database.db, secrets, config.dataFolder);
  const files = openFiles(config, secrets);
  const clock = systemClock(config.timeZone);
  const exports = openExports({ url: appUrl, folder: files.temporaryFolder, timeZone, ...config.exports });
  const platform: Platform = {
    ...{ database, exports, clock, secrets, files, log, publicUrl: config.publicUrl },
    sending: sendingOf(config),
    signInProvider: config.signInProvider,
    gateways: gatewaysOf(config),
    inMaintenance: config.maintenance,
  };
  await prepareDomains(platform);
  const app = await buildApplication(platform, {
    services,
    trustProxy: config.trustProxy,
    limit: rateLimiter(database.pool, config.rateLimitFactor),
    origins: await originsOf(config, files),
    metricsToken: config.metricsToken,
    ...(process.env.NODE_ENV === 'development' ? { refused: sayUnlisted(log) } : {}),
    ...(services.length > 0
      ? {
          browser: async (server) => {
            const known = () => browserConfig(platform, config);
            serveConfig(server, known);
            if (config.browser) await serveBrowser(server, known);
          },
        }
      : {}),
  });
  const { publicUrl } = config;
  const demo = { db: database.db, appUrl, ownerUrl, files, secrets, clock, log, publicUrl };
  if (config.demo) await ensureDemoTown(demo);
  if (services.length > 0) await app.listen({ port: config.port, host: config.host });
  const worker = config.worker
    ? await startWorker(platform, config, { ownerUrl, appUrl, more: demoJobs(demo) })
    : undefined;
  // A process of jobs only must not replace the link that the serving one printed.
  const setupLink = services.length > 0 ? await ensureSetupLink(database, config.publicUrl) : undefined;
  return {
    stop: () => stop(app, worker, [exports, database]),
    setupLink,
    ...(config.demo ? { notice: loginTable() } : {}),
  };
};

/** The origins of the page, of services that other processes serve, and of the bucket with the files. */
async function originsOf(config: Config & { publicUrl: string }, { store }: Files): Promise<Origins> {
  const page = new URL(config.publicUrl).origin;
  const others = Object.values(config.serviceUrls).map((address) => new URL(address).origin);
  const anyFile = { key: 'any', fileName: 'any', mediaType: 'text/plain', inline: true, bytes: 0 };
  const files = isLocalStore(store) ? null : new URL(await store.link(anyFile, new Date(), 60)).origin;
  return { page, services: [...new Set(others)].filter((origin) => origin !== page), files };
}

/** In development: a refusal that its contract does not list is reported at once. */
const sayUnlisted =
  (log: Logger): RefusedCall =>
  (endpoint, { error: { code } }) => {
    if (endpoint && isUnlisted(endpoint, code))
      log.error(
        { code },
        `${endpoint.method} ${endpoint.path} refuses with a code that its contract does not list`,
      );
  };

type Closable = { close(): Promise<void> };

/** Pictures being opened are given up, requests under way answered, jobs under way handed back, then the connections close. */
async function stop(
  app: FastifyInstance,
  worker: { stop(): Promise<void> } | undefined,
  connections: Closable[],
) {
  pictures.close();
  // A connection whose answer was under way is idle afterwards, and a browser would keep it open for a minute.
  const idle = setInterval(() => app.server.closeIdleConnections(), 100);
  await app.close();
  clearInterval(idle);
  await worker?.stop();
  for (const connection of connections) await connection.close();
}

function openFiles(config: Config, secrets: Secrets): Files {
  const { files } = config;
  const secret = createHash('sha256').update(`file links\n${secrets.pepper}`).digest();
  const store =
    files.store === 's3' ? s3Store(files) : localStore({ folder: files.folder, secret, linkBase: '/files' });
  return { store, temporaryFolder: join(config.dataFolder, 'uploads') };
}

/** What the environment says about sending. */
function sendingOf({ privateHosts, mail, sms, demo }: Config): Sending {
  const hostOf = (url: string | undefined) => (url ? new URL(url).host : null);
  return {
    privateHosts,
    programHosts: { email: hostOf(mail?.url), sms: hostOf(sms?.url) },
    simulatesSms: simulatesSms(demo),
  };
}

/** A demo, also one that was ordered at the set-up screen, has simulators of gateways and reaches none. */
function gatewaysOf(config: Config & { publicUrl: string }): Gateways {
  const { names, hosts, credentials, simulated } = config.gateways;
  const callbackUrl = `${config.serviceUrls.billing ?? config.publicUrl}/api/billing`;
  return { names, hosts, credentials, callbackUrl, simulates: simulatesSms(config.demo || simulated) };
}

type Worker = { ownerUrl: string; appUrl: string; more: Jobs };

/** Jobs have connections of their own: calls never wait for them, and their statements may take longer. */
async function startWorker(served: Platform, config: Config, { ownerUrl, appUrl, more }: Worker) {
  const long = Object.values(LONG_JOBS).reduce<number>((sum, places) => sum + places, 0);
  const max = config.jobsAtATime + long + 2;
  const database = openDatabase(appUrl, {
    max,
    name: 'jolkol-work',
    ...{ timeZone: config.timeZone, publicUrl: config.publicUrl },
    ...JOB_LIMITS,
  });
  const platform = { ...served, database };
  const { log, clock, files } = platform;
  const programSenders: Senders = {
    email: config.mail ? smtpSender(config.mail) : noMailServer,
    sms: programSms(config.sms, simulatesSms(config.demo), database.db),
  };
  const { secrets, sending } = platform;
  const senders = configuredSenders({
    ...{ db: database.db, vault: makeVault(secrets), sending, programSenders },
  });
  const own = allJobs(platform);
  const running = await startJobs({
    owner: { connectionString: ownerUrl },
    jobs: watchJobs(
      {
        ...outboxJobs(database.db, senders, (tx, channel) => tellUndeliverable(tx, clock, channel)),
        ...fileJobs(files, database.db, clock),
        ...inboxJobs(database, clock),
        ...leaveRunsToTown(database.db, own.jobs),
        ...more,
      },
      {
        ...{ db: database.db, clock, log },
        tell: (tx, alarm) => tellFailure(tx, clock.now(), alarm),
        solvedByDomain: own.solvedByDomain,
      },
    ),
    long: { ...own.long, ...OUTBOX_LONG },
    crontab: [OUTBOX_CRONTAB, FILES_CRONTAB, ...own.crontab].join('\n'),
    daily: { jobs: [INBOX_DAILY, ...own.daily], clock },
    concurrency: config.jobsAtATime,
    log,
  });
  return {
    stop: async () => {
      await running.stop();
      await database.close();
    },
  };
}

/** What the browser has to know before it can call anything. */
async function browserConfig(platform: Platform, config: Config) {
  const main = `${config.serviceUrls.main ?? ''}/api/main`;
  const face = await publicFace(platform.database.db, main);
  return {
    services: Object.fromEntries(
      SERVICES.map((service) => [service, `${config.serviceUrls[service] ?? ''}/api/${service}`]),
    ),
    ...face,
    passwordLengths: await passwordLengths(platform.database.db),
    signInProvider: config.signInProvider?.name,
    gateways: await offeredGateways(platform),
    maintenance: config.maintenance || face.maintenance,
    timeZone: config.timeZone,
  };
}
