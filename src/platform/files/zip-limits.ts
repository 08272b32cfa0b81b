/**
 * Refuses archives (XLSX, DOCX) that unpack to far more than they weigh. Reads only the central directory, so
 * nothing is unpacked to find out. A directory with wrong sizes is caught by the reader's own byte counter.
 */
import { type FileHandle, open } from 'node:fs/promises';
import { fail } from '#shared/errors.ts';
import { fileErrors } from '#shared/files.ts';

const MAX_ENTRIES = 2_000;
/** XLSX sheets of equal rows reach 30; bombs start at some hundreds. */
const MAX_RATIO = 100;
export const MAX_UNPACKED_BYTES = 2 * 1024 ** 3;
/** Below this an entry cannot do harm, with any ratio. */
const SMALL_BYTES = 1024 * 1024;

const END_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;
const ENTRY_BYTES = 46;

/** Throws files.mixed_content if the archive breaks a limit or has no readable directory. */
export async function checkZip(path: string): Promise<void> {
  const file = await open(path);
  try {
    if (!withinLimits(await centralDirectory(file))) throw fail(fileErrors.mixed_content);
  } finally {
    await file.close();
  }
}

async function centralDirectory(file: FileHandle): Promise<Buffer> {
  const { size } = await file.stat();
  const tailBytes = Math.min(size, 65_557);
  const tail = Buffer.alloc(tailBytes);
  await file.read(tail, 0, tailBytes, size - tailBytes);
  for (let at = tailBytes - 22; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) !== END_SIGNATURE) continue;
    const bytes = tail.readUInt32LE(at + 12);
    const offset = tail.readUInt32LE(at + 16);
    if (offset + bytes > size || tail.readUInt16LE(at + 10) > MAX_ENTRIES) break;
    const directory = Buffer.alloc(bytes);
    await file.read(directory, 0, bytes, offset);
    return directory;
  }
  throw fail(fileErrors.mixed_content);
}

/** One entry as the directory describes it: sizes in bytes, `sum` its CRC-32, `offset` of its own header. */
export type ZipEntry = { method: number; packed: number; unpacked: number; sum: number; offset: number };

/** The entries of an archive that checkZip has let through. */
export async function zipEntries(file: FileHandle): Promise<ZipEntry[]> {
  return entriesOf(await centralDirectory(file)) ?? [];
}

/** Null if the directory is not one. */
function entriesOf(directory: Buffer): ZipEntry[] | null {
  const entries: ZipEntry[] = [];
  for (let at = 0; at + ENTRY_BYTES <= directory.length; ) {
    if (directory.readUInt32LE(at) !== ENTRY_SIGNATURE) return null;
    entries.push({
      method: directory.readUInt16LE(at + 10),
      sum: directory.readUInt32LE(at + 16),
      packed: directory.readUInt32LE(at + 20),
      unpacked: directory.readUInt32LE(at + 24),
      offset: directory.readUInt32LE(at + 42),
    });
    at +=
      ENTRY_BYTES +
      directory.readUInt16LE(at + 28) +
      directory.readUInt16LE(at + 30) +
      directory.readUInt16LE(at + 32);
  }
  return entries;
}

function withinLimits(directory: Buffer): boolean {
  const entries = entriesOf(directory);
  if (!entries || entries.length === 0 || entries.length > MAX_ENTRIES) return false;
  const total = entries.reduce((sum, { unpacked }) => sum + unpacked, 0);
  return (
    total <= MAX_UNPACKED_BYTES &&
    entries.every(({ packed, unpacked }) => unpacked <= SMALL_BYTES || unpacked <= packed * MAX_RATIO)
  );
}
