/** A file of readings as titles and rows of texts. */
import type { Files } from '#platform/files/receive.ts';
import { columnLines, openStoredTable, type StoredTable } from '#platform/imports/stored-table.ts';
import type { Mapping } from './contract.ts';
import { titleRow } from './mapping.rules.ts';

export function openReadings(files: Files, fileId: string): Promise<StoredTable> {
  return openStoredTable(files, fileId, titleRow);
}

/** The mapped columns of every row as lines for COPY: number, meter, register, month, day, remark. */
export function mappedLines(table: StoredTable, mapping: Mapping): AsyncGenerator<string> {
  const { meter, register, month, day, remark } = mapping;
  return columnLines(table, [meter, register, month, day, remark]);
}
