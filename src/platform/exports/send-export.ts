/**
 * An export as the answer of a call: made into a temporary file at the speed of the database, as one picture of the
 * data, and then sent at the speed of the reader, with no database connection held. A reader who leaves ends the query.
 */
import type { Actor } from '../actor.ts';
import type { Sql } from '../database/db.ts';
import { streamQuery } from '../database/stream-query.ts';
import { sendDownload } from '../http/download.ts';
import { goneOf } from '../http/hung-up.ts';
import type { SpecialContext } from '../route.ts';
import type { ExportHeader, ExportRow } from './cells.ts';
import { type Export, exportFile } from './export-rows.ts';
import type { Exports } from './exports.ts';
import type { Keeping } from './keeping.ts';
import type { Spooled } from './spool.ts';

export type ExportOrder = Omit<Export, 'rows'> & {
  query: Sql<ExportRow>;
  /** Changes a row before it is written. */
  each?: ((row: ExportRow) => ExportRow) | undefined;
  /** Lines above the rows, of the `heading` that each row has (`wholeList`). */
  heading?: ((found: unknown) => ExportHeader['filters']) | undefined;
  /** Of a file that is kept as it is sent. */
  keeping?: Keeping | undefined;
};

type Context = Pick<SpecialContext, 'exports' | 'actor' | 'reply'>;

/** @param prepare done when the person may have one more export, and before it is made */
export async function sendExport(
  { exports, actor, reply }: Context,
  prepare: () => Promise<ExportOrder>,
): Promise<void> {
  const leave = exports.enter(actor.userId ?? actor.ip ?? '');
  const gone = goneOf(reply);
  let keeping: Keeping | undefined;
  try {
    const order = await prepare();
    keeping = order.keeping;
    const { mediaType, fileName } = exportFile(order);
    const file = await exports.make(() => made(exports, actor, { order, gone }), gone);
    file.stream.once('close', leave);
    if (keeping) await keepWhole(keeping, file, mediaType);
    await sendDownload(reply, { mediaType, fileName, stream: file.stream, bytes: file.bytes });
  } catch (error) {
    leave();
    await keeping?.broke();
    // Nobody is there to be told.
    if (!gone.aborted) throw error;
  }
}

/** Kept first: a file that cannot be kept is not sent. */
async function keepWhole(keeping: Keeping, file: Spooled, mediaType: string): Promise<void> {
  try {
    await keeping.keep(file.copy(), mediaType);
  } catch (error) {
    file.stream.destroy();
    throw error;
  }
}

type Making = { order: ExportOrder; gone: AbortSignal };

/** The file's content, until the reader goes away. */
async function* made(exports: Exports, actor: Actor, { order, gone }: Making) {
  const rows = streamQuery<ExportRow>(exports.database, order.query, actor);
  const { each, keeping } = order;
  const listed = keeping ? noted(rows, keeping) : rows;
  gone.addEventListener('abort', rows.cancel);
  try {
    gone.throwIfAborted();
    const headed = await withHeading(listed, order);
    yield* exportFile({ ...order, header: headed.header }).chunks(
      each ? changed(headed.rows, each) : headed.rows,
    );
  } finally {
    gone.removeEventListener('abort', rows.cancel);
    rows.cancel();
  }
}

/** The first row has the heading, also of a list that has no rows. */
async function withHeading(rows: AsyncIterable<ExportRow>, { header, heading }: ExportOrder) {
  if (!heading) return { header, rows };
  const reader = rows[Symbol.asyncIterator]();
  const first = await reader.next();
  const filters = first.done ? [] : heading(first.value.heading);
  const listed = async function* () {
    for (let next = first; !next.done; next = await reader.next()) if (next.value.isListed) yield next.value;
  };
  return { header: { ...header, filters: [...filters, ...header.filters] }, rows: listed() };
}

/** As the query gives them: `each` writes words into the row. */
async function* noted(rows: AsyncIterable<ExportRow>, keeping: Keeping): AsyncGenerator<ExportRow> {
  for await (const row of rows) {
    await keeping.note(row);
    yield row;
  }
}

async function* changed<T>(rows: AsyncIterable<T>, each: (row: T) => T): AsyncGenerator<T> {
  for await (const row of rows) yield each(row);
}
