/** The real application as a process of its own, for the benchmarks `api` and `town`. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { buildApplication } from '#app/build-application.ts';
import { systemClock } from '#platform/clock.ts';
import { openDatabase } from '#platform/database/db.ts';
import { openExports } from '#platform/exports/exports.ts';
import { localStore } from '#platform/files/local-store.ts';
import { rateLimiter } from '#platform/http/rate-limit.ts';
import type { Platform } from '#platform/platform.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import { REQUEST_LIMITS } from '#platform/time-limits.ts';
import { DEFAULT_TIME_ZONE } from '#shared/time-zone.ts';

const folder = join(tmpdir(), 'jolkol-bench-files');
const url = process.env.BENCH_DATABASE ?? '';
const database = openDatabase(url, REQUEST_LIMITS);
const platform: Platform = {
  database,
  exports: openExports({ url, folder, connections: 4, fileMb: 1024, allMb: 4096 }),
  clock: systemClock(DEFAULT_TIME_ZONE),
  secrets: JSON.parse(process.env.BENCH_SECRETS ?? '{}') as Secrets,
  files: {
    store: localStore({ folder, secret: Buffer.alloc(32), linkBase: '/files' }),
    temporaryFolder: folder,
  },
  log: pino({ level: 'error' }),
  sending: { privateHosts: [], programHosts: { email: null, sms: null } },
  gateways: {
    ...{ names: undefined, hosts: [], credentials: {}, callbackUrl: 'http://localhost/api/billing' },
    simulates: async () => true,
  },
  publicUrl: 'http://localhost',
};
// Calls are counted as in production; one account makes here the calls of many people.
const app = await buildApplication(platform, { limit: rateLimiter(database.pool, 10_000) });
await app.listen({ port: 0, host: '127.0.0.1' });
const address = app.server.address();
process.send?.({ port: typeof address === 'object' && address ? address.port : 0 });
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuMs: (user + system) / 1000 });
});
