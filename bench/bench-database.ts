/** A PostgreSQL of its own for a benchmark, set as in production, in a temporary folder; clones of a seeded database. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
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
  /** Makes a database out of the seeded one, to be copied by `clone`; one that is kept from an earlier run is not filled again. */
  prepare(name: string, fill: (superuserUrl: string) => Promise<void>): Promise<void>;
  /** A copy of the seeded database, or of a prepared one: the owner's and the program's own connection to it. */
  clone(name: string, from?: string): Promise<{ owner: Database; app: Database; drop(): Promise<void> }>;
  stop(): Promise<void>;
};

const quiet = { info: () => undefined, warn: () => undefined, error: (text: string) => console.error(text) };

/**
 * Starts the server, migrates, and lets `seed` fill the template that clones are made from.
 * @param settings PostgreSQL's own, on top of those of production
 * @param keep a folder that is not deleted: the next run with it finds what this one seeded and prepared
 */
export async function benchServer(
  seed: (owner: Database, appUrl: string) => Promise<void>,
  settings: Record<string, string> = {},
  keep?: string,
): Promise<BenchServer> {
  if (keep) mkdirSync(keep, { recursive: true });
  const dataFolder = keep ?? mkdtempSync(join(tmpdir(), 'jolkol-bench-'));
  chmodSync(dataFolder, 0o711);
  const server = await startDatabaseServer({ dataFolder, log: quiet, settings });
  const superuser = async (statement: string) => {
    const client = new pg.Client({ connectionString: server.superuserUrl });
    await client.connect();
    return client.query(statement).finally(() => client.end());
  };
  const at = (url: string, name: string) => url.replace(/[^/]*$/, name);
  // The comment is written last: a database whose seeding was interrupted has none.
  const filled = async (name: string) =>
    (
      await superuser(
        `select from pg_database where datname = '${name}' and shobj_description(oid, 'pg_database') = 'filled'`,
      )
    ).rowCount === 1;
  const copied = async (name: string, from: string) => {
    await superuser(`drop database if exists ${name} with (force)`);
    await superuser(`create database ${name} template ${from} strategy file_copy owner jolkol_owner`);
    await superuser('checkpoint');
  };
  await migrateDatabase(server.ownerUrl);
  if (!(await filled('jolkol'))) {
    const template = openDatabase(server.ownerUrl, { max: 2, name: 'seed' });
    await seed(template, server.appUrl);
    await template.close();
    await superuser(`comment on database jolkol is 'filled'`);
  }
  return {
    ownerUrl: server.ownerUrl,
    superuserUrl: (name) => at(server.superuserUrl, name),
    prepare: async (name, fill) => {
      if (await filled(name)) return migrateDatabase(at(server.ownerUrl, name)).then(() => undefined);
      await copied(name, 'jolkol');
      await fill(at(server.superuserUrl, name));
      await superuser(`comment on database ${name} is 'filled'`);
    },
    clone: async (name, from = 'jolkol') => {
      await copied(name, from);
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
      if (!keep) rmSync(dataFolder, { recursive: true, force: true });
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
