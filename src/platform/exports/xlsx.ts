/** XLSX: amounts, dates and numbers are typed cells, texts are texts. */
import type { CellKind, ExportColumn, ExportHeader, ExportLanguage, ExportRow } from './cells.ts';
import { formatsOf, headerLines, instantWriter } from './cells.ts';
import { type CellValue, wholeWorkbook, writeWorkbook } from './xlsx-file.ts';

const FORMATS: Record<CellKind, string | undefined> = {
  // As text, so that what is typed into a file to fill in keeps its leading zeros and all its digits.
  text: '@',
  money: '#,##0.00',
  volume: '#,##0.000',
  number: undefined,
  day: 'yyyy-mm-dd',
  month: 'yyyy-mm',
  instant: 'yyyy-mm-dd hh:mm:ss',
};
/** Of figures and days, which are of one length. */
const FIXED_WIDTHS: Record<Exclude<CellKind, 'text'>, number> = {
  money: 16,
  volume: 14,
  number: 12,
  day: 12,
  month: 12,
  instant: 20,
};
/** Excel's longest cell. */
const LONGEST_TEXT = 32_767;
/** Longest whole number that a spreadsheet keeps exactly. */
const EXACT_DIGITS = 15;

/** A list of more rows is written while it is read, with widths of its first rows and without filters in its head. */
const WHOLE_ROWS = 10_000;
const MEASURED_ROWS = 500;
const NARROWEST = 8;
const WIDEST = 60;
/** A letter of Bengali is wider than a figure; the head has an arrow for its filter. */
const PER_LETTER = { en: 1.05, bn: 1.25 };
const ROOM = 3;

export async function* xlsxChunks(
  columns: readonly ExportColumn[],
  rows: AsyncIterable<ExportRow>,
  header: ExportHeader,
  language: ExportLanguage,
): AsyncGenerator<Uint8Array> {
  const writers = formatsOf(language);
  const above = [...headerLines(header, writers), [], columns.map(({ title }) => title)];
  const instant = instantWriter(language.timeZone);
  const sums = sumsOf(columns, language.language);
  const cells = cellsOf(columns, rows, instant, sums.add);
  const first: CellValue[][] = [];
  try {
    let next = await cells.next();
    for (; !next.done && first.length < WHOLE_ROWS; next = await cells.next()) first.push(next.value);
    const sheet = {
      name: sheetName(header.title),
      formats: columns.map(({ kind }) => FORMATS[kind]),
      widths: widthsOf(columns, first.slice(0, MEASURED_ROWS), language.language),
      frozenRows: above.length,
    };
    if (next.done) yield await wholeWorkbook({ ...sheet, above, rows: first, total: sums.row() });
    else yield* writeWorkbook(following([...above, ...first, next.value], cells, sums.row), sheet);
  } finally {
    await cells.return(undefined);
  }
}

async function* cellsOf(
  columns: readonly ExportColumn[],
  rows: AsyncIterable<ExportRow>,
  instant: (iso: string) => string,
  add: (row: ExportRow) => void,
): AsyncGenerator<CellValue[], undefined> {
  for await (const row of rows) {
    add(row);
    yield columns.map(({ key, kind }) => cell(row[key], kind, instant));
  }
}

async function* following(
  first: readonly CellValue[][],
  rest: AsyncIterable<CellValue[]>,
  total: () => CellValue[] | null,
): AsyncGenerator<CellValue[]> {
  yield* first;
  yield* rest;
  const last = total();
  if (last) yield last;
}

const TOTAL = { en: 'Total', bn: 'মোট' };

/** Sums in poisha and litres, which are whole numbers. */
function sumsOf(columns: readonly ExportColumn[], language: 'en' | 'bn') {
  const sums = columns.map(({ isSummed }): bigint | null => (isSummed ? 0n : null));
  let count = 0;
  return {
    add(row: ExportRow) {
      count += 1;
      for (const [index, column] of columns.entries()) {
        const sum = sums[index] ?? null;
        const counts = column.sumIf === undefined || row[column.sumIf] === true;
        if (sum !== null && counts) sums[index] = sum + BigInt(String(row[column.key] ?? 0));
      }
    },
    /** The last row; null if nothing is summed. */
    row(): CellValue[] | null {
      if (count === 0 || sums.every((sum) => sum === null)) return null;
      return columns.map(({ kind }, index) => {
        const sum = sums[index] ?? null;
        if (sum !== null) return Number(sum) / (kind === 'volume' ? 1000 : kind === 'money' ? 100 : 1);
        return index === 0 ? TOTAL[language] : null;
      });
    },
  };
}

/** As wide as what is in them, the head included. */
function widthsOf(
  columns: readonly ExportColumn[],
  rows: readonly CellValue[][],
  language: 'en' | 'bn',
): number[] {
  return columns.map(({ title, kind }, index) => {
    if (kind !== 'text') return Math.max(FIXED_WIDTHS[kind], letters(title, language) + ROOM);
    const longest = rows.reduce(
      (most, row) => Math.max(most, letters(String(row[index] ?? ''), language)),
      0,
    );
    return Math.min(WIDEST, Math.max(NARROWEST, letters(title, language) + ROOM, longest + ROOM));
  });
}

const letters = (text: string, language: 'en' | 'bn') => Math.ceil([...text].length * PER_LETTER[language]);

function cell(value: unknown, kind: CellKind, instant: (iso: string) => string): CellValue {
  if (value === null || value === undefined) return null;
  switch (kind) {
    case 'money':
      return Number(value) / 100;
    case 'volume':
      return Number(value) / 1000;
    case 'number':
      return exactNumber(value);
    case 'day':
    case 'month':
      return new Date(`${value}T00:00:00Z`);
    case 'instant':
      // Spreadsheets have no time zones: the wall clock of the utility.
      return new Date(`${instant(String(value)).replace(' ', 'T')}Z`);
    default:
      return String(value).slice(0, LONGEST_TEXT);
  }
}

/** Decimals with more digits than a spreadsheet keeps stay texts. */
function exactNumber(value: unknown): CellValue {
  const digits = String(value).replace(/[-.]/g, '');
  return digits.length <= EXACT_DIGITS && digits !== '' ? Number(value) : String(value);
}

/** Excel's rules: at most 31 characters, none of []:*?/\ */
function sheetName(title: string): string {
  return [...title.replace(/[[\]:*?/\\']/g, ' ')].slice(0, 28).join('').trim() || 'Sheet1';
}
