/** The database for a command, as the owner of its tables: running or stopped, of the data folder or of DATABASE_URL. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { startDatabaseServer } from '#platform/database-server/database-server.ts';
import { urls } from '#platform/database-server/roles.ts';

/** @param isOurs PostgreSQL runs for this command only, and ends with `stop` */
type Reached = { url: string; isOurs: boolean; stop(): Promise<void> };

const noStop = async () => undefined;

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The database of the environment, that of a program that runs, or the stopped one of the data folder, which is started. */
export async function reachDatabase(): Promise<Reached> {
  const external = process.env.DATABASE_URL;
  if (external) return { url: external, isOurs: false, stop: noStop };
  const dataFolder = process.env.DATA_DIR || './data';
  const file = join(dataFolder, 'database.json');
  if (!existsSync(file))
    throw new Error(`There is no database in ${dataFolder}: set DATA_DIR or DATABASE_URL.`);
  const { home, passwords } = JSON.parse(readFileSync(file, 'utf8'));
  const { owner } = urls(join(resolve(dataFolder, home), 'run'), passwords);
  if (await answers(owner)) return { url: owner, isOurs: false, stop: noStop };
  const log = { info: () => undefined, warn: console.error, error: console.error };
  const server = await startDatabaseServer({ dataFolder, log });
  return { url: server.ownerUrl, isOurs: true, stop: server.stop };
}
