/** The database of a start: PostgreSQL in the data folder or the server of DATABASE_URL, checked and migrated. */
import { statfsSync } from 'node:fs';
import { checkDatabase } from '../database/check-database.ts';
import { looseMigrations, migrateDatabase } from '../database/migrate.ts';
import { type Log, startDatabaseServer } from '../database-server/database-server.ts';
import { makeDataFolder } from '../database-server/placement.ts';
import { isDatabaseAway } from '../http/errors.ts';
import { refuseOtherSecrets } from '../secrets/secrets.ts';
import { StartError } from './start-error.ts';

type Options = {
  dataFolder: string;
  database: { ownerUrl: string; appUrl: string } | undefined;
  log: Log;
};

export type StartedDatabase = { ownerUrl: string; appUrl: string; stop(): Promise<void> };

/** Starts it; on a refusal nothing is left running. */
export async function startDatabase({ dataFolder, database, log }: Options): Promise<StartedDatabase> {
  const started = database
    ? external(dataFolder, database, log)
    : await startDatabaseServer({ dataFolder, log });
  try {
    for (const warning of await checkDatabase(started.ownerUrl)) log.warn(warning);
    await refuseOtherSecrets(started.ownerUrl, dataFolder);
    const ran = await migrateDatabase(started.ownerUrl);
    if (ran.length > 0) log.info(`migrated the database: ${ran.length} steps, to ${ran.at(-1)}`);
    await tellLooseMigrations(started.ownerUrl, log);
    return started;
  } catch (error) {
    await started.stop();
    throw error;
  }
}

async function tellLooseMigrations(ownerUrl: string, log: Log): Promise<void> {
  const { empty, changed } = await looseMigrations(ownerUrl);
  for (const name of empty)
    log.warn(`migrations/${name}.sql has no statement yet: it is applied when it has one`);
  for (const name of changed) {
    log.warn(
      `migrations/${name}.sql was changed after it was applied, and its new text never reaches this database: take the change back and write another migration (npm run new-migration), or, if nobody else has it yet, start with an empty database`,
    );
  }
}

function external(
  dataFolder: string,
  database: { ownerUrl: string; appUrl: string },
  log: Log,
): StartedDatabase {
  makeDataFolder(dataFolder);
  if (database.ownerUrl === database.appUrl) {
    log.warn('requests run as the owner of the tables: set DATABASE_APP_URL to the role jolkol_app');
  }
  return { ...database, stop: async () => undefined };
}

/** The sentence for an error of a start, if there is one. */
export function startSentence(error: unknown, dataFolder: string): string | undefined {
  if (error instanceof StartError) return error.message;
  const { code, message, path } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === '53100') {
    return `The disk of ${path ?? dataFolder} is full: free some space and start again, nothing is lost.`;
  }
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return `${path ?? dataFolder} cannot be written (${code}): give this user the right to it, or set DATA_DIR to another folder.`;
  }
  if (isDatabaseAway(error)) {
    return isFull(dataFolder)
      ? `PostgreSQL stopped because the disk of ${dataFolder} is full: free some space and start again.`
      : `PostgreSQL stopped during the start: ${dataFolder}/database/postgres.log says why; start again.`;
  }
  if (code === '42501') {
    return `The database role may not do what a start needs (${message}): DATABASE_URL must name the owner of the database.`;
  }
  return undefined;
}

/** PostgreSQL needs one file of 16 MB for its next changes. */
const LEAST_FREE_BYTES = 16 * 1024 * 1024;

function isFull(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < LEAST_FREE_BYTES;
  } catch {
    return false;
  }
}
