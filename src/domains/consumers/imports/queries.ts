/** Questions about files of consumers. Everybody who may import sees all of them. */
import type { Actor } from '#platform/actor.ts';
import { all, type Db, first, one, sql, type Tx } from '#platform/database/db.ts';
import { containing, type ListQuery, listPage } from '#platform/database/lists.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { toLatinDigits } from '#shared/money.ts';
import type { Page, Paging } from '#shared/paging.ts';
import { FIELDS, type Import, type ImportRow, type Mapping, type Problem } from './contract.ts';
import { guessMapping } from './mapping.rules.ts';

const columns = sql`i.id, i.file_name as "fileName", i.state, i.mapping, i.rows_total as "rowsTotal",
  i.rows_ready as "rowsReady", i.rows_existing as "rowsExisting", i.rows_differing as "rowsDiffering",
  i.rows_duplicate as "rowsDuplicate", i.rows_wrong as "rowsWrong", i.rows_added as "rowsAdded",
  i.rows_updated as "rowsUpdated", case when i.state in ('CHECKING', 'COMMITTING') then i.step end as step,
  i.rows_done as "rowsDone", i.problem, u.name as "uploadedBy", i.uploaded_at as "uploadedAt",
  i.committed_at as "committedAt", i.undone_at as "undoneAt", i.version, i.file_id as "fileId"`;
const from = sql`from consumers.imports i left join identity.users u on u.id = i.uploaded_by`;

type Row = Omit<Import, 'can'> & { fileId: string };

const withRights = (row: Row): Import & { fileId: string } => ({
  ...row,
  can: {
    check: row.state === 'UPLOADED' || row.state === 'CHECKED',
    commit: row.state === 'CHECKED' && row.rowsReady + row.rowsDiffering > 0,
    cancel: row.state === 'CHECKING' || row.state === 'COMMITTING',
    undo: row.state === 'COMMITTED',
  },
});

type Filters = { search?: string | undefined; state?: string | undefined };

export function importList(query: Filters): ListQuery {
  const state = query.state ?? null;
  const named = query.search ? sql`i.file_name ilike ${containing(query.search)}` : sql`true`;
  return {
    rows: sql`select ${columns} ${from} where (${state}::text is null or i.state = ${state}) and ${named}`,
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

export type StartedImport = {
  id: string;
  state: Import['state'];
  file_id: string;
  file_name: string;
  titles: string[];
  mapping: Mapping | null;
  updates_existing: boolean;
  register_mark: string | null;
  run: number;
  asked_by: string | null;
  asked_by_name: string;
  asked_by_role: string;
  version: number;
};

const started = sql`id, state, file_id, file_name, titles, mapping, updates_existing, register_mark, run, asked_by,
  asked_by_name, asked_by_role, version`;

/** The import for a job that works on it; undefined if it is gone. */
export function findStarted(db: Db | Tx, id: string): Promise<StartedImport | undefined> {
  return first(db, sql<StartedImport>`select ${started} from consumers.imports where id = ${id}`);
}

export async function lockImport(tx: Tx, _actor: Actor, id: string): Promise<StartedImport> {
  const row = await first<StartedImport>(
    tx,
    sql`select ${started} from consumers.imports where id = ${id} for update`,
  );
  if (!row) throw fail(commonErrors.not_found);
  return row;
}

/** Titles, first rows, and what they seem to be: as the last file with these titles was read, or by the titles. */
export async function lookInto(db: Db | Tx, importId: string) {
  const { titles, sample, known } = await one<{
    titles: string[];
    sample: string[][];
    known: Mapping | null;
  }>(
    db,
    sql`select i.titles, i.sample, (select k.mapping from consumers.imports k where k.titles = i.titles
        and k.mapping is not null and k.id <> i.id order by k.uploaded_at desc limit 1) as known
      from consumers.imports i where i.id = ${importId}`,
  );
  return { columns: titles, sample, guess: known ?? guessMapping(titles) };
}

/** How many rows have which problem; a row with two counts in both. */
export function countProblems(db: Db | Tx, importId: string): Promise<{ problem: Problem; rows: number }[]> {
  return all(
    db,
    sql`select problem, count(*) as rows
      from consumers.import_rows, unnest(problems) problem
      where import_id = ${importId} and verdict = 'WRONG' group by problem order by rows desc, problem`,
  );
}

type RowQuery = Paging & { verdict?: string | undefined; problem?: string | undefined };
type FoundRow = Omit<ImportRow, 'raw'> & { raw: (string | null)[] };

export async function listImportRows(
  db: Db | Tx,
  importId: string,
  query: RowQuery,
): Promise<Page<ImportRow>> {
  const conditions = [sql`r.import_id = ${importId}`];
  if (query.verdict) conditions.push(sql`r.verdict = ${query.verdict}`);
  if (query.problem) conditions.push(sql`${query.problem} = any (r.problems)`);
  if (query.search) {
    const wanted = containing(query.search.toLowerCase());
    const digits = containing(toLatinDigits(query.search).toLowerCase());
    conditions.push(sql`(lower(array_to_string(r.raw, ' ')) like ${wanted}
      or lower(concat_ws(' ', r.phone, r.nid, r.legacy_number)) like ${digits})`);
  }
  const page = await listPage<FoundRow>(db, query, {
    rows: sql`select r.row_no as "rowNo", r.raw, r.verdict, r.problems, r.same_row as "sameRow",
        r.consumer_id as "consumerId", r.differs
      from consumers.import_rows r where ${sql.join(conditions, sql` and `)}`,
    sorts: { rowNo: sql`"rowNo"` },
    tieBreak: sql`"rowNo"`,
    details: (rows) => sql`select p.*, c.number as "consumerNumber"
      from (${rows}) p left join consumers.consumers c on c.id = p."consumerId"`,
  });
  return { ...page, items: page.items.map((row) => ({ ...row, raw: namedFields(row.raw) })) };
}

export function namedFields(raw: readonly (string | null)[]): ImportRow['raw'] {
  return Object.fromEntries(FIELDS.map((field, index) => [field, raw[index] ?? null])) as ImportRow['raw'];
}
