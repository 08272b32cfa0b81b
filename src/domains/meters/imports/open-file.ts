/** An uploaded file as titles and rows of texts. */
import type { Readable } from 'node:stream';
import { copyLine } from '#platform/copy-in.ts';
import { type Files, storeKey } from '#platform/files/receive.ts';
import { readTable } from '#platform/imports/read-table.ts';
import { fail } from '#shared/errors.ts';
import { errors } from '../contract.ts';
import type { Mapping } from './contract.ts';
import { titleRow } from './mapping.rules.ts';

export type OpenFile = {
  titles: string[];
  /** Rows below the titles with their number as a spreadsheet counts them. */
  batches: AsyncIterable<{ firstRow: number; rows: string[][] }>;
};

/** Titles stand in the first rows, or in none. */
const TITLES_WITHIN = 12;

export async function openFile(files: Files, fileId: string): Promise<OpenFile> {
  const stream: Readable = await files.store.get(storeKey({ id: fileId, kind: 'attachment' }));
  const { batches } = await readTable(stream, { temporaryFolder: files.temporaryFolder });
  const iterator = batches[Symbol.asyncIterator]();
  const first = await iterator.next();
  if (first.done || first.value.length === 0) throw fail(errors.import_empty);
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

/** The mapped columns of every row as lines for COPY: number, meter, register, month, day, remark. */
export async function* mappedLines({ batches }: OpenFile, mapping: Mapping): AsyncGenerator<string> {
  const { meter, register, month, day, remark } = mapping;
  const cell = (row: string[], column: number | null) => (column === null ? null : row[column] || null);
  for await (const { firstRow, rows } of batches) {
    let text = '';
    for (const [index, row] of rows.entries()) {
      text += copyLine([
        firstRow + index,
        cell(row, meter),
        cell(row, register),
        cell(row, month),
        cell(row, day),
        cell(row, remark),
      ]);
    }
    if (text) yield text;
  }
}
