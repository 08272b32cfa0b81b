/**
 * The objects of a PDF of our own renderer. Knows only what Typst writes: a classic cross-reference table, no object
 * streams, no encryption.
 */
import { inflateSync } from 'node:zlib';

export type PdfParts = {
  /** Bytes before the first object. */
  start: string;
  objects: Map<number, string>;
  /** From `trailer` to the place of the table. */
  trailer: string;
};

/** Bytes as text and back, one character a byte. */
export const textOf = (bytes: Buffer) => bytes.toString('latin1');
export const bytesOf = (text: string) => Buffer.from(text, 'latin1');

export function numberAfter(text: string, word: string): number {
  return Number(new RegExp(`/${word} (\\d+)`).exec(text)?.[1] ?? Number.NaN);
}

/** Cuts a document into its objects by its cross-reference table. */
export function readParts(bytes: Buffer): PdfParts {
  const text = textOf(bytes);
  const start = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(text.slice(-64))?.[1] ?? Number.NaN);
  const table = text.slice(start);
  const count = Number(/^xref\s+0 (\d+)/.exec(table)?.[1] ?? Number.NaN);
  const used = [...table.matchAll(/^(\d{10}) \d{5} ([nf])/gm)]
    .slice(0, count)
    .flatMap(([, offset, kind], number) => (kind === 'n' ? [{ number, offset: Number(offset) }] : []))
    .toSorted((a, b) => a.offset - b.offset);
  const objects = new Map(
    used.map(({ number, offset }, index) => [number, text.slice(offset, used[index + 1]?.offset ?? start)]),
  );
  return {
    start: text.slice(0, used[0]?.offset ?? start),
    objects,
    trailer: table.slice(table.indexOf('trailer'), table.indexOf('startxref')),
  };
}

/** The table of objects at these places, and the line of each. */
export function writeTable(offsets: readonly (number | undefined)[]): string {
  const entries = Array.from(offsets, (offset) =>
    offset === undefined ? '0000000000 65535 f\r\n' : `${String(offset).padStart(10, '0')} 00000 n\r\n`,
  );
  return `xref\n0 ${offsets.length}\n${entries.join('')}`;
}

/** The document again, with what was changed in its objects. */
export function writeParts({ start, objects, trailer }: PdfParts): Buffer {
  const offsets: (number | undefined)[] = [undefined];
  const written = [start];
  let length = start.length;
  for (const [number, object] of objects) {
    offsets[number] = length;
    written.push(object);
    length += object.length;
  }
  written.push(`${writeTable(offsets)}${trailer}startxref\n${length}\n%%EOF\n`);
  return bytesOf(written.join(''));
}

const STREAM = /\bstream\r?\n/;

/** The data of an object, uncompressed; empty if it has none. */
export function streamOf(object: string): string {
  const start = STREAM.exec(object);
  if (!start) return '';
  const from = start.index + start[0].length;
  const data = object.slice(from, from + Number(/\/Length (\d+)/.exec(object)?.[1]));
  return /\/FlateDecode/.test(object.slice(0, start.index)) ? textOf(inflateSync(bytesOf(data))) : data;
}
