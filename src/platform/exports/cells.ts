/** What an export is made of, and how one value is written in CSV, in XLSX and on paper. */
import { type Formats, formats } from '#shared/format.ts';

/**
 * money: poisha, written in Taka · volume: litres, written in cubic metres · number: number or exact decimal
 * text · day: 'YYYY-MM-DD' · month: its first day · instant: ISO text, written in the utility's time zone
 */
export type CellKind = 'text' | 'money' | 'volume' | 'number' | 'day' | 'month' | 'instant';

export type ExportColumn = {
  key: string;
  title: string;
  kind: CellKind;
  /** A spreadsheet has its sum in the last row. */
  isSummed?: boolean | undefined;
  /** A field of the rows: only rows in which it is true are in the sum. */
  sumIf?: string | undefined;
};
export type ExportRow = Record<string, unknown>;

export type ExportHeader = {
  title: string;
  /** Label and value of each filter that was set, in the reader's language. */
  filters: [label: string, value: string][];
  /** Who asked. */
  user: string;
  at: Date;
};

/** Words and writers of the reader's language. */
export type ExportLanguage = { language: 'en' | 'bn'; bengaliDigits: boolean; timeZone: string };

export function formatsOf({ language, bengaliDigits, timeZone }: ExportLanguage): Formats {
  return formats({ language, bengaliDigits }, timeZone);
}

/** A cell as plain machine-readable text: Latin digits, dot as decimal sign, ISO days. */
export function plainText(value: unknown, kind: CellKind, instant: (iso: string) => string): string {
  if (value === null || value === undefined) return '';
  if (kind === 'money') return decimalText(Number(value), 2);
  if (kind === 'volume') return decimalText(Number(value), 3);
  if (kind === 'instant') return instant(String(value));
  if (kind === 'month') return String(value).slice(0, 7);
  return String(value);
}

/** A cell as people read it. */
export function shownText(value: unknown, kind: CellKind, writers: Formats): string {
  if (value === null || value === undefined || value === '') return '';
  if (kind === 'money') return writers.amount(Number(value));
  if (kind === 'volume') return writers.cubicMetres(Number(value));
  if (kind === 'number')
    return typeof value === 'number' ? writers.number(value) : writers.digits(String(value));
  if (kind === 'day') return writers.shortDay(String(value));
  if (kind === 'month') return writers.month(String(value));
  if (kind === 'instant') return writers.shortInstant(String(value));
  return String(value);
}

/** 123456 with 2 places -> 1234.56, exact. */
function decimalText(value: number, places: number): string {
  const digits = String(Math.abs(value)).padStart(places + 1, '0');
  return `${value < 0 ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** Writes instants as `YYYY-MM-DD HH:MM:SS` in a time zone. One formatter for a million rows. */
export function instantWriter(timeZone: string): (iso: string) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return (iso) => format.format(new Date(iso));
}

/** The lines above the table: what was asked, by whom and when. */
export function headerLines(header: ExportHeader, writers: Formats): string[][] {
  return [
    [header.title],
    ...header.filters.map(([label, value]) => [label, value]),
    [header.user, writers.instant(header.at.toISOString())],
  ];
}
