/**
 * CSV text to rows (RFC 4180: quoted fields may hold delimiters, line ends and doubled quotation marks; CRLF and LF
 * end lines). Lines without a quotation mark, nearly all, are cut by `split`: a million in a second.
 */
import type { Readable } from 'node:stream';
import { fail } from '#shared/errors.ts';
import { importErrors } from '#shared/imports/import-errors.ts';
import { type Delimiter, delimiterOf } from './open-csv.ts';

/** Longest record in characters: more is a quotation mark that nobody closed. */
const LONGEST_RECORD = 1024 * 1024;
const QUOTE = '"';

/** Rows in batches, one for each piece of input; blank lines are left out. */
export async function* csvRows(body: Readable, delimiter: Delimiter): AsyncGenerator<string[][]> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line = 1;
  let pending = '';
  const decode = (chunk?: Buffer) => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
    } catch {
      throw fail(importErrors.not_utf8, { line });
    }
  };
  const cut = (last: boolean): string[][] => {
    const { rows, used, lines } = cutRows(pending, delimiter, last, line);
    pending = pending.slice(used);
    line += lines;
    if (pending.length > LONGEST_RECORD) throw fail(importErrors.broken_row, { line });
    return rows;
  };
  // The database takes no NUL; a file that has one is in another encoding from there on.
  const refuseNul = () => {
    const nul = pending.indexOf('\0');
    if (nul >= 0) throw fail(importErrors.not_utf8, { line: line + countLines(pending.slice(0, nul)) });
  };
  for await (const chunk of body) {
    pending += decode(chunk as Buffer);
    refuseNul();
    const rows = cut(false);
    if (rows.length > 0) yield rows;
  }
  pending += decode();
  refuseNul();
  const rows = cut(true);
  if (rows.length > 0) yield rows;
}

/** A record with the number of the line on which it begins. */
export type CsvLine = { row: number; cells: string[] };

/** Records of a short text that is there as a whole; lines without any text are left out. */
export function csvLines(text: string): CsvLine[] {
  const body = text.replace(/^\uFEFF/, '');
  const { rows, starts } = cutRows(body, delimiterOf(body), true, 1);
  return rows
    .map((cells, at) => ({ row: starts[at] ?? 1, cells }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
}

type Cut = { rows: string[][]; starts: number[]; used: number; lines: number };

/** Cuts the complete records off the front of the text; with `last`, the end of the text ends a record too. */
function cutRows(text: string, delimiter: Delimiter, last: boolean, firstLine: number): Cut {
  const rows: string[][] = [];
  const starts: number[] = [];
  let at = 0;
  let lines = 0;
  while (at < text.length) {
    const end = recordEnd(text, at, last);
    if (end === undefined) {
      if (last) throw fail(importErrors.broken_row, { line: firstLine + lines });
      break;
    }
    const record = text.slice(at, end.content);
    lines += 1;
    if (record !== '') starts.push(firstLine + lines - 1);
    if (!record.includes(QUOTE)) {
      if (record !== '') rows.push(record.split(delimiter));
    } else {
      rows.push(quotedRecord(record, delimiter, firstLine + lines - 1));
      lines += countLines(record);
    }
    at = end.next;
  }
  return { rows, starts, used: at, lines };
}

/** The end of the record's text and the start of the next one; undefined if the end has not arrived yet. */
function recordEnd(
  text: string,
  start: number,
  last: boolean,
): { content: number; next: number } | undefined {
  let from = start;
  let open = false;
  for (;;) {
    const feed = text.indexOf('\n', from);
    const line = text.slice(from, feed === -1 ? text.length : feed);
    open = hasOddQuotes(line) !== open;
    if (feed === -1) return last && !open ? lastRecord(text, start) : undefined;
    if (!open) return { content: text[feed - 1] === '\r' && feed > start ? feed - 1 : feed, next: feed + 1 };
    from = feed + 1;
    if (from - start > LONGEST_RECORD) return undefined;
  }
}

function lastRecord(text: string, start: number): { content: number; next: number } {
  const content = text.endsWith('\r') && text.length > start ? text.length - 1 : text.length;
  return { content, next: text.length };
}

function hasOddQuotes(line: string): boolean {
  let odd = false;
  for (let at = line.indexOf(QUOTE); at !== -1; at = line.indexOf(QUOTE, at + 1)) odd = !odd;
  return odd;
}

function quotedRecord(record: string, delimiter: Delimiter, line: number): string[] {
  const fields: string[] = [];
  let at = 0;
  for (;;) {
    if (record[at] !== QUOTE) {
      const end = record.indexOf(delimiter, at);
      fields.push(record.slice(at, end === -1 ? undefined : end));
      if (end === -1) return fields;
      at = end + 1;
      continue;
    }
    const close = closingQuote(record, at + 1);
    if (close === -1) throw fail(importErrors.broken_row, { line });
    fields.push(record.slice(at + 1, close).replaceAll('""', QUOTE));
    if (close + 1 === record.length) return fields;
    // Text behind a closing quotation mark means that the columns cannot be trusted.
    if (record[close + 1] !== delimiter) throw fail(importErrors.broken_row, { line });
    at = close + 2;
  }
}

function closingQuote(record: string, from: number): number {
  let at = record.indexOf(QUOTE, from);
  while (at !== -1 && record[at + 1] === QUOTE) at = record.indexOf(QUOTE, at + 2);
  return at;
}

function countLines(record: string): number {
  return record.split('\n').length - 1;
}
