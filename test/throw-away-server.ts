/**
 * A PostgreSQL for one run of the tests, with a migrated database as the template. Its data folder is a copy of one
 * in the cache, so that neither initdb nor the migrations run each time.
 */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, globSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { migrateDatabase } from '#platform/database/migrate.ts';
import { type DatabaseServer, startDatabaseServer } from '#platform/database-server/database-server.ts';
import { cacheFolder, hashOfFiles } from '#tools/cache-folder.ts';
import { ROOT } from '#tools/source-files.ts';
import { makeFastFolder } from './fast-folder.ts';

/** A crash loses all data, which does not matter here. */
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

/** Everything that the content of the data folder depends on; the lockfile names the versions of the packages. */
const INPUTS = [
  'migrations/*.sql',
  'src/platform/database-server/*.ts',
  'src/platform/{database/migrate,jobs,secrets/private-file}.ts',
  'test/throw-away-server.ts',
  'package-lock.json',
];

/** Starts it on a folder that `stop` deletes. */
export async function startThrowAwayServer(): Promise<DatabaseServer> {
  const dataFolder = makeFastFolder('jolkol-test-');
  const remove = () => rmSync(dataFolder, { recursive: true, force: true });
  try {
    const cached = cacheFolder('test-database', hashOfFiles(globSync(INPUTS, { cwd: ROOT })));
    if (!existsSync(cached)) await fillCache(cached);
    if (existsSync(cached)) copyFolder(cached, dataFolder);
    const server = await start(dataFolder);
    const stop = async () => {
      await server.stop();
      remove();
    };
    try {
      // Nothing is left to do if the folder came from the cache.
      await migrateDatabase(server.ownerUrl);
    } catch (error) {
      await stop();
      throw error;
    }
    return { ...server, stop };
  } catch (error) {
    remove();
    throw error;
  }
}

const print = (text: string) => void process.stderr.write(`${text}\n`);

function start(dataFolder: string): Promise<DatabaseServer> {
  return startDatabaseServer({
    dataFolder,
    settings: THROW_AWAY,
    log: { info: print, warn: print, error: print },
  });
}

/** Makes a migrated cluster and puts it into the cache after a clean stop. */
async function fillCache(cached: string): Promise<void> {
  const made = makeFastFolder('jolkol-test-');
  const unfinished = `${cached}.${randomBytes(4).toString('hex')}`;
  try {
    const server = await start(made);
    try {
      await migrateDatabase(server.ownerUrl);
    } finally {
      await server.stop();
    }
    // If PostgreSQL's user cannot enter the folder, the cluster is in another place and cannot be copied with it.
    if (!existsSync(join(made, 'database', 'cluster', 'PG_VERSION'))) return;
    mkdirSync(unfinished);
    copyFolder(made, unfinished);
    renameSync(unfinished, cached);
  } catch (error) {
    // Another run was faster with the same cluster.
    if (!existsSync(cached)) throw error;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
    rmSync(made, { recursive: true, force: true });
  }
}

/** With owners and modes: if root runs the tests, the cluster belongs to another user. */
function copyFolder(from: string, to: string): void {
  execFileSync('cp', ['-a', `${from}/.`, to]);
}
