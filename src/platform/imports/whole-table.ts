/** A short uploaded table, CSV or XLSX, read whole: a register that is taken as one or not at all. */
import type { Readable } from 'node:stream';
import { fail } from '#shared/errors.ts';
import { importErrors } from '#shared/imports/import-errors.ts';
import { readTable } from './read-table.ts';

export type WholeTable = {
  titles: string[];
  /** With their number as a spreadsheet counts them. */
  rows: { row: number; cells: string[] }[];
};

const MOST_ROWS = 20_000;

/** @param titleRow which of the first rows holds the titles: our own files have lines above them */
export async function readWholeTable(
  stream: Readable,
  options: { temporaryFolder: string; titleRow: (rows: readonly (readonly string[])[]) => number },
): Promise<WholeTable> {
  const { batches } = await readTable(stream, { temporaryFolder: options.temporaryFolder });
  const all: string[][] = [];
  for await (const batch of batches) {
    all.push(...batch);
    if (all.length > MOST_ROWS) throw fail(importErrors.too_many_rows, { limit: MOST_ROWS });
  }
  if (all.length === 0) throw fail(importErrors.empty);
  const at = options.titleRow(all.slice(0, 16));
  return {
    titles: all[at] ?? [],
    rows: all.slice(at + 1).map((cells, index) => ({ row: at + 2 + index, cells })),
  };
}
