/**
 * The database connection. SQL is written as it is, with Kysely's `sql` tag; values travel as parameters.
 * Types arrive as the fixed representations of ARCHITECTURE.md: bigint as safe integer, numeric as text,
 * date as 'YYYY-MM-DD', timestamptz as ISO text.
 */
import { Kysely, PostgresDialect, type RawBuilder, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { MARKS, sendAhead } from './send-ahead.ts';

/** No table is typed here: each query names its row type, and the contract's schema checks what leaves. */
type NoTables = Record<never, never>;
export type Db = Kysely<NoTables>;
export type Tx = Transaction<NoTables>;
/** A fragment of SQL. */
export type Sql<T = unknown> = RawBuilder<T>;

/** An int8 as a number; beyond 2^53 it throws rather than lose a poisha. */
function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint out of range: ${text}`);
  return value;
}

const parsers: Record<number, (text: string) => unknown> = {
  20: safeInteger,
  1082: (text) => text,
  1184: (text) => new Date(text).toISOString(),
};

const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    parsers[oid] && format !== 'binary'
      ? parsers[oid]
      : pg.types.getTypeParser(oid, format ?? 'text')) as typeof pg.types.getTypeParser,
};

export type Database = { db: Db; pool: pg.Pool; close(): Promise<void> };

/**
 * Opens a pool.
 * @param url connection string of the program's own role
 * @param options max connections, and the name shown in pg_stat_activity
 */
export function openDatabase(url: string, options: { max?: number; name?: string } = {}): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 16,
    application_name: options.name ?? 'jolkol',
    types,
  });
  // An idle connection that the server ends (restart, kill) must not end the program: the pool makes a new one.
  pool.on('error', () => undefined);
  // Nor one that is lost in the middle of a transaction: the next query on it fails and says so.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const db: Db = new Kysely<NoTables>({ dialect: new PostgresDialect({ pool: sendAhead(pool) }) });
  return { db, pool, close: () => db.destroy() };
}

/** Opens a statement of a transaction whose answer nobody needs: it is not waited for, and its failure fails the commit. */
export const SENT_AHEAD: Sql = sql.raw(MARKS.ahead);
/**
 * Opens a statement that is planned once: for frequent writes by key, whose plan no value changes. Its text must not
 * vary with its input. Stands after SENT_AHEAD where both are used.
 */
export const PLANNED_ONCE: Sql = sql.raw(MARKS.plannedOnce);

/** Runs `work` in one transaction: all of it happens or nothing. */
export function transaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().execute(work);
}

/** First row of a query, or undefined. */
export async function first<T>(db: Db | Tx, query: Sql<T>): Promise<T | undefined> {
  return (await query.execute(db)).rows[0];
}

/** The only row of a query that always has one. */
export async function one<T>(db: Db | Tx, query: Sql<T>): Promise<T> {
  const row = await first(db, query);
  if (row === undefined) throw new Error('a query that always gives a row gave none');
  return row;
}

/** All rows of a query. */
export async function all<T>(db: Db | Tx, query: Sql<T>): Promise<T[]> {
  return (await query.execute(db)).rows;
}

export { sql };
