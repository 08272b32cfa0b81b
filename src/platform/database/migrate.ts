/**
 * Brings a database to this version: migrations/*.sql in order, forward only, all of them or none; then the job
 * tables. Programs that start at once wait for each other.
 */
import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { migrateJobs } from '../jobs.ts';
import { StartError } from '../start/start-error.ts';

const FOLDER = fileURLToPath(new URL('../../../migrations', import.meta.url));
const TABLE = 'migrations';

/**
 * Migrates as the owner of the database. Returns the names of the migrations that ran now.
 * @param folder of the .sql files
 */
export async function migrateDatabase(ownerUrl: string, folder = FOLDER): Promise<string[]> {
  const known = (await readdir(folder))
    .filter((name) => name.endsWith('.sql'))
    .map((name) => name.slice(0, -4));
  const applied = await appliedMigrations(ownerUrl);
  const unknown = applied.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new StartError(
      `The database was made by a newer Jolkol (it has ${unknown.join(', ')}): start that version or newer; nothing was changed.`,
    );
  }
  const ran = applied.length === known.length ? [] : await runMigrations(ownerUrl, folder);
  // Not only after a migration: a start may have been killed between the two.
  await migrateJobs(ownerUrl);
  return ran;
}

async function runMigrations(ownerUrl: string, folder: string): Promise<string[]> {
  // Loaded only when there is something to run: it takes longer than the rest of a start.
  const { runner } = await import('node-pg-migrate');
  const problems: string[] = [];
  try {
    const ran = await runner({
      databaseUrl: ownerUrl,
      dir: folder,
      direction: 'up',
      migrationsTable: TABLE,
      migrationsSchema: 'public',
      advisoryLockMode: 'wait',
      singleTransaction: true,
      logger: {
        info: () => undefined,
        warn: () => undefined,
        error: (text: string) => problems.push(text),
      },
    });
    return ran.map((migration) => migration.name);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`a migration failed, nothing was changed: ${reason}\n${problems.join('\n')}`, {
      cause: error,
    });
  }
}

async function appliedMigrations(ownerUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const table = await client.query('select to_regclass($1) as found', [`public.${TABLE}`]);
    if (!table.rows[0].found) return [];
    const { rows } = await client.query<{ name: string }>(`select name from public.${TABLE} order by id`);
    return rows.map((row) => row.name);
  } finally {
    await client.end();
  }
}
