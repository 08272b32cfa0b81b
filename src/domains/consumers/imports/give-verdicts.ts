/** The dry run of a file: its rows are copied in, read and judged. Verdicts given before are replaced. */
import type { CopyIn } from '#platform/database/copy-in.ts';
import { execute, sql, type Tx } from '#platform/database/db.ts';
import type { Files } from '#platform/files/receive.ts';
import { columnLines, openStoredTable } from '#platform/imports/stored-table.ts';
import { fail } from '#shared/errors.ts';
import { errors, FIELDS, type Mapping } from './contract.ts';
import { judgeRows, registerMark } from './judge-rows.ts';
import { titleRow } from './mapping.rules.ts';
import type { StartedImport } from './queries.ts';
import { LINES_TABLE, LINES_TARGET, readRows } from './read-rows.ts';
import type { Report } from './watch-work.ts';

/**
 * Columns of the import with their new values. They are written when the work is done: an import that is locked
 * could neither tell how far it is nor be cancelled.
 */
export type Outcome = Record<string, string | number>;

type Work = { tx: Tx; copy: CopyIn; files: Files; report: Report };

export async function giveVerdicts(
  { tx, copy, files, report }: Work,
  found: StartedImport,
  today: string,
): Promise<Outcome> {
  const file = await openStoredTable(files, found.file_id, titleRow);
  const columns = FIELDS.map((field) => (found.mapping as Mapping)[field] ?? null);
  await execute(tx, LINES_TABLE);
  report('READING', 0);
  await copy(
    LINES_TARGET,
    columnLines(file, columns, (rows) => report('READING', rows)),
  );
  report('JUDGING');
  await execute(tx, sql`set local work_mem = '128MB'`);
  await execute(tx, sql`analyze import_lines`);
  await execute(tx, sql`create temporary table import_read on commit drop as ${readRows(today)}`);
  await execute(tx, sql`analyze import_read`);
  await execute(tx, sql`delete from consumers.import_rows where import_id = ${found.id}`);
  const mark = await registerMark(tx);
  const { total, ready, existing, differing, duplicate, wrong } = await judgeRows(tx, found.id);
  if (total === 0) throw fail(errors.import_empty);
  return {
    rows_total: total,
    rows_ready: ready,
    rows_existing: existing,
    rows_differing: differing,
    rows_duplicate: duplicate,
    rows_wrong: wrong,
    register_mark: mark,
  };
}
