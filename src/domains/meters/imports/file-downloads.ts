/** The files that are handed out: rows that were not taken, and the month's meters to fill in. Both can be uploaded again. */
import type { Actor } from '#platform/actor.ts';
import type { Clock } from '#platform/clock.ts';
import { sql } from '#platform/database/db.ts';
import type { ExportColumn, ExportHeader } from '#platform/exports/cells.ts';
import type { ExportOrder } from '#platform/exports/send-export.ts';
import type { Platform } from '#platform/platform.ts';
import { unreadRows } from '../queries.ts';
import { monthInForce } from '../readings/month-in-force.rules.ts';
import { getImport } from './queries.ts';
import { FILE_TITLES, REASON_TEXTS } from './reason-texts.rules.ts';

type Language = 'en' | 'bn';
type Wanted = { format: 'csv' | 'xlsx'; language: Language };

const written = (clock: Clock, language: Language) => ({
  language,
  bengaliDigits: false,
  timeZone: clock.timeZone,
});
const text = (key: string, title: string): ExportColumn => ({ key, title, kind: 'text' });

export async function refusedRows(
  { database, clock }: Pick<Platform, 'database' | 'clock'>,
  actor: Actor,
  { id, format, language }: Wanted & { id: string },
): Promise<ExportOrder> {
  const { fileName, mapping } = await getImport(database.db, actor, id);
  const titles = FILE_TITLES[language];
  const reasons = JSON.stringify(REASON_TEXTS[language]);
  const query = sql<
    Record<string, unknown>
  >`select row_no, meter, register, month, day, remark, ${reasons}::jsonb ->> reason as reason
      from meters.import_rows where import_id = ${id} and verdict = 'REFUSED' order by row_no`;
  const header: ExportHeader = {
    title: titles.refused,
    filters: [[fileName, '']],
    user: actor.name,
    at: actor.now,
  };
  return {
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
    query,
    header,
    language: written(clock, language),
  };
}

export function readingTemplate(
  clock: Clock,
  actor: Actor,
  wanted: Wanted & {
    period?: string | undefined;
    sectorId?: string | undefined;
    roadId?: string | undefined;
  },
): ExportOrder {
  const titles = FILE_TITLES[wanted.language];
  const period = wanted.period ?? monthInForce(actor.today);
  const query = sql<
    Record<string, unknown>
  >`select concat_ws(', ', "sectorNumber", "roadNumber", "plotNumber") as place, "connectionNumber", "consumerName",
        "meterNumber", "lastLitres", ${period.slice(0, 7)} as month
      from (${unreadRows(actor, { ...wanted, period })}) u order by way, "routeOrder", "meterId"`;
  return {
    format: wanted.format,
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
    query,
    header: {
      title: titles.template,
      filters: [[titles.month, period.slice(0, 7)]],
      user: actor.name,
      at: actor.now,
    },
    language: written(clock, wanted.language),
  };
}
