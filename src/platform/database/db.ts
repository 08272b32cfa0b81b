/**
 * The database connection. SQL is written as it is, with Kysely's `sql` tag; values travel as parameters.
 * Types arrive as the fixed representations of ARCHITECTURE.md: bigint as safe integer, numeric as text,
 * date as 'YYYY-MM-DD', timestamptz as ISO text.
 */
import type { Writable } from 'node:stream';
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

export type Database = {
  db: Db;
  pool: pg.Pool;
  /** Breaks every connection off, and with it all that waits for an answer. */
  cut(): void;
  close(): Promise<void>;
};

export type OpenOptions = {
  /** Most connections. */
  max?: number;
  /** Shown in pg_stat_activity. */
  name?: string;
  /** Longest wait for a connection, free or new. Default: as long as it takes. */
  connect_ms?: number;
  /** The utility's time zone (days.ts). Default: Asia/Dhaka. */
  timeZone?: string;
  /** The address of the program for people, which is in messages. */
  publicUrl?: string | undefined;
  /** PostgreSQL's own settings of each connection, such as its time-outs (time-limits.ts). */
  settings?: Record<string, string>;
  /**
   * Each statement is parsed once for each connection, as if it were PLANNED_ONCE. For tests, which ask
   * the same many times and end soon: what is parsed stays in the server's memory as long as the connection.
   */
  keepsParsed?: boolean;
};

/** A query whose reader has broken its connection off ends within this time, also before its first row. */
const NOTICE_GONE = { client_connection_check_interval: '2s' };

/**
 * Opens a pool.
 * @param url connection string of the program's own role
 */
export function openDatabase(url: string, options: OpenOptions = {}): Database {
  // Also those that are only being opened, which the pool shows to nobody.
  const clients = new Set<pg.Client>();
  class KnownClient extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config);
      clients.add(this);
      this.once('end', () => clients.delete(this));
      // One that is lost in the middle of a transaction must not end the program: the next query on it says so.
      this.on('error', () => undefined);
    }
  }
  const pool = new pg.Pool({
    connectionString: withSettings(url, {
      ...NOTICE_GONE,
      ...(options.timeZone ? { 'app.time_zone': options.timeZone } : {}),
      ...(options.publicUrl ? { 'app.public_url': options.publicUrl } : {}),
      ...options.settings,
    }),
    Client: KnownClient,
    max: options.max ?? 16,
    application_name: options.name ?? 'jolkol',
    connectionTimeoutMillis: options.connect_ms ?? 0,
    keepAlive: true,
    types,
  });
  // Nor an idle one that the server ends (restart, kill): the pool makes a new one.
  pool.on('error', () => undefined);
  const db: Db = new Kysely<NoTables>({
    dialect: new PostgresDialect({ pool: sendAhead(pool, options.keepsParsed) }),
  });
  const cut = () => {
    for (const client of clients) breakOff(client);
  };
  return { db, pool, cut, close: () => db.destroy() };
}

/** The connection string with settings of its sessions; what it says itself goes before them. */
function withSettings(url: string, settings: Record<string, string>): string {
  const at = new URL(url);
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  at.searchParams.set('options', [...options, at.searchParams.get('options') ?? ''].join(' ').trim());
  return at.href;
}

/** Ends a connection without a word to a server that may not answer. */
export function breakOff(client: pg.ClientBase): void {
  (client as pg.ClientBase & { connection: { stream: Writable } }).connection.stream.destroy();
}

/** Opens a statement of a transaction whose answer nobody needs: it is not waited for, and its failure fails the commit. */
export const SENT_AHEAD: Sql = sql.raw(MARKS.ahead);
/**
 * Opens a statement that is planned once: for frequent writes by key, whose plan no value changes. Its text must not
 * vary with its input. Comes after SENT_AHEAD if both are used.
 */
export const PLANNED_ONCE: Sql = sql.raw(MARKS.plannedOnce);

const planFor = (values: 'auto' | 'force_generic_plan'): Sql =>
  sql`${SENT_AHEAD}${PLANNED_ONCE} select set_config('plan_cache_mode', ${values}::text, true)`;

/**
 * Runs a statement marked PLANNED_ONCE with one plan for all values, also if PostgreSQL expects a cheaper one for the values of
 * this time: for a statement by key whose planning takes much longer than its work.
 */
export async function oneWithOnePlan<T>(tx: Tx, statement: Sql<T>): Promise<T> {
  await execute(tx, planFor('force_generic_plan'));
  // A statement that fails ends the transaction, and the setting with it.
  const row = await one<T>(tx, statement);
  await execute(tx, planFor('auto'));
  return row;
}

const unlockedBeforeDisk = new WeakSet<Tx>();

/**
 * The transaction gives its locks back before its commit is on disk; `transaction` waits for the disk after that, so that
 * nobody is answered earlier. For a lock that everybody needs: what others write meanwhile is on disk later than this one.
 */
export async function unlockBeforeDisk(tx: Tx): Promise<void> {
  await execute(tx, sql`${SENT_AHEAD}${PLANNED_ONCE} select set_config('synchronous_commit', 'off', true)`);
  unlockedBeforeDisk.add(tx);
}

/** A commit of nothing but this message, waited for as the server is set: with it everything before it is on disk. */
const AWAIT_DISK = sql`${PLANNED_ONCE} select pg_logical_emit_message(true, ${'jolkol'}::text, ''::text)`;

/** Runs `work` in one transaction: all of it happens or nothing. */
export function transaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.connection().execute(async (connection) => {
    const { result, tx } = await connection
      .transaction()
      .execute(async (tx) => ({ result: await work(tx), tx }));
    if (unlockedBeforeDisk.has(tx)) await execute(connection, AWAIT_DISK);
    return result;
  });
}

/** Runs a statement whose rows nobody reads. Gives how many rows it wrote. */
export async function execute(db: Db | Tx, statement: Sql<unknown>): Promise<number> {
  const { numAffectedRows } = await statement.execute(db);
  return Number(numAffectedRows ?? 0);
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
