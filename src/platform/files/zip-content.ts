/**
 * Whether an archive (XLSX) arrived whole: each entry unpacks to what the directory says of it. A reader of sheets skips what
 * it cannot read, so that rows of a damaged workbook would be left out and nobody would be told.
 */
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { type ZipEntry, zipEntries } from './zip-limits.ts';

const LOCAL_BYTES = 30;
const STORED = 0;
const DEFLATED = 8;
/** Its true sizes are in another place, for archives of more than 4 GB; uploads are smaller. */
const IN_ZIP64 = 0xffffffff;

/** @param path an archive that checkZip has let through */
export async function isZipWhole(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    for (const entry of await zipEntries(file)) if (!(await isEntryWhole(file, path, entry))) return false;
    return true;
  } finally {
    await file.close();
  }
}

async function isEntryWhole(file: FileHandle, path: string, entry: ZipEntry): Promise<boolean> {
  const { method, packed, unpacked, sum, offset } = entry;
  if (packed === IN_ZIP64 || unpacked === IN_ZIP64 || (method !== STORED && method !== DEFLATED)) return true;
  const local = Buffer.alloc(LOCAL_BYTES);
  await file.read(local, 0, LOCAL_BYTES, offset);
  const start = offset + LOCAL_BYTES + local.readUInt16LE(26) + local.readUInt16LE(28);
  const bytes = packed === 0 ? Readable.from([]) : createReadStream(path, { start, end: start + packed - 1 });
  let [length, found] = [0, 0];
  try {
    for await (const part of method === DEFLATED ? bytes.compose(createInflateRaw()) : bytes) {
      found = crc32(part, found);
      length += part.length;
      if (length > unpacked) return false;
    }
  } catch {
    return false;
  }
  return length === unpacked && found === sum;
}
