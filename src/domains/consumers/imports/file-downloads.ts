/** The files that are handed out: the one to fill in, and the rows to mend. Both can be uploaded again. */
import type { Actor } from '#platform/actor.ts';
import { type Sql, sql } from '#platform/db.ts';
import type { Download } from '#platform/download.ts';
import type { ExportColumn } from '#platform/exports/cells.ts';
import { exportRows } from '#platform/exports/export-rows.ts';
import type { Platform } from '#platform/platform.ts';
import { streamQuery } from '#platform/stream-query.ts';
import { FIELDS } from './contract.ts';
import { FIELD_TITLES, FILE_TEXTS, PROBLEM_TEXTS } from './field-texts.rules.ts';
import { getImport } from './queries.ts';

type Wanted = { format: 'csv' | 'xlsx'; language: 'en' | 'bn' };
type File = {
  name: string;
  title: string;
  hints: [string, string][];
  more?: ExportColumn[];
  rows: Sql<Record<string, unknown>>;
  rowCount: number;
};

const fieldColumns: ExportColumn[] = FIELDS.map((field) => ({
  key: field,
  title: FIELD_TITLES[field],
  kind: 'text',
}));

function written(platform: Platform, actor: Actor, wanted: Wanted, file: File): Promise<Download> {
  return exportRows({
    format: wanted.format,
    name: file.name,
    columns: [...fieldColumns, ...(file.more ?? [])],
    rows: streamQuery(platform.database, file.rows, actor),
    header: { title: file.title, filters: file.hints, user: actor.name, at: actor.now },
    language: {
      language: wanted.language,
      bengaliDigits: false,
      timeZone: platform.clock.timeZone,
    },
    rowCount: file.rowCount,
  });
}

export function consumerTemplate(platform: Platform, actor: Actor, wanted: Wanted): Promise<Download> {
  const words = FILE_TEXTS[wanted.language];
  return written(platform, actor, wanted, {
    name: 'consumers-to-import',
    title: words.template,
    hints: [
      [words.needed, words.needed_text],
      [FIELD_TITLES.phone, words.phone],
      [FIELD_TITLES.dateOfBirth, words.birth],
    ],
    rows: sql`select where false`,
    rowCount: 0,
  });
}

export async function badRows(
  platform: Platform,
  actor: Actor,
  { id, ...wanted }: Wanted & { id: string },
): Promise<Download> {
  const { fileName, rowsWrong, rowsDuplicate } = await getImport(platform.database.db, actor, id);
  const words = FILE_TEXTS[wanted.language];
  const texts = JSON.stringify(PROBLEM_TEXTS[wanted.language]);
  const cells = FIELDS.map((field, index) => sql`raw[${sql.lit(index + 1)}] as ${sql.ref(field)}`);
  return written(platform, actor, wanted, {
    name: 'consumers-not-taken',
    title: words.bad,
    hints: [[fileName, '']],
    more: [
      { key: 'reason', title: words.reason, kind: 'text' },
      { key: 'row_no', title: words.row, kind: 'number' },
    ],
    rows: sql`select ${sql.join(cells)}, row_no, case when verdict = 'DUPLICATE' then ${words.same}::text || ' ' || same_row
        else (select string_agg(${texts}::jsonb ->> p, '; ') from unnest(problems) p) end as reason
      from consumers.import_rows where import_id = ${id} and verdict in ('WRONG', 'DUPLICATE') order by row_no`,
    rowCount: rowsWrong + rowsDuplicate,
  });
}
