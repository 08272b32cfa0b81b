/** A stored upload as titles and rows of texts, and its chosen columns as lines for COPY. */

import { fail } from '#shared/errors.ts';
import { importErrors } from '#shared/imports/import-errors.ts';
import { copyLine } from '../database/copy-in.ts';
import { type Files, storeKey } from '../files/receive.ts';
import { readTable } from './read-table.ts';

export type StoredTable = {
  titles: string[];
  /** Rows below the titles with their number as a spreadsheet counts them. */
  batches: AsyncIterable<{ firstRow: number; rows: string[][] }>;
};

/** Titles are in the first rows, or in none. */
const TITLES_WITHIN = 16;
const SAMPLE_ROWS = 8;

/**
 * Opens the attachment.
 * @param titleRow which of the first rows holds the titles: our own files have lines above them
 */
export async function openStoredTable(
  files: Files,
  fileId: string,
  titleRow: (rows: readonly (readonly string[])[]) => number,
): Promise<StoredTable> {
  const stream = await files.store.get(storeKey({ id: fileId, kind: 'attachment' }));
  const { batches } = await readTable(stream, { temporaryFolder: files.temporaryFolder });
  const iterator = batches[Symbol.asyncIterator]();
  const first = await iterator.next();
  if (first.done || first.value.length === 0) throw fail(importErrors.empty);
  const at = titleRow(first.value.slice(0, TITLES_WITHIN));
  const titles = (first.value[at] ?? []).map((title) => title.trim());
  const below = first.value.slice(at + 1);
  return { titles, batches: numbered(below, at + 2, iterator) };
}

async function* numbered(first: string[][], firstRow: number, rest: AsyncIterator<string[][]>) {
  let at = firstRow;
  try {
    yield { firstRow: at, rows: first };
    at += first.length;
    for (let next = await rest.next(); !next.done; next = await rest.next()) {
      yield { firstRow: at, rows: next.value };
      at += next.value.length;
    }
  } finally {
    await rest.return?.();
  }
}

/** The first rows, to choose columns by. */
export async function sampleOf({ batches }: StoredTable): Promise<string[][]> {
  const sample: string[][] = [];
  for await (const { rows } of batches) {
    sample.push(...rows.slice(0, SAMPLE_ROWS - sample.length));
    if (sample.length >= SAMPLE_ROWS) break;
  }
  return sample;
}

/**
 * Row number and the chosen columns of every row, in their order, as lines for COPY; a column that the file does not
 * have is null.
 * @param onRows told how many rows have gone by
 */
export async function* columnLines(
  { batches }: StoredTable,
  columns: readonly (number | null)[],
  onRows: (count: number) => void = () => undefined,
): AsyncGenerator<string> {
  let count = 0;
  for await (const { firstRow, rows } of batches) {
    let text = '';
    for (const [index, row] of rows.entries()) {
      const cells = columns.map((column) => (column === null ? null : row[column] || null));
      text += copyLine([firstRow + index, ...cells]);
    }
    if (text) yield text;
    count += rows.length;
    onRows(count);
  }
}
