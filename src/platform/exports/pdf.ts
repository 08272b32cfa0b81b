/**
 * A list as PDF. The table of a part is laid out as a whole, so memory grows with the part (0.1 GB per 1,000 rows)
 * and not with the list: parts are rendered one after the other and joined while they are sent.
 */
import { joinPdfs } from '../pdf/join-pdf.ts';
import { renderPdf } from '../pdf/render.ts';
import { textWidth } from '../pdf/text-width.ts';
import type { ExportColumn, ExportHeader, ExportLanguage, ExportRow } from './cells.ts';
import { formatsOf, shownText } from './cells.ts';
import {
  brokenTo,
  CELL_INSET,
  heightOfPage,
  inPages,
  layoutOf,
  linesOf,
  needsOfHeads,
  withRows,
} from './paper-layout.rules.ts';

/** About 30 pages. A shorter list is one document, with the number of its pages and tags for screen readers. */
export const PART_ROWS = 1_000;
const TAGGED_ROWS = 500;
/** From one line of a cell to the next, in sizes of the letters. */
const LINE = { en: 1.42, bn: 1.57 };
/** Above the first table, in points. */
const TITLE_ROOM = 40;

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
    inset: CELL_INSET,
  };
  const tables = tablesOf(columns, language.language);
  const render = (part: string[][], place: { 'first-page': number; 'is-whole': boolean }) =>
    renderPdf({
      template: { path: 'platform/exports/list.typ' },
      data: { ...page, ...place, ...tables(part) },
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

/** The tables of a part, on pages that all its columns can be read on; a later part has at least the widths of those before it. */
function tablesOf(columns: readonly ExportColumn[], language: 'en' | 'bn') {
  const measure = { cell: textWidth('regular'), head: textWidth('semiBold') };
  const titles = columns.map(({ title }) => title);
  const kinds = columns.map(({ kind }) => kind);
  let needs = needsOfHeads(titles, measure);
  return (rows: readonly string[][]) => {
    needs = withRows(needs, rows, kinds, measure);
    const { page, bands } = layoutOf(needs);
    const room = (width: number) => (width - 2 * CELL_INSET.x) / page.size;
    const line = page.size * LINE[language];
    const lines = (row: readonly string[], width: (text: string) => number) =>
      Math.max(
        ...bands.flatMap((band) =>
          band.columns.map((column, index) =>
            linesOf(row[column] ?? '', width, room(band.widths[index] ?? 0)),
          ),
        ),
      );
    const height = (row: readonly string[], width = measure.cell) =>
      lines(row, width) * line + 2 * CELL_INSET.y;
    const pages: [number, number][] =
      bands.length === 1
        ? [[0, rows.length]]
        : inPages(
            rows.map((row) => height(row)),
            heightOfPage(page) - height(titles, measure.head) - TITLE_ROOM,
          );
    return {
      page,
      tables: pages.flatMap(([from, to]) =>
        bands.map(({ columns: shown, widths }) => {
          const cells = (row: readonly string[], width: (text: string) => number) =>
            shown.map((column, index) => brokenTo(row[column] ?? '', width, room(widths[index] ?? 0)));
          return {
            titles: cells(titles, measure.head),
            kinds: shown.map((column) => kinds[column]),
            widths,
            rows: rows.slice(from, to).map((row) => cells(row, measure.cell)),
          };
        }),
      ),
    };
  };
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
