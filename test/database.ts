/**
 * A real PostgreSQL for tests: one server for the whole run (vitest-database.ts), and for each test file its own
 * clone of a migrated template database.
 */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, inject } from 'vitest';
import { type Database, type Db, openDatabase } from '#platform/db.ts';
import type { TestServer } from './vitest-database.ts';

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

/** Makes a fresh database; it is dropped when the test file (or the `describe` that called this) has ended. */
export async function testDatabase(): Promise<TestDatabase> {
  const server = inject('testServer');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await asSuperuser(
    server,
    `create database ${name} template ${server.template} strategy file_copy owner jolkol_owner`,
  );
  const ownerUrl = onDatabase(server.ownerUrl, name);
  const appUrl = onDatabase(server.appUrl, name);
  const database = openDatabase(appUrl, { max: 8, name: 'test' });
  const owner = openDatabase(ownerUrl, { max: 4, name: 'test-owner' });
  afterAll(async () => {
    await Promise.all([database.close(), owner.close()]);
    await asSuperuser(server, `drop database ${name} with (force)`);
  });
  return { ownerUrl, appUrl, database, db: database.db, owner };
}

/** The same connection string for another database. */
export function onDatabase(url: string, name: string): string {
  return url.replace(/[^/]*$/, name);
}

async function asSuperuser(server: TestServer, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server.superuserUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
