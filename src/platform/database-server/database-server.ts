/**
 * PostgreSQL of its own for a data folder: made on the first start, stopped with the program, restarted when it is
 * killed. It listens on a socket in its own folder only, never on a network port.
 */
import { chownSync, mkdirSync, mkdtempSync } from 'node:fs';
import { availableParallelism, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { describeFailure, makeCluster } from './cluster.ts';
import { lockFolder } from './folder-lock.ts';
import { makeDataFolder, type Placement, place } from './placement.ts';
import { type Postmaster, startPostmaster, stopOrphan, stopProcess } from './postmaster.ts';
import { makeRoles, urls } from './roles.ts';

/** Bytes of a Unix socket's path, less the name that PostgreSQL appends. */
const SOCKET_FOLDER_BYTES_MAX = 107 - '/.s.PGSQL.5432'.length;
/** One that ran this long had started well; until then pauses between starts grow, for example on a full disk. */
export const STEADY_MS = 60_000;
const RESTART_PAUSE_MAX_MS = 10_000;
const MEGABYTE = 1024 * 1024;

export type Log = { info(text: string): void; warn(text: string): void; error(text: string): void };

export type DatabaseServer = {
  /** Owns the database `jolkol`: migrations and jobs. */
  ownerUrl: string;
  /** The program's own role: no owner, no superuser. */
  appUrl: string;
  /** The cluster's superuser, for backup and for tests that make databases. */
  superuserUrl: string;
  stop(): Promise<void>;
};

type Options = {
  dataFolder: string;
  log: Log;
  /** PostgreSQL settings on top of ours. `fsync: 'off'` is for throw-away clusters of tests. */
  settings?: Record<string, string>;
};

/** Starts PostgreSQL on the data folder; one program at a time. */
export async function startDatabaseServer({
  dataFolder,
  log,
  settings = {},
}: Options): Promise<DatabaseServer> {
  makeDataFolder(dataFolder);
  const unlock = await lockFolder(dataFolder);
  try {
    const placement = place(dataFolder);
    const orphan = await stopOrphan(placement.home);
    if (orphan !== undefined)
      log.warn(`stopped PostgreSQL that an earlier run had left behind (process ${orphan})`);
    await makeCluster(placement, settings.fsync !== 'off');
    const socketFolder = makeSocketFolder(placement);
    const url = urls(socketFolder, placement.passwords);
    const options = { ...tuning(), ...settings, unix_socket_directories: socketFolder };
    const stop = await keepRunning({ placement, options, url: url.superuser, log });
    const release = async () => {
      await stop();
      unlock();
    };
    return { ownerUrl: url.owner, appUrl: url.app, superuserUrl: url.superuser, stop: release };
  } catch (error) {
    unlock();
    throw error;
  }
}

type Running = { placement: Placement; options: Record<string, string>; url: string; log: Log };

/** Starts the postmaster and starts it again whenever it ends without being asked to. */
async function keepRunning(running: Running): Promise<() => Promise<void>> {
  const { placement, options, log } = running;
  let stopping = false;
  let current = await startAndWait(running);
  const watch = async (): Promise<void> => {
    for (let failures = 0; ; ) {
      const since = performance.now();
      await current.ended;
      if (stopping) return;
      failures = performance.now() - since > STEADY_MS ? 0 : failures + 1;
      log.error('PostgreSQL ended unexpectedly and is started again');
      await sleep(Math.min(250 * 2 ** failures, RESTART_PAUSE_MAX_MS));
      if (stopping) return;
      current = startPostmaster(placement, options);
    }
  };
  const watching = watch();
  return async () => {
    // A second stop must not signal a pid that has meanwhile become somebody else's.
    if (!stopping) {
      stopping = true;
      await stopProcess(current.pid);
    }
    await watching;
  };
}

/** A killed postmaster's children need a moment to notice; until then the new one refuses the shared memory. */
async function startAndWait({ placement, options, url, log }: Running): Promise<Postmaster> {
  for (let attempt = 1; ; attempt += 1) {
    const postmaster = startPostmaster(placement, options);
    const client = await connect(url, postmaster, log);
    if (client) {
      try {
        await makeRoles(client, placement.passwords);
      } finally {
        await client.end();
      }
      return postmaster;
    }
    const output = postmaster.output();
    if (attempt >= 40 || !/shared memory block|lock file/.test(output))
      throw describeFailure(placement.home, output);
    await sleep(250);
  }
}

/** Waits until it takes connections, however long recovery lasts; undefined when it ended instead. */
async function connect(url: string, postmaster: Postmaster, log: Log): Promise<pg.Client | undefined> {
  let ended = false;
  void postmaster.ended.then(() => {
    ended = true;
  });
  const started = performance.now();
  let told = false;
  while (!ended) {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      const { code } = error as { code?: string };
      // 57P03: starting up; the others: the socket is not there yet.
      if (!['57P03', 'ENOENT', 'ECONNREFUSED', 'ECONNRESET'].includes(code ?? '')) {
        await stopProcess(postmaster.pid);
        throw error;
      }
    }
    if (!told && performance.now() - started > 5000) {
      told = true;
      log.info('PostgreSQL recovers after an unclean end; this can take a while');
    }
    await sleep(10);
  }
  return undefined;
}

/** Beside the cluster; a path too long for a socket goes to the temporary folder. */
function makeSocketFolder({ home, owner }: Placement): string {
  const beside = join(home, 'run');
  if (Buffer.byteLength(beside) <= SOCKET_FOLDER_BYTES_MAX) {
    mkdirSync(beside, { recursive: true, mode: 0o700 });
    if (owner) chownSync(beside, owner.uid, owner.gid);
    return beside;
  }
  const temporary = mkdtempSync(join(tmpdir(), 'jolkol-'));
  if (owner) chownSync(temporary, owner.uid, owner.gid);
  return temporary;
}

/** For one machine that the program shares with its database; durability settings stay PostgreSQL's safe defaults. */
function tuning(): Record<string, string> {
  const memoryMb = Math.floor(totalmem() / MEGABYTE);
  return {
    listen_addresses: '',
    port: '5432',
    unix_socket_permissions: '0700',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    max_connections: '100',
    shared_buffers: `${Math.min(1024, Math.max(64, Math.floor(memoryMb / 8)))}MB`,
    effective_cache_size: `${Math.max(128, Math.floor(memoryMb / 2))}MB`,
    work_mem: '16MB',
    maintenance_work_mem: `${Math.min(256, Math.max(64, Math.floor(memoryMb / 16)))}MB`,
    max_wal_size: '2GB',
    checkpoint_timeout: '15min',
    random_page_cost: '1.1',
    jit: 'off',
    max_worker_processes: String(Math.max(8, availableParallelism())),
  };
}
