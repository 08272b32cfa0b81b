import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import Fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '#test/database.ts';
import { systemActor } from './actor.ts';
import { all, sql } from './db.ts';
import { sendDownload } from './download.ts';
import { exportRows } from './exports/export-rows.ts';
import { streamQuery } from './stream-query.ts';

const { database, db } = await testDatabase();
const actor = systemActor(new Date(), '2026-01-01');
const app = Fastify();
app.get('/file', (_request, reply) =>
  sendDownload(reply, {
    stream: Readable.from([Buffer.from('<script>')]),
    mediaType: 'image/png',
    fileName: 'ছবি "১".png',
    bytes: 8,
    inline: true,
  }),
);
app.get('/list', async (_request, reply) => {
  const download = await exportRows({
    format: 'csv',
    name: 'list',
    columns: [{ key: 'n', title: 'n', kind: 'number' }],
    rows: streamQuery(database, sql`select n from generate_series(1, 20000000) n`, actor),
    header: { title: 'List', filters: [], user: 'x', at: new Date() },
    language: { language: 'en', bengaliDigits: false, timeZone: 'Asia/Dhaka' },
    rowCount: 20_000_000,
  });
  return sendDownload(reply, download);
});
const origin = await app.listen({ port: 0, host: '127.0.0.1' });
afterAll(() => app.close());

test('a file runs no script wherever it is opened, keeps its Bengali name and tells its size', async () => {
  const answer = await fetch(`${origin}/file`);
  expect(answer.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(answer.headers.get('content-length')).toBe('8');
  const disposition = answer.headers.get('content-disposition') ?? '';
  expect(disposition).toMatch(/^inline; filename="_+ ___\.png"; filename\*=UTF-8''/);
  expect(decodeURIComponent(disposition.split("''")[1] ?? '')).toBe('ছবি "১".png');
});

test('a browser that cancels a running export ends its query and frees the connection', async () => {
  const request = get(`${origin}/list`);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  expect(Number(response.headers['x-estimated-bytes'])).toBeGreaterThan(20_000_000);
  await once(response, 'data');
  const busy = () =>
    all(
      db,
      sql`select pid from pg_stat_activity where datname = current_database()
        and application_name = 'test' and state <> 'idle' and pid <> pg_backend_pid()`,
    );
  expect(await busy()).toHaveLength(1);
  request.destroy();
  await expect.poll(busy).toEqual([]);
  expect(database.pool.waitingCount).toBe(0);
});
