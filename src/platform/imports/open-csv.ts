/**
 * The start of an uploaded CSV: what it is written in and separated by. The body goes on as UTF-8 bytes without
 * byte order mark, for csvRows or straight into COPY … (FORMAT csv, DELIMITER …).
 */
import { Readable } from 'node:stream';
import { fail } from '#shared/errors.ts';
import { importErrors } from '#shared/imports/import-errors.ts';

export const DELIMITERS = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

export type OpenCsv = { delimiter: Delimiter; body: Readable };

const HEAD_BYTES = 64 * 1024;
const SAMPLE_LINES = 20;

/** Reads as much as is needed to know; refuses what is empty, another kind of file or another encoding. */
export async function openCsv(stream: Readable): Promise<OpenCsv> {
  const iterator: AsyncIterator<Buffer> = stream[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  while (head.length < HEAD_BYTES) {
    const next = await iterator.next();
    if (next.done) break;
    head = Buffer.concat([head, next.value]);
  }
  const { encoding, bom } = encodingOf(head);
  const text = new TextDecoder(encoding).decode(head);
  if (text.trim() === '') throw fail(importErrors.empty);
  if (encoding === 'utf-8' && head.includes(0)) throw fail(importErrors.not_a_table);
  const bytes = Readable.from(rest(head.subarray(bom), iterator), { objectMode: false });
  const body =
    encoding === 'utf-8' ? bytes : Readable.from(transcoded(bytes, encoding), { objectMode: false });
  return { delimiter: delimiterOf(text), body };
}

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

/** Excel's "Unicode text" is UTF-16 with a mark; everything else must be UTF-8. */
function encodingOf(head: Buffer): { encoding: Encoding; bom: number } {
  if (head[0] === 0xff && head[1] === 0xfe) return { encoding: 'utf-16le', bom: 2 };
  if (head[0] === 0xfe && head[1] === 0xff) return { encoding: 'utf-16be', bom: 2 };
  const marked = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf;
  return { encoding: 'utf-8', bom: marked ? 3 : 0 };
}

/** The one that is equally often in the most lines, outside of quotation marks. */
export function delimiterOf(text: string): Delimiter {
  const lines = text
    .replace(/"[^"]*"/g, '')
    .split(/\r\n|\n|\r/)
    .slice(0, SAMPLE_LINES);
  const first = lines[0] ?? '';
  const scores = DELIMITERS.map((delimiter) => {
    const count = first.split(delimiter).length - 1;
    const alike = lines.filter((line) => line.split(delimiter).length - 1 === count).length;
    return { delimiter, score: count === 0 ? 0 : alike * 100 + count };
  });
  return scores.reduce((best, next) => (next.score > best.score ? next : best)).delimiter;
}

async function* rest(head: Buffer, iterator: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield head;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  } finally {
    await iterator.return?.();
  }
}

async function* transcoded(bytes: Readable, encoding: Encoding): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of bytes) yield Buffer.from(decoder.decode(chunk as Buffer, { stream: true }));
  yield Buffer.from(decoder.decode());
}
