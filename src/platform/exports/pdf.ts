/**
 * A list as PDF. The table of a part is laid out as a whole, so memory grows with the part (0.1 GB per 1,000 rows)
 * and not with the list: parts are rendered one after the other and joined while they are sent.
 */
import { joinPdfs } from '../pdf/join-pdf.ts';
import { renderPdf } from '../pdf/render.ts';
import type { CellKind, ExportColumn, ExportHeader, ExportLanguage, ExportRow } from './cells.ts';
import { formatsOf, shownText } from './cells.ts';

/** About 30 pages. A shorter list is one document, with the number of its pages and tags for screen readers. */
export const PART_ROWS = 1_000;
const TAGGED_ROWS = 500;

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

/** The file in chunks: one for a list of one part, several for each part of a longer one. */
export async function* pdfChunks(
  columns: readonly ExportColumn[],
  rows: AsyncIterable<ExportRow>,
  header: ExportHeader,
  language: ExportLanguage,
): AsyncGenerator<Buffer> {
  const writers = formatsOf(language);
  const page = {
    title: header.title,
    language: language.language,
    filters: header.filters,
    note: `${header.user} · ${writers.instant(header.at.toISOString())}`,
    'page-word': language.language === 'bn' ? 'পৃষ্ঠা' : 'Page',
    digits: writers.digits('0123456789'),
    titles: columns.map(({ title }) => title),
    shares: columns.map(({ kind }) => SHARES[kind]),
    kinds: columns.map(({ kind }) => kind),
  };
  const render = (part: string[][], place: { 'first-page': number; 'is-whole': boolean }) =>
    renderPdf({
      template: { path: 'platform/exports/list.typ' },
      data: { ...page, ...place, rows: part },
      tagged: place['is-whole'] && part.length <= TAGGED_ROWS,
      isPart: true,
      timeout_ms: 120_000,
    });
  const parts = inParts(rows, (row) => columns.map(({ key, kind }) => shownText(row[key], kind, writers)));
  const first = await parts.next();
  const second = await parts.next();
  if (second.done) {
    yield (await render(first.value ?? [], { 'first-page': 1, 'is-whole': true })).content;
    return;
  }
  const all = following([first.value, second.value], parts);
  yield* joinPdfs(
    (async function* () {
      let next = 1;
      for await (const part of all) {
        const { content, pages } = await render(part, { 'first-page': next, 'is-whole': false });
        yield content;
        next += pages;
      }
    })(),
  );
}

async function* following<T>(read: readonly T[], rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield* read;
  yield* rest;
}

async function* inParts<T>(rows: AsyncIterable<T>, show: (row: T) => string[]): AsyncGenerator<string[][]> {
  let part: string[][] = [];
  for await (const row of rows) {
    part.push(show(row));
    if (part.length === PART_ROWS) {
      yield part;
      part = [];
    }
  }
  if (part.length > 0) yield part;
}
