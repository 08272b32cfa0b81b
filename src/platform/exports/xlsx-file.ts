/** The only file that knows the XLSX library: rows out as a streamed workbook, rows in from an uploaded one. */
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { type CellValue, cellRef, streamXlsxRows, writeXlsx, writeXlsxStream } from 'hucre/xlsx';

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

type WholeSheet = {
  name: string;
  formats: (string | undefined)[];
  widths: number[];
  frozenRows: number;
  /** Lines above the rows, the head of the table last. */
  above: CellValue[][];
  rows: CellValue[][];
  total: CellValue[] | null;
};

/** A workbook that is made at once: its head has filters over the rows, and head and sums are bold. */
export async function wholeWorkbook(sheet: WholeSheet): Promise<Uint8Array> {
  const { above, rows, total, formats } = sheet;
  const head = above.length - 1;
  const last = Math.max(0, formats.length - 1);
  const bold = new Map(
    [0, head, ...(total ? [above.length + rows.length] : [])].flatMap((line) =>
      formats.map((numFmt, column) => [
        `${line},${column}`,
        { style: { font: { bold: true }, ...(numFmt && line > head ? { numFmt } : {}) } },
      ]),
    ),
  );
  return writeXlsx({
    sheets: [
      {
        name: sheet.name,
        columns: formats.map((numFmt, index) => ({
          width: sheet.widths[index] ?? 16,
          ...(numFmt ? { numFmt } : {}),
        })),
        rows: [...above, ...rows, ...(total ? [total] : [])],
        cells: bold,
        freezePane: { rows: sheet.frozenRows },
        autoFilter: { range: `${cellRef(head, 0)}:${cellRef(head + rows.length, last)}` },
      },
    ],
  });
}

/** The rows of the first sheet. */
export async function* readWorkbook(content: Uint8Array): AsyncGenerator<CellValue[]> {
  for await (const { values } of streamXlsxRows(content)) yield values;
}
