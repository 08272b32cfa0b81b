/** A PostgreSQL of its own for a benchmark, set as in production, in a temporary folder; clones of a seeded database. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type Database, openDatabase } from '#platform/database/db.ts';
import { migrateDatabase } from '#platform/database/migrate.ts';
import { startDatabaseServer } from '#platform/database-server/database-server.ts';

export type BenchServer = {
  ownerUrl: string;
  /** The superuser's way to a database of the server. */
  superuserUrl(name: string): string;
  /** A copy of the seeded database: the owner's and the program's own connection to it. */
  clone(name: string): Promise<{ owner: Database; app: Database; drop(): Promise<void> }>;
  stop(): Promise<void>;
};

const quiet = { info: () => undefined, warn: () => undefined, error: (text: string) => console.error(text) };

/**
 * Starts the server, migrates, and lets `seed` fill the template that clones are made from.
 * @param settings PostgreSQL's own, on top of those of production
 */
export async function benchServer(
  seed: (owner: Database, appUrl: string) => Promise<void>,
  settings: Record<string, string> = {},
): Promise<BenchServer> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'jolkol-bench-'));
  chmodSync(dataFolder, 0o711);
  const server = await startDatabaseServer({ dataFolder, log: quiet, settings });
  await migrateDatabase(server.ownerUrl);
  const template = openDatabase(server.ownerUrl, { max: 2, name: 'seed' });
  await seed(template, server.appUrl);
  await template.close();
  const superuser = async (statement: string) => {
    const client = new pg.Client({ connectionString: server.superuserUrl });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  const at = (url: string, name: string) => url.replace(/[^/]*$/, name);
  return {
    ownerUrl: server.ownerUrl,
    superuserUrl: (name) => at(server.superuserUrl, name),
    clone: async (name) => {
      await superuser(`create database ${name} template jolkol strategy file_copy owner jolkol_owner`);
      await superuser('checkpoint');
      const owner = openDatabase(at(server.ownerUrl, name), { max: 4, name });
      const app = openDatabase(at(server.appUrl, name), { max: 8, name });
      const drop = async () => {
        await Promise.all([owner.close(), app.close()]);
        await superuser(`drop database ${name} with (force)`);
      };
      return { owner, app, drop };
    },
    stop: async () => {
      await server.stop();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}

/** Seconds that some work takes. */
export async function seconds(work: () => Promise<unknown>): Promise<number> {
  const start = process.hrtime.bigint();
  await work();
  return Number(process.hrtime.bigint() - start) / 1e9;
}

/** Highest resident memory of this process, in MB, sampled while it works. */
export function watchMemory(): { peakMb(): number; growthMb(): number; stop(): void } {
  const start = process.memoryUsage.rss();
  let peak = start;
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 50);
  const mb = (bytes: number) => Math.round(bytes / 1_048_576);
  return { peakMb: () => mb(peak), growthMb: () => mb(peak - start), stop: () => clearInterval(timer) };
}
