/** What is asked of a writer of PDFs, in any thread or process. */
import { fileURLToPath } from 'node:url';
import type { PdfOrder } from './compile.ts';

export type PdfJob = {
  /** Path below src/, for example `domains/billing/pdf/invoice.typ`, or the source itself. */
  template: { path: string } | { source: string };
  data: unknown;
  /** Pictures, read in the template as `image("/assets/<name>")`. */
  assets?: Record<string, Uint8Array>;
  /** Readable by screen readers; leave out for runs of thousands (half the size, a third of the time). */
  tagged?: boolean;
  /** One of many that nobody looks at before all are made: keeps one thread at most, and waits for the others. */
  isPart?: boolean;
  timeout_ms?: number;
};
export type Pdf = { content: Buffer; pages: number };

/** The template is wrong or took too long: our mistake, never the caller's. */
export class PdfError extends Error {
  override name = 'PdfError';
}

/** Templates are below it. */
export const WORKSPACE = fileURLToPath(new URL('../../', import.meta.url));

let lastId = 0;

export function orderOf({ template, data, assets = {}, tagged = true }: PdfJob): PdfOrder {
  lastId += 1;
  return { id: lastId, template, data: JSON.stringify(data ?? null), assets, tagged };
}
