/** Any list as a file, in chunks and with flat memory. */
import { dayOf } from '#shared/dates.ts';
import { fail } from '#shared/errors.ts';
import { type ExportFormat, exportErrors } from '#shared/exports.ts';
import type { ExportColumn, ExportHeader, ExportLanguage, ExportRow } from './cells.ts';
import { csvChunks } from './csv.ts';
import { pdfChunks } from './pdf.ts';
import { xlsxChunks } from './xlsx.ts';

export type Export = {
  format: ExportFormat;
  /** File name without day and extension, in Latin letters: `invoices`. */
  name: string;
  columns: readonly ExportColumn[];
  header: ExportHeader;
  language: ExportLanguage;
};

export type ExportFile = {
  mediaType: string;
  fileName: string;
  chunks(rows: AsyncIterable<ExportRow>): AsyncIterable<string | Uint8Array>;
};

const MEDIA_TYPES: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
};

/** About 600 pages and half a minute of laying out; longer lists are for spreadsheets. */
export const PDF_ROWS_MAX = 20_000;

/** Refuses a PDF of more rows than anybody reads. */
export function checkPdfRows(rows: number): void {
  if (rows > PDF_ROWS_MAX) throw fail(exportErrors.pdf_too_long, { rows, limit: PDF_ROWS_MAX });
}

/** @param at when it is made */
export const exportName = (name: string, format: ExportFormat, at: Date, timeZone: string): string =>
  `${name}-${dayOf(at, timeZone)}.${format}`;

export function exportFile({ format, name, columns, header, language }: Export): ExportFile {
  const write = { csv: csvChunks, xlsx: xlsxChunks, pdf: pdfChunks }[format];
  return {
    mediaType: MEDIA_TYPES[format],
    fileName: exportName(name, format, header.at, language.timeZone),
    chunks: (rows) => write(columns, rows, header, language),
  };
}
