/**
 * A temporary file between the database, which writes at its own speed, and a reader at theirs. It has no name: it
 * goes with its descriptor, also when the program is killed.
 */
import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { commonErrors, fail } from '#shared/errors.ts';
import { exportErrors } from '#shared/exports.ts';

const MEGABYTE = 1024 ** 2;

/** Bytes that the spooled files of this process have, and may have. */
export type Room = { usedBytes: number; allBytes: number; fileBytes: number };

export type Spooled = {
  stream: Readable;
  bytes: number;
  /** All of it, from its beginning, as long as `stream` is not closed. */
  copy: () => Readable;
};

/** Writes all of it; the file ends when the stream is closed, read or not. */
export async function spool(
  content: AsyncIterable<string | Uint8Array>,
  folder: string,
  room: Room,
): Promise<Spooled> {
  const file = await openNameless(folder);
  let bytes = 0;
  const giveBack = () => {
    room.usedBytes -= bytes;
    bytes = 0;
  };
  try {
    for await (const chunk of content) {
      const piece = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      bytes += piece.length;
      room.usedBytes += piece.length;
      if (bytes > room.fileBytes) {
        throw fail(exportErrors.over_limit, { limit_mb: Math.floor(room.fileBytes / MEGABYTE) });
      }
      if (room.usedBytes > room.allBytes) throw fail(commonErrors.unavailable);
      await file.writeFile(piece);
    }
  } catch (error) {
    giveBack();
    await file.close();
    // A full disk passes: the reader may try again.
    throw (error as NodeJS.ErrnoException).code === 'ENOSPC' ? fail(commonErrors.unavailable) : error;
  }
  const size = bytes;
  const stream = file.createReadStream({ start: 0 });
  stream.once('close', giveBack);
  return { stream, bytes: size, copy: () => file.createReadStream({ start: 0, autoClose: false }) };
}

/** A kill between the two leaves an empty file, which the sweeping of uploads takes away. */
async function openNameless(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  const file = await open(path, 'wx+', 0o600);
  await rm(path);
  return file;
}
