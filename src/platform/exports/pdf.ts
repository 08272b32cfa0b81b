/** A list as PDF: for reading and signing, so its length is capped; whole lists are CSV and XLSX. */
import { fail } from '#shared/errors.ts';
import { renderPdf } from '../pdf/render.ts';
import type { CellKind, ExportColumn, ExportHeader, ExportLanguage, ExportRow } from './cells.ts';
import { exportErrors, formatsOf, shownText } from './cells.ts';

/** About 90 pages. The table is laid out as a whole, so memory grows with it: 0.1 GB per 1,000 rows. */
export const MAX_PDF_ROWS = 3_000;

/** Shares of the page's width. */
const SHARES: Record<CellKind, number> = {
  text: 1.8,
  money: 1.1,
  volume: 0.9,
  number: 0.8,
  day: 1,
  month: 1.2,
  instant: 1.7,
};

export async function listPdf(
  columns: readonly ExportColumn[],
  rows: AsyncIterable<ExportRow>,
  header: ExportHeader,
  language: ExportLanguage,
): Promise<Buffer> {
  const writers = formatsOf(language);
  const shown: string[][] = [];
  for await (const row of rows) {
    if (shown.length === MAX_PDF_ROWS)
      throw fail(exportErrors.too_many_rows_for_pdf, { limit: MAX_PDF_ROWS });
    shown.push(columns.map(({ key, kind }) => shownText(row[key], kind, writers)));
  }
  const { content } = await renderPdf({
    template: { path: 'platform/exports/list.typ' },
    data: {
      title: header.title,
      language: language.language,
      filters: header.filters,
      note: `${header.user} · ${writers.instant(header.at.toISOString())}`,
      'page-word': language.language === 'bn' ? 'পৃষ্ঠা' : 'Page',
      digits: writers.digits('0123456789'),
      titles: columns.map(({ title }) => title),
      shares: columns.map(({ kind }) => SHARES[kind]),
      kinds: columns.map(({ kind }) => kind),
      rows: shown,
    },
    tagged: shown.length <= 500,
    timeout_ms: 120_000,
  });
  return content;
}
