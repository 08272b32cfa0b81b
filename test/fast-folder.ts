/**
 * Temporary folders for the databases of tests: in memory if there is room. A clone of the template is more than a
 * thousand small files; a disk takes ten times as long to make and delete them.
 */
import { accessSync, constants, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const TMPFS = 0x01021994;
const ROOM_BYTES = 4 * 1024 ** 3;

let isSwept = false;

/**
 * An empty folder; the caller deletes it.
 * @param prefix `jolkol-<what for>-`
 */
export function makeFastFolder(prefix: string): string {
  if (!isSwept) sweepFolders(MEMORY);
  isSwept = true;
  return mkdtempSync(join(hasRoom() ? MEMORY : tmpdir(), `${prefix}${process.pid}-`));
}

/** Deletes what processes that were killed have left: else it takes memory until the machine is started again. */
export function sweepFolders(above: string): void {
  const names = existsSync(above) ? readdirSync(above) : [];
  for (const name of names) {
    const pid = /^jolkol-[a-z0-9-]+-(\d+)-\w{6}$/.exec(name)?.[1];
    if (!pid || existsSync(`/proc/${pid}`)) continue;
    try {
      rmSync(join(above, name), { recursive: true, force: true });
    } catch {
      // Another person's, or another run deletes it too.
    }
  }
}

/** Containers often have 64 MB there; memory that programs need is left to them. */
function hasRoom(): boolean {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { type, bavail, bsize } = statfsSync(MEMORY);
    return type === TMPFS && bavail * bsize >= ROOM_BYTES && process.availableMemory() >= ROOM_BYTES;
  } catch {
    return false;
  }
}
