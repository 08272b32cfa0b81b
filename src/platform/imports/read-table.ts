/**
 * An uploaded table, CSV or XLSX, as rows of texts. Which column means what is the domain's question. CSV streams;
 * an XLSX is first kept in a temporary file, because its directory is at its end, and is checked for bombs
 * before anything is unpacked.
 */
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError, fail } from '#shared/errors.ts';
import { FILE_CAPS, fileErrors } from '#shared/files.ts';
import { importErrors } from '#shared/imports/import-errors.ts';
import { type CellValue, readWorkbook } from '../exports/xlsx-file.ts';
import { isZipWhole } from '../files/zip-content.ts';
import { checkZip } from '../files/zip-limits.ts';
import { csvRows } from './csv-rows.ts';
import { openCsv } from './open-csv.ts';

/** Batches of rows, the header row among them; read once. */
export type Table = { format: 'csv' | 'xlsx'; batches: AsyncIterable<string[][]> };

const BATCH_ROWS = 1000;
const ZIP_START = Buffer.from('PK\x03\x04', 'latin1');

/**
 * Opens an uploaded table; its first bytes say which format it is.
 * @param options capBytes: for XLSX, which is held in memory
 */
export async function readTable(
  stream: Readable,
  options: { temporaryFolder: string; capBytes?: number },
): Promise<Table> {
  const iterator: AsyncIterator<Buffer> = stream[Symbol.asyncIterator]();
  const first = await iterator.next();
  if (first.done) throw fail(importErrors.empty);
  const whole = Readable.from(joined(first.value, iterator), { objectMode: false });
  if (first.value.subarray(0, 4).equals(ZIP_START)) {
    const content = await receiveWorkbook(whole, options);
    return { format: 'xlsx', batches: workbookRows(content) };
  }
  const { delimiter, body } = await openCsv(whole);
  return { format: 'csv', batches: csvRows(body, delimiter) };
}

async function* joined(first: Buffer, iterator: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield first;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  } finally {
    await iterator.return?.();
  }
}

async function receiveWorkbook(
  stream: Readable,
  { temporaryFolder, capBytes = FILE_CAPS.attachment }: { temporaryFolder: string; capBytes?: number },
): Promise<Buffer> {
  const path = join(temporaryFolder, randomUUID());
  await mkdir(temporaryFolder, { recursive: true, mode: 0o700 });
  let bytes = 0;
  const capped = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > capBytes)
        done(fail(fileErrors.too_large, { limit_mb: capBytes / 1024 ** 2, kind: 'attachment' }));
      else done(null, chunk);
    },
  });
  try {
    await pipeline(stream, capped, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
    await checkZip(path);
    if (!(await isZipWhole(path))) throw fail(importErrors.unreadable_workbook);
    return await readFile(path);
  } finally {
    await rm(path, { force: true });
  }
}

async function* workbookRows(content: Buffer): AsyncGenerator<string[][]> {
  let batch: string[][] = [];
  try {
    for await (const cells of readWorkbook(content)) {
      if (cells.every((cell) => cell === null || cell === '')) continue;
      batch.push(cells.map(cellText));
      if (batch.length < BATCH_ROWS) continue;
      yield batch;
      batch = [];
    }
  } catch (error) {
    throw error instanceof AppError ? error : fail(importErrors.unreadable_workbook);
  }
  if (batch.length > 0) yield batch;
}

/** A spreadsheet keeps fifteen digits of a number: of a longer one the rest is lost, and it must not look exact. */
const EXACT_BELOW = 1e15;

/** Numbers without grouping, days as YYYY-MM-DD, times of day only if there is one. */
function cellText(cell: CellValue): string {
  if (cell === null) return '';
  if (typeof cell === 'number' && Math.abs(cell) >= EXACT_BELOW) return cell.toExponential();
  if (!(cell instanceof Date)) return String(cell);
  const iso = cell.toISOString();
  return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso.slice(0, 19).replace('T', ' ');
}
