/** COPY into a table inside a transaction: how a million rows come in without a million inserts. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Kysely, PostgresDialect } from 'kysely';
import { from } from 'pg-copy-streams';
import { atMost } from '../at-most.ts';
import { BULK_STATEMENT } from '../time-limits.ts';
import { type Database, execute, sql, type Tx, transaction } from './db.ts';

/** Rows as text lines of COPY's own format; see copyLine. */
export type CopyIn = (target: string, lines: AsyncIterable<string>) => Promise<void>;

/** Whole files: each holds a connection for seconds or minutes, and calls must find some that are free. */
const transactions = atMost({ running: 3, waiting: 20, wait_ms: 60_000 });

/**
 * One transaction on one connection that can also COPY; a few at a time.
 * @param work gets the transaction, and `copy(target, lines)`; target: `table (column, …)`, never from input
 */
export function copyTransaction<T>(
  database: Database,
  work: (tx: Tx, copy: CopyIn) => Promise<T>,
): Promise<T> {
  return transactions.run(() => inTransaction(database, work));
}

async function inTransaction<T>(database: Database, work: (tx: Tx, copy: CopyIn) => Promise<T>): Promise<T> {
  const client = await database.pool.connect();
  // Kysely asks for a connection and gives it back; this one stays ours until the end.
  const held = { query: client.query.bind(client), release: () => undefined };
  const pool = { connect: async () => held, end: async () => undefined };
  const db = new Kysely<Record<never, never>>({ dialect: new PostgresDialect({ pool: pool as never }) });
  const copy: CopyIn = (target, lines) =>
    pipeline(Readable.from(lines, { objectMode: false }), client.query(from(`copy ${target} from stdin`)));
  let failed = true;
  try {
    const result = await transaction(db, async (tx) => {
      await execute(tx, sql`select set_config('statement_timeout', ${BULK_STATEMENT}, true)`);
      return work(tx, copy);
    });
    failed = false;
    return result;
  } finally {
    // A connection on which something went wrong may still be in the middle of a COPY.
    client.release(failed);
  }
}

const SPECIAL = /[\\\t\n\r]/;
const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** One row in COPY's text format; null is \N. A NUL character, which PostgreSQL cannot hold, is left out. */
export function copyLine(values: readonly (string | number | null)[]): string {
  let line = '';
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index];
    if (index > 0) line += '\t';
    if (value === null || value === undefined) line += '\\N';
    else if (typeof value === 'number') line += value;
    else line += SPECIAL.test(value) || value.includes('\0') ? escaped(value) : value;
  }
  return `${line}\n`;
}

const escaped = (text: string) =>
  text.replaceAll('\0', '').replace(/[\\\t\n\r]/g, (character) => ESCAPES[character] ?? '');
