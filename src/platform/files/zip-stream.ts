/**
 * Files as one ZIP, sent while they are read from the store. They are stored as they are (a PDF is compressed already), and size and sum of
 * each are known, so that the length of the whole is known before its first byte.
 */

export type ZipFile = {
  name: string;
  bytes: number;
  crc32: number;
  open(): Promise<AsyncIterable<Buffer>>;
};

const LOCAL_BYTES = 30;
const CENTRAL_BYTES = 46;
const END_BYTES = 22;
const STORED = 0;
/** Names are in UTF-8. */
const FLAGS = 0x0800;
const VERSION = 20;
/** 1 January 1980: a file says when it was made on its cover. */
const DAY = 0x0021;
/** Larger ones, and more files, need another format, which not every program reads. */
const MOST_BYTES = 0xffff_ffff;
const MOST_FILES = 0xffff;

const nameBytes = ({ name }: ZipFile): number => Buffer.byteLength(name);

/** Of the whole; undefined if no ZIP holds so much. */
export function zipBytes(files: readonly ZipFile[]): number | undefined {
  const bytes = files.reduce(
    (sum, file) => sum + LOCAL_BYTES + CENTRAL_BYTES + 2 * nameBytes(file) + file.bytes,
    END_BYTES,
  );
  return bytes > MOST_BYTES || files.length > MOST_FILES ? undefined : bytes;
}

/** The ZIP, a chunk after the other; throws if a file has another length than was stated. */
export async function* zipStream(files: readonly ZipFile[]): AsyncGenerator<Buffer> {
  const places: number[] = [];
  let at = 0;
  for (const file of files) {
    places.push(at);
    const head = Buffer.alloc(LOCAL_BYTES);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(VERSION, 4);
    writeEntry(head, file, 6);
    yield Buffer.concat([head, Buffer.from(file.name)]);
    let read = 0;
    for await (const chunk of await file.open()) {
      read += chunk.length;
      yield chunk;
    }
    if (read !== file.bytes) throw new Error(`${file.name} has ${read} bytes instead of ${file.bytes}`);
    at += LOCAL_BYTES + nameBytes(file) + file.bytes;
  }
  const start = at;
  for (const [index, file] of files.entries()) {
    const entry = Buffer.alloc(CENTRAL_BYTES);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(VERSION, 4);
    entry.writeUInt16LE(VERSION, 6);
    writeEntry(entry, file, 8);
    entry.writeUInt32LE(places[index] ?? 0, 42);
    yield Buffer.concat([entry, Buffer.from(file.name)]);
    at += CENTRAL_BYTES + nameBytes(file);
  }
  const end = Buffer.alloc(END_BYTES);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(at - start, 12);
  end.writeUInt32LE(start, 16);
  yield end;
}

/** What both heads of a file have, from its flags to the length of its name. */
function writeEntry(head: Buffer, file: ZipFile, at: number): void {
  head.writeUInt16LE(FLAGS, at);
  head.writeUInt16LE(STORED, at + 2);
  head.writeUInt16LE(0, at + 4);
  head.writeUInt16LE(DAY, at + 6);
  head.writeUInt32LE(file.crc32, at + 8);
  head.writeUInt32LE(file.bytes, at + 12);
  head.writeUInt32LE(file.bytes, at + 16);
  head.writeUInt16LE(nameBytes(file), at + 20);
}
