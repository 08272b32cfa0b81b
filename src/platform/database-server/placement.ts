/**
 * The folder of a data folder's cluster. Normally inside it; if PostgreSQL's own uid cannot enter it, under
 * /var/lib/jolkol, and database.json in the data folder says so. The same file holds the random passwords (0600).
 */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { writePrivateFile } from '../secrets/private-file.ts';
import { StartError } from '../start/start-error.ts';
import { type Binaries, findBinaries } from './binaries.ts';
import { canEnter, canRun, databaseOwner, NOBODY, type Owner } from './process-owner.ts';

/** Read and entered by every user, holds nothing secret itself: each home inside is 0700. */
const SYSTEM_FOLDER = '/var/lib/jolkol';

export type Passwords = { superuser: string; owner: string; app: string };
export type Placement = {
  /** Folder of the cluster, its log and its socket. */
  home: string;
  owner: Owner;
  binaries: string;
  version: string;
  passwords: Passwords;
};

type DatabaseFile = { home: string; passwords: Passwords };

/** Makes the data folder: other users may pass through only if PostgreSQL runs as one of them. */
export function makeDataFolder(dataFolder: string): void {
  try {
    makeFolders(resolve(dataFolder), databaseOwner() ? 0o711 : 0o700);
  } catch (error) {
    throw new StartError(
      `The data folder ${dataFolder} cannot be made (${(error as Error).message}): set DATA_DIR to a folder that you may write.`,
    );
  }
}

/**
 * Makes the folder and those above it, one at a time. Node's own `recursive` never returns if a folder that exists
 * takes no new ones and answers that it is missing, as /proc does.
 */
function makeFolders(folder: string, mode: number): void {
  const isFolder = () => statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
  if (isFolder()) return;
  if (dirname(folder) !== folder) makeFolders(dirname(folder), mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    // Another start may have made it meanwhile.
    if (!isFolder()) throw error;
  }
}

/** Reads the cluster's folder, or decides it on the first start. */
export function place(dataFolder: string): Placement {
  const found = findBinaries();
  const file = join(dataFolder, 'database.json');
  const record = existsSync(file) ? readRecord(file) : createRecord(dataFolder, file);
  const home = resolve(dataFolder, record.home);
  const owner = makeHome(home, dataFolder);
  if (!canEnter(home, owner)) {
    throw new StartError(
      `PostgreSQL runs as uid ${owner?.uid}, which cannot enter ${home}: let others pass through the folders above it (chmod o+x) or move the data folder.`,
    );
  }
  const binaries = canRun(found.folder, owner) ? found.folder : copyBinaries(found);
  return { home, owner, binaries, version: found.version, passwords: record.passwords };
}

function readRecord(file: string): DatabaseFile {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as DatabaseFile;
  } catch (error) {
    throw new StartError(
      `${file} cannot be read (${(error as Error).message}): it holds the database's passwords, restore it from a backup.`,
    );
  }
}

function createRecord(dataFolder: string, file: string): DatabaseFile {
  if (existsSync(join(dataFolder, 'database'))) {
    throw new StartError(`${file} is missing beside the database it belongs to: restore it from a backup.`);
  }
  letPass(dataFolder);
  const home = canEnter(dataFolder, databaseOwner())
    ? 'database'
    : join(SYSTEM_FOLDER, randomBytes(6).toString('hex'));
  const password = () => randomBytes(24).toString('base64url');
  const record = { home, passwords: { superuser: password(), owner: password(), app: password() } };
  writePrivateFile(file, `${JSON.stringify(record, null, 2)}\n`);
  return record;
}

/** A data folder of root's own is opened for passing through if nothing else prevents it. */
function letPass(dataFolder: string): void {
  const { uid, mode } = statSync(dataFolder);
  if (!databaseOwner() || uid !== 0 || !canEnter(dirname(resolve(dataFolder)), databaseOwner())) return;
  chmodSync(dataFolder, (mode & 0o777) | 0o011);
}

/** The home belongs to the user who made it: a cluster of an ordinary user stays theirs when root starts it. */
function makeHome(home: string, dataFolder: string): Owner {
  const unprivileged = databaseOwner();
  if (existsSync(home)) {
    const { uid, gid } = statSync(home);
    if (unprivileged && (uid === 0 || isOfOlderRoot(uid, dataFolder))) return handOver(home, unprivileged);
    if (unprivileged) return { uid, gid };
    if (uid === process.getuid?.()) return undefined;
    throw new StartError(`The database in ${home} belongs to uid ${uid}: start as that user or as root.`);
  }
  if (home.startsWith(`${SYSTEM_FOLDER}/`)) makeSystemFolder();
  mkdirSync(home, { mode: 0o700 });
  if (unprivileged) chownSync(home, unprivileged.uid, unprivileged.gid);
  return unprivileged;
}

/** Older versions ran PostgreSQL as nobody if root started them. What nobody made as an ordinary user stays theirs. */
function isOfOlderRoot(uid: number, dataFolder: string): boolean {
  return uid === NOBODY.uid && statSync(dataFolder).uid === 0;
}

/** The cluster's files get the user of its own; not while an older program still runs on them. */
function handOver(home: string, to: NonNullable<Owner>): Owner {
  const { uid, gid } = statSync(home);
  if (uid !== 0 && existsSync(join(home, 'cluster', 'postmaster.pid'))) return { uid, gid };
  execFileSync('chown', ['-R', `${to.uid}:${to.gid}`, home]);
  return to;
}

function makeSystemFolder(): void {
  mkdirSync(SYSTEM_FOLDER, { recursive: true });
  chmodSync(SYSTEM_FOLDER, 0o755);
}

/** A copy of the programs that the unprivileged uid can run; one for each version, shared by all data folders. */
function copyBinaries({ folder, version }: Binaries): string {
  const copy = join(SYSTEM_FOLDER, `postgresql-${version}`);
  if (existsSync(copy)) return copy;
  makeSystemFolder();
  const unfinished = `${copy}.${randomBytes(4).toString('hex')}`;
  cpSync(folder, unfinished, { recursive: true, verbatimSymlinks: true });
  execFileSync('chmod', ['-R', 'u+w,a+rX', unfinished]);
  try {
    renameSync(unfinished, copy);
  } catch (error) {
    // Another start was faster with the same copy.
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  }
  return copy;
}
