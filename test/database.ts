/**
 * A real PostgreSQL for tests: one server for the whole run (vitest-database.ts), and for each test file its own
 * clone of a migrated template database.
 */
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { afterAll, inject, onTestFinished } from 'vitest';
import { all, type Database, type Db, execute, openDatabase, type Sql, sql } from '#platform/database/db.ts';
import { noteAuditWords } from './refusals/note-refusal.ts';
import type { TestServer, TestServerAnswer } from './vitest-database.ts';
import { ZONE } from './zone.ts';

export type TestDatabase = {
  /** Owns the tables: migrations, jobs, and set-up that the program itself may not do. */
  ownerUrl: string;
  /** The program's own role. */
  appUrl: string;
  /** Pool of the program's role. */
  database: Database;
  db: Db;
  /** Pool of the owner. */
  owner: Database;
};

/** A third of the time of the tests went into parsing the same statements again. */
const OFTEN = {
  ...{ timeZone: ZONE, publicUrl: 'https://portal.test' },
  keepsParsed: true,
  settings: { plan_cache_mode: 'force_generic_plan' },
};

/** Makes a fresh database; it is dropped when the test file (or the `describe` that called this) has ended. */
export async function testDatabase(): Promise<TestDatabase> {
  const server = await testServer();
  const name = `test_${randomBytes(6).toString('hex')}`;
  await cloneTemplate(server, name);
  const ownerUrl = onDatabase(server.ownerUrl, name);
  const appUrl = onDatabase(server.appUrl, name);
  const database = openDatabase(appUrl, { max: 8, name: 'test', ...OFTEN });
  const owner = openDatabase(ownerUrl, { max: 4, name: 'test-owner', ...OFTEN });
  // By a connection that is open anyway; a test that closed its database keeps its words to itself.
  whenTestEnds(() => noteAudit(database.db).catch(() => undefined));
  afterAll(async () => {
    await noteAudit(owner.db);
    await Promise.all([database.close(), owner.close()]);
    await asSuperuser(server, `drop database ${name} with (force)`);
  });
  return { ownerUrl, appUrl, database, db: database.db, owner };
}

/** A database that one test made for itself: `afterAll` of a test that runs is not asked any more. */
function whenTestEnds(note: () => Promise<void>): void {
  try {
    onTestFinished(note);
  } catch {
    // No test runs: the file or a `describe` made it.
  }
}

async function noteAudit(db: Db): Promise<void> {
  // A row that a test wrote by hand says `x` as its request.
  const written = await all<{ action: string }>(
    db,
    sql`select distinct action from platform.audit where request_id is distinct from 'x'`,
  );
  noteAuditWords(written.map(({ action }) => action));
}

/** How PostgreSQL copies the template's files: shared blocks if the file system has them, else bytes. */
let copyMethods = ['clone', 'copy'];

/** Makes a database from the template; a way to copy that this machine refuses is not tried again. */
export async function cloneTemplate(server: TestServer, name: string, methods = copyMethods): Promise<void> {
  const [method, ...others] = methods;
  try {
    await asSuperuser(
      server,
      `set file_copy_method = ${method}`,
      `create database ${name} template ${server.template} strategy file_copy owner jolkol_owner`,
    );
    copyMethods = methods;
  } catch (error) {
    if (others.length === 0) throw error;
    await cloneTemplate(server, name, others);
  }
}

let known: Promise<TestServer> | undefined;

/** The server of this run: started when the first test file asks, asked one time by each process. */
export function testServer(): Promise<TestServer> {
  known ??= askForServer();
  return known;
}

async function askForServer(): Promise<TestServer> {
  const answer = JSON.parse(await text(connect(inject('testServerSocket')))) as TestServerAnswer;
  if ('problem' in answer) throw new Error(`the tests' PostgreSQL did not start: ${answer.problem}`);
  return answer.server;
}

/** The same connection string for another database. */
export function onDatabase(url: string, name: string): string {
  return url.replace(/[^/]*$/, name);
}

export async function asSuperuser(server: TestServer, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: server.superuserUrl });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/**
 * Changes rows that the database keeps as they are, as if they had been so from the start.
 * @param owner the owner's connection: the program's own role cannot switch triggers off
 * @param table with its schema
 * @param change what comes after SET, with the WHERE
 */
export function asIf(owner: Db, table: string, change: Sql): Promise<void> {
  const of = sql.table(table);
  return owner.transaction().execute(async (tx) => {
    await execute(tx, sql`alter table ${of} disable trigger user`);
    await execute(tx, sql`update ${of} set ${change}`);
    await execute(tx, sql`alter table ${of} enable trigger user`);
  });
}
