/**
 * CSV for spreadsheets: UTF-8 with a byte order mark (Excel shows Bengali only so), RFC 4180 quoting, and no
 * cell that a spreadsheet would run as a formula (G41). Numbers, also negative ones, stay numbers.
 */
import type { ExportColumn, ExportHeader, ExportRow } from './cells.ts';
import { type ExportLanguage, formatsOf, headerLines, instantWriter, plainText } from './cells.ts';

const BOM = '\uFEFF';
/** Rows joined to one chunk: few enough to cancel quickly, many enough that streams cost nothing. */
const CSV_ROWS_PER_CHUNK = 500;

/** A text that starts so may be run as a formula; full-width forms and leading blanks included. */
const FORMULA = /^[\s\u00A0\u200B]*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;
/** The same behind what another program may take for a separator or the end of a line: it does not see our quotes then. */
const LATER_FORMULA =
  /([;|\t\r\n][\s\u00A0\u200B"]*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])(?![+-]\d+(?:\.\d+)?(?:[;|\s]|$))/g;
const PLAIN_NUMBER = /^[+-]?\d+(?:\.\d+)?$/;
const NEEDS_QUOTES = /[",;|\t\r\n]/;

/** A text cell that no spreadsheet runs: an apostrophe is put before what would start a formula, also within the text. */
export function safeText(text: string): string {
  const later = text.replaceAll(LATER_FORMULA, "$1'");
  return FORMULA.test(text) && !PLAIN_NUMBER.test(text) ? `'${later}` : later;
}

function quoted(text: string): string {
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const line = (cells: string[]) => `${cells.join(',')}\r\n`;

/** The file in chunks of text. */
export async function* csvChunks(
  columns: readonly ExportColumn[],
  rows: AsyncIterable<ExportRow>,
  header: ExportHeader,
  language: ExportLanguage,
): AsyncGenerator<string> {
  const instant = instantWriter(language.timeZone);
  const above = headerLines(header, formatsOf(language)).map((cells) =>
    line(cells.map((cell) => quoted(safeText(cell)))),
  );
  let chunk = `${BOM}${above.join('')}\r\n${line(columns.map(({ title }) => quoted(safeText(title))))}`;
  let count = 0;
  for await (const row of rows) {
    chunk += line(
      columns.map(({ key, kind }) => {
        const text = plainText(row[key], kind, instant);
        return kind === 'text' ? quoted(safeText(text)) : text;
      }),
    );
    count += 1;
    if (count % CSV_ROWS_PER_CHUNK === 0) {
      yield chunk;
      chunk = '';
    }
  }
  if (chunk) yield chunk;
}
