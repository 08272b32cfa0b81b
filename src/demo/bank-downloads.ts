/** Two people downloaded the bank report: all of it in two formats, and what was open; one download broke off. */
import { Readable } from 'node:stream';
import { beginDownload } from '#domains/payments/bank-files/downloads/actions/keep-download.ts';
import { bankReportExport } from '#domains/payments/bank-files/exports.ts';
import { all, transaction } from '#platform/database/db.ts';
import { wholeList } from '#platform/database/lists.ts';
import type { ExportRow } from '#platform/exports/cells.ts';
import { exportFile, exportName } from '#platform/exports/export-rows.ts';
import type { Platform } from '#platform/platform.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import { DEFAULT_TIME_ZONE } from '#shared/time-zone.ts';
import type { Story } from './story.ts';

export type Means = Pick<Platform, 'files'> & { secrets: Secrets; log: Pick<Platform['log'], 'info'> };

const DOWNLOADS = [
  { role: 'reviewer', time: '11:10', format: 'csv', status: undefined, breaks: false },
  { role: 'reviewer', time: '11:12', format: 'xlsx', status: undefined, breaks: false },
  { role: 'cashier', time: '11:38', format: 'pdf', status: undefined, breaks: true },
  { role: 'cashier', time: '11:40', format: 'csv', status: 'OPEN', breaks: false },
] as const;

export async function downloadBankReport(
  { db, clock, at, today }: Story,
  { files, log }: Means,
): Promise<void> {
  for (const { role, time, format, status, breaks } of DOWNLOADS) {
    const actor = at(role, today, time);
    const query = {
      format,
      language: 'en',
      digits: false,
      sort: 'day',
      limit: 20,
      offset: 1,
      status,
    } as const;
    const made = { name: bankReportExport.name, at: new Date(actor.now), zone: DEFAULT_TIME_ZONE };
    const fileName = exportName(made.name, format, made.at, made.zone);
    const program = { database: { db }, files, clock, log: log as Platform['log'] };
    const started = await transaction(db, (tx) => beginDownload(program, tx, actor, { query, fileName }));
    if (breaks) {
      await started.keeping.broke();
      continue;
    }
    const { chunks, mediaType } = exportFile({
      ...{ format, name: made.name },
      columns: bankReportExport.columns.map(({ key, kind, title }) => ({ key, kind, title: title[0] })),
      header: { title: bankReportExport.title[0], filters: [], user: actor.name, at: made.at },
      language: { language: 'en', bengaliDigits: false, timeZone: made.zone },
    });
    const list = await transaction(db, async (tx) => bankReportExport.list(actor, started.query, {}, tx));
    const rows = await all<ExportRow>(db, wholeList(query.sort, list));
    async function* noted() {
      for (const row of rows) {
        await started.keeping.note(row);
        yield row;
      }
    }
    // All of it is there before it is kept, as in the program.
    const content: Buffer[] = [];
    for await (const chunk of chunks(noted())) content.push(Buffer.from(chunk));
    await started.keeping.keep(Readable.from(content, { objectMode: false }), mediaType);
  }
}
