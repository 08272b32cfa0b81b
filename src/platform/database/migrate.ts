/**
 * Brings a database to this version: migrations/*.sql in order, forward only, all of them or none; then the job
 * tables. Programs that start at once wait for each other.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
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
  const files = await readMigrations(folder);
  const known = files.map(({ name }) => name);
  const empty = files.filter(({ isEmpty }) => isEmpty).map(({ name }) => name);
  const applied = await appliedMigrations(ownerUrl);
  const unknown = applied.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new StartError(
      `The database was made by a newer Jolkol (it has ${unknown.join(', ')}): start that version or newer; nothing was changed.`,
    );
  }
  const isComplete = known.every((name) => applied.includes(name) || empty.includes(name));
  const ran = isComplete ? [] : await runMigrations(ownerUrl, folder, empty);
  // Not only after a migration: a start may have been killed between the two.
  await migrateJobs(ownerUrl);
  return ran;
}

type File = { name: string; sha256: string; isEmpty: boolean };

async function readMigrations(folder: string): Promise<File[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  return Promise.all(
    names.map(async (file) => {
      const text = await readFile(join(folder, file), 'utf8');
      const statements = text.replace(/--.*$/gm, '').replace(/\/\*[\s\S]*?\*\//g, '');
      const sha256 = createHash('sha256').update(text).digest('hex');
      return { name: file.slice(0, -4), sha256, isEmpty: statements.trim() === '' };
    }),
  );
}

/**
 * What a person who writes a migration has to know: one that has only comments waits until it has a statement, and what
 * is changed in one after it was applied never reaches this database. The texts are compared with those of the time when
 * each was first seen applied.
 */
export async function looseMigrations(
  ownerUrl: string,
  folder = FOLDER,
): Promise<{ empty: string[]; changed: string[] }> {
  const files = await readMigrations(folder);
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query(`alter table public.${TABLE} add column if not exists sha256 text`);
    const given = [files.map(({ name }) => name), files.map(({ sha256 }) => sha256)];
    const texts = 'unnest($1::text[], $2::text[]) f (name, sha256)';
    await client.query(
      `update public.${TABLE} m set sha256 = f.sha256 from ${texts} where m.name = f.name and m.sha256 is null`,
      given,
    );
    const { rows } = await client.query<{ name: string; changed: boolean }>(
      `select m.name, m.sha256 <> f.sha256 as changed from public.${TABLE} m join ${texts} on f.name = m.name order by m.name`,
      given,
    );
    const applied = rows.map(({ name }) => name);
    return {
      empty: files.filter(({ name, isEmpty }) => isEmpty && !applied.includes(name)).map(({ name }) => name),
      changed: rows.filter(({ changed }) => changed).map(({ name }) => name),
    };
  } finally {
    await client.end();
  }
}

async function runMigrations(ownerUrl: string, folder: string, left: readonly string[]): Promise<string[]> {
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
      ignorePattern: `(?:${['\\..*', ...left.map((name) => `${name}\\.sql`)].join('|')})`,
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
