/** Questions about files of readings. Everybody who may import sees all of them. */
import type { Actor } from '#platform/actor.ts';
import { all, type Db, first, sql, type Tx } from '#platform/database/db.ts';
import { type ListQuery, listPage } from '#platform/database/lists.ts';
import type { Files } from '#platform/files/receive.ts';
import { sampleOf } from '#platform/imports/stored-table.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import type { Page, Paging } from '#shared/paging.ts';
import type { Import, ImportRow, Mapping, Uploaded } from './contract.ts';
import { guessMapping } from './mapping.rules.ts';
import { openReadings } from './open-file.ts';

const columns = sql`i.id, i.file_name as "fileName", i.state, i.mapping, i.rows_total as "rowsTotal",
  i.rows_good as "rowsGood", i.rows_flagged as "rowsFlagged", i.rows_refused as "rowsRefused", u.name as "uploadedBy",
  i.uploaded_at as "uploadedAt", i.committed_at as "committedAt", i.undone_at as "undoneAt", i.version, i.file_id as "fileId"`;
const from = sql`from meters.imports i left join identity.users u on u.id = i.uploaded_by`;

type Row = Omit<Import, 'can'> & { fileId: string };

const withRights = (row: Row): Import & { fileId: string } => ({
  ...row,
  can: {
    check: row.state === 'UPLOADED' || row.state === 'CHECKED',
    commit: row.state === 'CHECKED' && row.rowsGood + row.rowsFlagged > 0,
    undo: row.state === 'COMMITTED',
  },
});

type Filters = { state?: string | undefined };

export function importList(query: Filters): ListQuery {
  return {
    rows: sql`select ${columns} ${from} where ${query.state ?? null}::text is null or i.state = ${query.state ?? null}`,
    sorts: { uploadedAt: sql`"uploadedAt"`, fileName: sql`"fileName"` },
    tieBreak: sql`id`,
  };
}

export async function listImports(db: Db | Tx, query: Paging & Filters): Promise<Page<Import>> {
  const page = await listPage<Row>(db, query, importList(query));
  return { ...page, items: page.items.map(withRights) };
}

export async function getImport(
  db: Db | Tx,
  _actor: Actor,
  id: string,
): Promise<Import & { fileId: string }> {
  const row = await first<Row>(db, sql`select ${columns} ${from} where i.id = ${id}`);
  if (!row) throw fail(commonErrors.not_found);
  return withRights(row);
}

export type LockedImport = {
  id: string;
  state: string;
  file_id: string;
  mapping: Mapping | null;
  /** As text: a JavaScript date would lose its microseconds. */
  checked_at: string | null;
  version: number;
};

export async function lockImport(tx: Tx, _actor: Actor, id: string): Promise<LockedImport> {
  const row = await first<LockedImport>(
    tx,
    sql`select id, state, file_id, mapping, checked_at::text, version from meters.imports
      where id = ${id} for update`,
  );
  if (!row) throw fail(commonErrors.not_found);
  return row;
}

/** Titles, first rows, and what they seem to be. */
export async function lookInto(
  files: Files,
  fileId: string,
): Promise<Pick<Uploaded, 'columns' | 'sample' | 'guess'>> {
  const table = await openReadings(files, fileId);
  const { titles } = table;
  return { columns: titles, sample: await sampleOf(table), guess: guessMapping(titles) };
}

/** How many rows were refused for what. */
export function countReasons(db: Db | Tx, importId: string): Promise<{ reason: string; rows: number }[]> {
  return all(
    db,
    sql`select reason, count(*) as rows from meters.import_rows
      where import_id = ${importId} and verdict = 'REFUSED' group by reason order by rows desc, reason`,
  );
}

type RowQuery = Paging & { verdict?: string | undefined; reason?: string | undefined };

export async function listImportRows(
  db: Db | Tx,
  importId: string,
  query: RowQuery,
): Promise<Page<ImportRow>> {
  const conditions = [sql`r.import_id = ${importId}`];
  if (query.verdict) conditions.push(sql`r.verdict = ${query.verdict}`);
  if (query.reason) conditions.push(sql`r.reason = ${query.reason}`);
  if (query.search) conditions.push(sql`r.meter = ${query.search}`);
  return listPage<ImportRow>(db, query, {
    rows: sql`select r.row_no as "rowNo", r.meter, r.register, r.month, r.day, r.verdict, r.reason, r.flags, r.figures,
        c.number as "connectionNumber", u.name as "consumerName", u.name_bn as "consumerNameBn", r.period, r.read_on as "readOn",
        r.register_litres as "registerLitres", r.previous_litres as "previousLitres", r.previous_on as "previousOn",
        r.consumption_litres as "consumptionLitres", r.expected_litres as "expectedLitres", r.expected_from as "expectedFrom"
      from meters.import_rows r left join meters.connections c on c.id = r.connection_id
      left join consumers.consumers u on u.id = c.consumer_id
      where ${sql.join(conditions, sql` and `)}`,
    sorts: { rowNo: sql`"rowNo"`, consumption: sql`"consumptionLitres"` },
    tieBreak: sql`"rowNo"`,
  });
}
