/** Downloads that nobody reads: they hold nothing that others need, and end by themselves. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { testDatabase } from '#test/database.ts';
import { codeOf, rawGet, type SmallServer, smallServer } from '#test/small-server.ts';
import { all, sql } from '../database/db.ts';
import { EXPORTS_PER_PERSON } from './exports.ts';

/** Far more than the kernel's buffers of a connection take from a reader who does not read. */
const BIG = '/api/main/numbers/download?format=csv&rows=6000&bytes=1000';
const SMALL = '/api/main/numbers/download?format=csv&rows=3';
const READERS = 32;
const { appUrl, db } = await testDatabase();

/** The server's answers of a kind that were started and not sent to the end. */
function answersOf({ app }: SmallServer) {
  const answers: ServerResponse[] = [];
  app.server.on('request', (_request: IncomingMessage, answer: ServerResponse) => answers.push(answer));
  return {
    stalled: () =>
      answers.filter(
        ({ statusCode, headersSent, socket }) =>
          statusCode === 200 && headersSent && socket && !socket.destroyed && socket.writableLength > 0,
      ).length,
    refused: () => answers.filter(({ statusCode }) => statusCode === 429).length,
  };
}

const stall = (server: SmallServer, person: string) => server.deaf(rawGet(BIG, person));
const connectionsInUse = () =>
  all(
    db,
    sql`select pid from pg_stat_activity where datname = current_database()
      and application_name in ('jolkol-exports', 'small') and state <> 'idle'`,
  );

describe('while they stall', () => {
  let server: SmallServer;
  let answers: ReturnType<typeof answersOf>;
  beforeAll(async () => {
    server = await smallServer({ url: appUrl });
    answers = answersOf(server);
  });

  test('32 of several accounts: every other call is answered, also their own, and no connection is held', async () => {
    const people = Array.from({ length: READERS }, () => crypto.randomUUID());
    for (const person of people) await stall(server, person);
    // On a busy machine it takes a while until the last one waits; the first one is cut after 60 seconds.
    await expect.poll(answers.stalled, { timeout: 50_000 }).toBe(READERS);
    await expect.poll(connectionsInUse).toEqual([]);
    for (const person of [people[0], people[31], crypto.randomUUID()]) {
      expect((await server.get('/api/main/sleep', person)).status).toBe(200);
      expect((await server.change(0, person)).status).toBe(200);
      expect((await server.get(SMALL, person)).status).toBe(200);
    }
    expect((await server.get('/health/ready')).status).toBe(200);
    expect(answers.stalled()).toBe(READERS);
  });

  test('32 of one account: three are made, the others refused in words; the account works on', async () => {
    const person = crypto.randomUUID();
    const before = answers.stalled();
    for (let n = 0; n < READERS; n += 1) await stall(server, person);
    await expect.poll(answers.refused).toBe(READERS - EXPORTS_PER_PERSON);
    await expect.poll(answers.stalled).toBe(before + EXPORTS_PER_PERSON);
    const refused = await server.get(SMALL, person);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10']);
    expect(await codeOf(refused)).toBe('exports.too_many_at_once');
    expect((await server.get('/api/main/sleep', person)).status).toBe(200);
    expect((await server.get(SMALL)).status).toBe(200);
  });
});

describe('their end', () => {
  let server: SmallServer;
  let answers: ReturnType<typeof answersOf>;
  beforeAll(async () => {
    server = await smallServer({ url: appUrl, connections: { window_ms: 1000, windowBytes: 1024 } });
    answers = answersOf(server);
  });

  /** What came before the connection ended, and how it did. */
  async function endOf(socket: Socket): Promise<{ bytes: number; error: string | undefined }> {
    let bytes = 0;
    let error: string | undefined;
    socket.removeAllListeners('error');
    socket.on('error', (thrown: NodeJS.ErrnoException) => {
      error = thrown.code;
    });
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.on('data', (chunk) => {
      bytes += chunk.length;
    });
    socket.resume();
    await closed;
    return { bytes, error };
  }

  test('the server cuts all 32, with a reset; their places and their room are free again', async () => {
    const person = crypto.randomUUID();
    const people = Array.from({ length: READERS }, (_, n) =>
      n < EXPORTS_PER_PERSON ? person : crypto.randomUUID(),
    );
    const sockets = await Promise.all(people.map((person) => stall(server, person)));
    const open = () =>
      new Promise<number>((resolve) => server.app.server.getConnections((_, n) => resolve(n)));
    await expect.poll(open).toBe(READERS);
    await expect.poll(open).toBe(0);
    expect(answers.stalled()).toBe(0);
    for (const socket of sockets) {
      const { bytes, error } = await endOf(socket);
      expect(bytes).toBeLessThan(6_000_000);
      expect(error).toBe('ECONNRESET');
    }
    expect((await server.get(SMALL, person)).status).toBe(200);
    await expect.poll(server.exports.usedBytes).toBe(0);
  });

  test('a reader of a few bytes at a time is cut, one that is only slow gets the whole file', async () => {
    const trickle = await stall(server, crypto.randomUUID());
    await expect.poll(answers.stalled).toBe(1);
    const sips = setInterval(() => trickle.read(1), 50);
    const slow = await server.get(BIG);
    let bytes = 0;
    for await (const chunk of slow.body ?? []) {
      bytes += (chunk as Uint8Array).length;
      await wait(10);
    }
    expect(bytes).toBe(Number(slow.headers.get('x-file-bytes')));
    await expect.poll(answers.stalled).toBe(0);
    clearInterval(sips);
    expect((await endOf(trickle)).error).toBe('ECONNRESET');
  });

  test('a body that never ends is cut', async () => {
    const socket = await server.deaf(
      'POST /api/main/change HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{',
    );
    const sips = setInterval(() => socket.write(' '), 50);
    expect((await endOf(socket)).error).toMatch(/ECONNRESET|EPIPE/);
    clearInterval(sips);
  });
});

test('a reader who leaves before the file is made ends its query', async () => {
  const server = await smallServer({ url: appUrl });
  const path = '/api/main/numbers/download?format=xlsx&rows=50000000&bytes=10';
  const socket = await server.deaf(rawGet(path, crypto.randomUUID()));
  await expect.poll(connectionsInUse).toHaveLength(1);
  socket.destroy();
  await expect.poll(connectionsInUse).toEqual([]);
  await expect.poll(server.exports.usedBytes).toBe(0);
});
