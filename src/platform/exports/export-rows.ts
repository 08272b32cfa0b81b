/** Any list as a file. CSV and XLSX stream with flat memory; whoever stops reading stops the query. */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { dayOf } from '#shared/dates.ts';
import type { ExportFormat } from '#shared/exports.ts';
import type { Download } from '../download.ts';
import type { Rows } from '../stream-query.ts';
import type { ExportColumn, ExportHeader, ExportLanguage, ExportRow } from './cells.ts';
import { CSV_ROWS_PER_CHUNK, csvChunks } from './csv.ts';
import { PART_ROWS, pdfChunks } from './pdf.ts';
import { xlsxStream } from './xlsx.ts';

export type Export = {
  format: ExportFormat;
  /** File name without day and extension, in Latin letters: `invoices`. */
  name: string;
  columns: readonly ExportColumn[];
  rows: Rows<ExportRow>;
  header: ExportHeader;
  language: ExportLanguage;
  /** Total of the list, for the progress that the downloads panel shows. */
  rowCount?: number;
};

const MEDIA_TYPES: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
};
/** Measured on lists of eight columns: a compressed cell. */
const XLSX_BYTES_PER_CELL = 6;
/** Measured on lists of four to eleven columns: 90 to 480. */
const PDF_BYTES_PER_ROW = 300;

export async function exportRows(order: Export): Promise<Download> {
  const { format, columns, rows, header, language, rowCount } = order;
  const download = {
    mediaType: MEDIA_TYPES[format],
    fileName: `${order.name}-${dayOf(header.at, language.timeZone)}.${format}`,
  };
  if (format === 'pdf') return { ...download, ...(await pdfStream(order)) };
  if (format === 'xlsx') {
    const stream = xlsxStream(columns, await started(rows), header, language);
    const estimatedBytes = rowCount && rowCount * columns.length * XLSX_BYTES_PER_CELL;
    return { ...download, stream: stopping(stream, rows), estimatedBytes };
  }
  const chunks = csvChunks(columns, rows, header, language);
  // As with `started`; the first chunk also tells how long a row is.
  const first = await chunks.next();
  const bytes = first.value ? Buffer.byteLength(first.value) : 0;
  const estimatedBytes = rowCount && Math.ceil((bytes / Math.min(rowCount, CSV_ROWS_PER_CHUNK)) * rowCount);
  return { ...download, stream: stopping(Readable.from(following(first, chunks)), rows), estimatedBytes };
}

/** A short list is finished before the answer begins, so that its size is known. */
async function pdfStream({ columns, rows, header, language, rowCount }: Export) {
  const chunks = pdfChunks(columns, rows, header, language);
  // As with `started`: a part that cannot be made is an error, and not half a file.
  const stream = Readable.from(following(await chunks.next(), chunks));
  if (rowCount !== undefined && rowCount <= PART_ROWS) {
    const content = await buffer(stream);
    return { stream: Readable.from([content]), bytes: content.length };
  }
  return { stream: stopping(stream, rows), estimatedBytes: rowCount && rowCount * PDF_BYTES_PER_ROW };
}

/** The rows after the first one was read: a query that fails is an error, and not half a file. */
async function started(rows: Rows<ExportRow>): Promise<AsyncIterable<ExportRow>> {
  const iterator = rows[Symbol.asyncIterator]();
  const first = await iterator.next();
  return (async function* () {
    try {
      for (let row = first; !row.done; row = await iterator.next()) yield row.value;
    } finally {
      await iterator.return?.();
    }
  })();
}

async function* following<T>(first: IteratorResult<T>, rest: AsyncGenerator<T>): AsyncGenerator<T> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}

/** A stream that is closed early (the reader cancelled) cancels the query behind it. */
function stopping(stream: Readable, rows: Rows<ExportRow>): Readable {
  stream.once('close', () => {
    if (!stream.readableEnded) rows.cancel();
  });
  return stream;
}
