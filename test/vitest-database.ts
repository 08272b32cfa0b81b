/** Before any test: a throw-away PostgreSQL in a temporary folder with a migrated template database. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startDatabaseServer } from '#platform/database-server/database-server.ts';
import { migrateDatabase } from '#platform/migrate.ts';

export type TestServer = { superuserUrl: string; ownerUrl: string; appUrl: string; template: string };

declare module 'vitest' {
  export interface ProvidedContext {
    testServer: TestServer;
  }
}

/** Losing everything in a crash is fine here; speed is not. */
const THROW_AWAY = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  shared_buffers: '256MB',
  max_connections: '200',
  autovacuum: 'off',
};

/** Vitest's global set-up; what it returns is run at the end. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'jolkol-test-'));
  const print = (text: string) => void process.stderr.write(`${text}\n`);
  const server = await startDatabaseServer({
    dataFolder,
    settings: THROW_AWAY,
    log: { info: print, warn: print, error: print },
  });
  const teardown = async () => {
    await server.stop();
    rmSync(dataFolder, { recursive: true, force: true });
  };
  try {
    await migrateDatabase(server.ownerUrl);
  } catch (error) {
    await teardown();
    throw error;
  }
  const { superuserUrl, ownerUrl, appUrl } = server;
  project.provide('testServer', { superuserUrl, ownerUrl, appUrl, template: 'jolkol' });
  return teardown;
}
