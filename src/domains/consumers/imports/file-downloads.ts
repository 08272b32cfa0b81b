/** The files that are handed out: the one to fill in, and the rows to mend. Both can be uploaded again. */
import type { Actor } from '#platform/actor.ts';
import type { Clock } from '#platform/clock.ts';
import { type Sql, sql } from '#platform/database/db.ts';
import type { ExportColumn } from '#platform/exports/cells.ts';
import type { ExportOrder } from '#platform/exports/send-export.ts';
import type { Platform } from '#platform/platform.ts';
import { FIELDS } from './contract.ts';
import { FIELD_TITLES, FILE_TEXTS, PROBLEM_TEXTS } from './field-texts.rules.ts';
import { getImport } from './queries.ts';

type Wanted = { format: 'csv' | 'xlsx'; language: 'en' | 'bn' };
type File = {
  name: string;
  title: string;
  hints: [string, string][];
  more?: ExportColumn[];
  query: Sql<Record<string, unknown>>;
};

const fieldColumns: ExportColumn[] = FIELDS.map((field) => ({
  key: field,
  title: FIELD_TITLES[field],
  kind: 'text',
}));

function written(clock: Clock, actor: Actor, wanted: Wanted, file: File): ExportOrder {
  return {
    format: wanted.format,
    name: file.name,
    columns: [...fieldColumns, ...(file.more ?? [])],
    query: file.query,
    header: { title: file.title, filters: file.hints, user: actor.name, at: actor.now },
    language: {
      language: wanted.language,
      bengaliDigits: false,
      timeZone: clock.timeZone,
    },
  };
}

export function consumerTemplate(clock: Clock, actor: Actor, wanted: Wanted): ExportOrder {
  const words = FILE_TEXTS[wanted.language];
  return written(clock, actor, wanted, {
    name: 'consumers-to-import',
    title: words.template,
    hints: [
      [words.needed, words.needed_text],
      [FIELD_TITLES.phone, words.phone],
      [FIELD_TITLES.dateOfBirth, words.birth],
    ],
    query: sql`select where false`,
  });
}

export async function badRows(
  { database, clock }: Pick<Platform, 'database' | 'clock'>,
  actor: Actor,
  { id, ...wanted }: Wanted & { id: string },
): Promise<ExportOrder> {
  const { fileName } = await getImport(database.db, actor, id);
  const words = FILE_TEXTS[wanted.language];
  const texts = JSON.stringify(PROBLEM_TEXTS[wanted.language]);
  const cells = FIELDS.map((field, index) => sql`raw[${sql.lit(index + 1)}] as ${sql.ref(field)}`);
  return written(clock, actor, wanted, {
    name: 'consumers-not-taken',
    title: words.bad,
    hints: [[fileName, '']],
    more: [
      { key: 'reason', title: words.reason, kind: 'text' },
      { key: 'row_no', title: words.row, kind: 'number' },
    ],
    query: sql`select ${sql.join(cells)}, row_no, case when verdict = 'DUPLICATE' then ${words.same}::text || ' ' || same_row
        else (select string_agg(${texts}::jsonb ->> p, '; ') from unnest(problems) p) end as reason
      from consumers.import_rows where import_id = ${id} and verdict in ('WRONG', 'DUPLICATE') order by row_no`,
  });
}
