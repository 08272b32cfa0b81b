/** The only file that knows the XLSX library: rows out as a streamed workbook, rows in from an uploaded one. */
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { type CellValue, streamXlsxRows, writeXlsxStream } from 'hucre/xlsx';

export type { CellValue };

/**
 * A workbook with one sheet, compressed while it is written. Texts are stored as texts, so that none becomes a
 * formula. More rows than a sheet holds go on in the next sheet.
 * @param sheet formats: number format of each column; frozenRows stay in sight
 */
export function writeWorkbook(
  rows: AsyncIterable<CellValue[]>,
  sheet: { name: string; formats: (string | undefined)[]; widths: number[]; frozenRows: number },
): Readable {
  const columns = sheet.formats.map((numFmt, index) => ({
    width: sheet.widths[index] ?? 16,
    ...(numFmt ? { numFmt } : {}),
  }));
  const workbook = writeXlsxStream(rows, {
    name: sheet.name,
    columns,
    freezePane: { rows: sheet.frozenRows },
  });
  return Readable.fromWeb(workbook as ReadableStream<Uint8Array>);
}

/** The rows of the first sheet. */
export async function* readWorkbook(content: Uint8Array): AsyncGenerator<CellValue[]> {
  for await (const { values } of streamXlsxRows(content)) yield values;
}
