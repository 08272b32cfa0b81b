/** XLSX: amounts, dates and numbers are typed cells, texts are texts. */
import type { Readable } from 'node:stream';
import type { CellKind, ExportColumn, ExportHeader, ExportLanguage, ExportRow } from './cells.ts';
import { formatsOf, headerLines, instantWriter } from './cells.ts';
import { type CellValue, writeWorkbook } from './xlsx-file.ts';

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
const WIDTHS: Record<CellKind, number> = {
  text: 24,
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

export function xlsxStream(
  columns: readonly ExportColumn[],
  rows: AsyncIterable<ExportRow>,
  header: ExportHeader,
  language: ExportLanguage,
): Readable {
  const above = [...headerLines(header, formatsOf(language)), [], columns.map(({ title }) => title)];
  return writeWorkbook(workbookRows(columns, rows, above, instantWriter(language.timeZone)), {
    name: sheetName(header.title),
    formats: columns.map(({ kind }) => FORMATS[kind]),
    widths: columns.map(({ kind }) => WIDTHS[kind]),
    frozenRows: above.length,
  });
}

async function* workbookRows(
  columns: readonly ExportColumn[],
  rows: AsyncIterable<ExportRow>,
  above: string[][],
  instant: (iso: string) => string,
): AsyncGenerator<CellValue[]> {
  yield* above;
  for await (const row of rows) yield columns.map(({ key, kind }) => cell(row[key], kind, instant));
}

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
