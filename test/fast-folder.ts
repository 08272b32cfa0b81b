/**
 * Temporary folders for the databases of tests: in memory if there is room. A clone of the template is more than a
 * thousand small files; a disk takes ten times as long to make and delete them.
 */
import { accessSync, constants, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const TMPFS = 0x01021994;
const ROOM_BYTES = 4 * 1024 ** 3;

/** An empty folder; the caller deletes it. */
export function makeFastFolder(prefix: string): string {
  return mkdtempSync(join(hasRoom() ? MEMORY : tmpdir(), prefix));
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
