/** The files that are handed out: rows that were not taken, and the month's meters to fill in. Both can be uploaded again. */
import type { Actor } from '#platform/actor.ts';
import { sql } from '#platform/db.ts';
import type { Download } from '#platform/download.ts';
import type { ExportColumn, ExportHeader } from '#platform/exports/cells.ts';
import { exportRows } from '#platform/exports/export-rows.ts';
import type { Platform } from '#platform/platform.ts';
import { streamQuery } from '#platform/stream-query.ts';
import { firstOfMonth } from '#shared/dates.ts';
import { unreadRows } from '../queries.ts';
import { getImport } from './queries.ts';
import { FILE_TITLES, REASON_TEXTS } from './reason-texts.rules.ts';

type Language = 'en' | 'bn';
type Wanted = { format: 'csv' | 'xlsx'; language: Language };

const written = (platform: Platform, language: Language) => ({
  language,
  bengaliDigits: false,
  timeZone: platform.clock.timeZone,
});
const text = (key: string, title: string): ExportColumn => ({ key, title, kind: 'text' });

export async function refusedRows(
  platform: Platform,
  actor: Actor,
  { id, format, language }: Wanted & { id: string },
): Promise<Download> {
  const { db } = platform.database;
  const { fileName, rowsRefused, mapping } = await getImport(db, actor, id);
  const titles = FILE_TITLES[language];
  const reasons = JSON.stringify(REASON_TEXTS[language]);
  const rows = streamQuery<Record<string, unknown>>(
    platform.database,
    sql`select row_no, meter, register, month, day, remark, ${reasons}::jsonb ->> reason as reason
      from meters.import_rows where import_id = ${id} and verdict = 'REFUSED' order by row_no`,
    actor,
  );
  const header: ExportHeader = {
    title: titles.refused,
    filters: [[fileName, '']],
    user: actor.name,
    at: actor.now,
  };
  return exportRows({
    format,
    name: 'readings-not-taken',
    columns: [
      { key: 'row_no', title: titles.row, kind: 'number' },
      text('meter', titles.meter),
      text('register', mapping?.unit === 'litres' ? titles.registerLitres : titles.register),
      text('month', titles.month),
      text('day', titles.day),
      text('remark', titles.remark),
      text('reason', titles.reason),
    ],
    rows,
    header,
    language: written(platform, language),
    rowCount: rowsRefused,
  });
}

export async function readingTemplate(
  platform: Platform,
  actor: Actor,
  query: Wanted & { period?: string | undefined; sectorId?: string | undefined; roadId?: string | undefined },
): Promise<Download> {
  const titles = FILE_TITLES[query.language];
  const period = query.period ?? firstOfMonth(actor.today);
  const rows = streamQuery<Record<string, unknown>>(
    platform.database,
    sql`select concat_ws(', ', "sectorNumber", "roadNumber", "plotNumber") as place, "connectionNumber", "consumerName",
        "meterNumber", "lastLitres", ${period.slice(0, 7)} as month
      from (${unreadRows(actor, { ...query, period })}) u order by route, "meterId"`,
    actor,
  );
  return exportRows({
    format: query.format,
    name: 'meters-to-read',
    columns: [
      text('place', titles.place),
      text('connectionNumber', titles.connection),
      text('consumerName', titles.consumer),
      text('meterNumber', titles.meter),
      { key: 'lastLitres', title: titles.previous, kind: 'volume' },
      text('month', titles.month),
      text('register', titles.register),
      text('day', titles.day),
      text('remark', titles.remark),
    ],
    rows,
    header: {
      title: titles.template,
      filters: [[titles.month, period.slice(0, 7)]],
      user: actor.name,
      at: actor.now,
    },
    language: written(platform, query.language),
  });
}
