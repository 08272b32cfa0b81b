/**
 * The real HTTP server with a handful of endpoints over a real database, for what is asked of the platform and of no
 * domain: a list with its export, a query and an action that take as long as they are told.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino, { type Logger } from 'pino';
import { afterAll } from 'vitest';
import { z } from 'zod';
import { systemActor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { today } from '#platform/clock.ts';
import { type OpenOptions, openDatabase, sql } from '#platform/database/db.ts';
import { exportColumn, exportRoute } from '#platform/exports/export-list.ts';
import { type ExportSettings, openExports } from '#platform/exports/exports.ts';
import { buildServer, type Origins } from '#platform/http/server.ts';
import { action, query } from '#platform/route.ts';
import type { ConnectionLimits } from '#platform/time-limits.ts';
import { done, endpoint } from '#shared/endpoint.ts';
import { exportOf } from '#shared/exports.ts';
import { listOf, paging, queryInt } from '#shared/paging.ts';
import { ZONE } from '#test/zone.ts';
import { noteRefusal } from './refusals/note-refusal.ts';

const signedIn = { access: { signedIn: 'test' }, service: 'main', summary: 'x' } as const;
const seconds = z.object({ seconds: z.coerce.number<number>().default(0) });
const listNumbers = endpoint({
  ...signedIn,
  ...{ method: 'GET', path: '/numbers' },
  query: paging(['n'], { rows: queryInt(0, 100_000_000).default(1), bytes: queryInt(1, 10_000).default(1) }),
  output: listOf(z.object({})),
});
const downloadNumbers = exportOf(listNumbers);
const sleep = endpoint({ ...signedIn, ...{ method: 'GET', path: '/sleep' }, query: seconds, output: done });
const change = endpoint({
  ...signedIn,
  ...{ method: 'POST', path: '/change', audit: 'meter.change' },
  body: seconds,
  output: done,
});

const routes = [
  exportRoute(downloadNumbers, {
    name: 'numbers',
    title: ['Numbers', 'সংখ্যা'],
    list: (_actor, { rows, bytes }) => ({
      rows: sql`select n, repeat('x', ${bytes}::int) as filling from (select generate_series(1, ${rows}::int) as n) g`,
      sorts: { n: sql`n` },
      tieBreak: sql`n`,
    }),
    columns: [exportColumn('n', 'number', ['n', 'n']), exportColumn('filling', 'text', ['x', 'x'])],
  }),
  query(sleep, async (db, _actor, input) => {
    await sql`select pg_sleep(${input.query.seconds})`.execute(db);
    return { done: true as const };
  }),
  action(change, async (tx, actor, { body }) => {
    await sql`select pg_sleep(${body.seconds}), pg_advisory_xact_lock(1)`.execute(tx);
    await audit(tx, actor, { action: 'meter.change', object: 'number', objectId: '1' });
    return { done: true as const };
  }),
];

type Options = {
  url: string;
  database?: OpenOptions;
  exports?: Partial<ExportSettings>;
  connections?: Partial<ConnectionLimits>;
  origins?: Partial<Origins>;
  log?: Logger;
};

/** Listens on a port; stopped when the test file ends. */
export async function smallServer({ url, ...options }: Options) {
  const folder = await mkdtemp(join(tmpdir(), 'jolkol-small-'));
  const database = openDatabase(url, { max: 4, name: 'small', ...options.database });
  const exports = openExports({
    ...{ url, folder, connections: 4, fileMb: 64, allMb: 1024 },
    ...options.exports,
  });
  const clock = { timeZone: ZONE, now: () => new Date() };
  const app = await buildServer({
    routes,
    nameOf: ({ path }) => path,
    services: ['main'],
    errors: [],
    log: options.log ?? pino({ level: 'silent' }),
    trustProxy: false,
    binder: {
      ...{ database, exports, clock, limit: async () => undefined, pepper: 'of the tests' },
      // The token is the person's id.
      refuseInMaintenance: async () => undefined,
      authenticate: async (userId, facts) => {
        await sql`select 1`.execute(database.db);
        return { ...systemActor(facts.now, today(clock)), ...facts, kind: 'staff', userId };
      },
    },
    connections: { ...options.connections },
    refused: noteRefusal,
    origins: { ...options.origins },
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const sockets = new Set<Socket>();
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await app.close();
    await exports.close();
    await database.close();
    await rm(folder, { recursive: true });
  });
  const headers = (person: string) => ({ authorization: `Bearer ${person}` });
  return {
    ...{ app, database, exports, folder, port },
    get: (path: string, person: string = crypto.randomUUID()) =>
      fetch(`http://127.0.0.1:${port}${path}`, { headers: headers(person) }),
    change: (time_s = 0, person: string = crypto.randomUUID(), signal?: AbortSignal) =>
      fetch(`http://127.0.0.1:${port}/api/main/change`, {
        method: 'POST',
        headers: { ...headers(person), 'content-type': 'application/json' },
        body: JSON.stringify({ seconds: time_s }),
        ...(signal ? { signal } : {}),
      }),
    /** A connection that sends this and reads nothing. */
    deaf: (text: string): Promise<Socket> =>
      new Promise((resolve, reject) => {
        const socket = connect(port, '127.0.0.1', () => {
          socket.pause();
          socket.write(text);
          resolve(socket);
        });
        sockets.add(socket);
        socket.once('error', reject);
      }),
  };
}

export type SmallServer = Awaited<ReturnType<typeof smallServer>>;

/** The code of a refusal. */
export async function codeOf(answer: Response): Promise<string> {
  return ((await answer.json()) as { error: { code: string } }).error.code;
}

/** A GET as it travels. */
export function rawGet(path: string, person: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${person}\r\n\r\n`;
}
