/** A real, migrated PostgreSQL in a temporary folder for the length of one command. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, type Db, openDatabase } from '#platform/database/db.ts';
import { migrateDatabase } from '#platform/database/migrate.ts';
import { startDatabaseServer } from '#platform/database-server/database-server.ts';

export async function withThrowAwayDatabase<T>(work: (db: Db, database: Database) => Promise<T>): Promise<T> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'jolkol-conformance-'));
  const print = (text: string) => void process.stderr.write(`${text}\n`);
  const quiet = { info: () => undefined, warn: print, error: print };
  const server = await startDatabaseServer({ dataFolder, settings: { fsync: 'off' }, log: quiet });
  try {
    await migrateDatabase(server.ownerUrl);
    const database = openDatabase(server.appUrl, { max: 2, name: 'conformance' });
    try {
      return await work(database.db, database);
    } finally {
      await database.close();
    }
  } finally {
    await server.stop();
    rmSync(dataFolder, { recursive: true, force: true });
  }
}
