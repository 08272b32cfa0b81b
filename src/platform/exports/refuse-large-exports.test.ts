/** How large exports may be, what is left of them, and on which connections they are made. */
import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { testDatabase } from '#test/database.ts';
import { smallServer } from '#test/small-server.ts';
import { one, sql } from '../database/db.ts';
import { PDF_ROWS_MAX } from './export-rows.ts';

const { appUrl, db } = await testDatabase();
const list = (format: string, rows: number, bytes = 1) =>
  `/api/main/numbers/download?format=${format}&rows=${rows}&bytes=${bytes}`;

type Refused = { error: { code: string; params: Record<string, number> } };
const refusal = async (answer: Response) => {
  const { code, params } = ((await answer.json()) as Refused).error;
  return { status: answer.status, code, params };
};

test('a PDF of more rows than anybody reads is refused with both numbers, and nothing was exported', async () => {
  const server = await smallServer({ url: appUrl });
  const person = crypto.randomUUID();
  expect(await refusal(await server.get(list('pdf', PDF_ROWS_MAX + 1), person))).toEqual({
    ...{ status: 422, code: 'exports.pdf_too_long' },
    params: { rows: PDF_ROWS_MAX + 1, limit: PDF_ROWS_MAX },
  });
  const rows = () =>
    one(
      db,
      sql`select count(*)::int as n from platform.audit where actor_id = ${person} and action = 'list.export'`,
    );
  expect(await rows()).toEqual({ n: 0 });
  expect((await server.get(list('csv', PDF_ROWS_MAX + 1), person)).status).toBe(200);
  expect(await rows()).toEqual({ n: 1 });
});

test('one file over its limit and all files over theirs are refused, and leave nothing behind', async () => {
  const server = await smallServer({ url: appUrl, exports: { fileMb: 2, allMb: 3 } });
  expect(await refusal(await server.get(list('csv', 3000, 1000)))).toEqual({
    ...{ status: 422, code: 'exports.over_limit', params: { limit_mb: 2 } },
  });
  expect(server.exports.usedBytes()).toBe(0);
  const taken = await server.exports.make(async function* () {
    yield Buffer.alloc(1_900_000);
  }, new AbortController().signal);
  expect(await readdir(server.folder)).toEqual([]);
  expect(await refusal(await server.get(list('csv', 1800, 1000)))).toMatchObject({
    ...{ status: 503, code: 'common.unavailable' },
  });
  taken.stream.destroy();
  await expect.poll(server.exports.usedBytes).toBe(0);
  const file = await server.get(list('csv', 1800, 1000));
  expect(Buffer.from(await file.arrayBuffer()).length).toBe(Number(file.headers.get('x-file-bytes')));
});

test('a failure in the middle is an error and not half a file; the place is free again', async () => {
  const server = await smallServer({ url: appUrl, exports: { connections: 1 } });
  const signal = new AbortController().signal;
  const failing = async function* () {
    yield 'half';
    throw new Error('broken');
  };
  await expect(server.exports.make(failing, signal)).rejects.toThrow('broken');
  expect(server.exports.usedBytes()).toBe(0);
  expect((await server.get(list('csv', 3))).status).toBe(200);
});

test('when the database does not answer, those that wait for their turn are refused at once', async () => {
  const { exports } = await smallServer({ url: appUrl, exports: { connections: 1 } });
  const signal = new AbortController().signal;
  const { promise: end, resolve } = Promise.withResolvers<void>();
  const running = exports.make(async function* () {
    await end;
    yield 'done';
  }, signal);
  const waiting = exports.make(async function* () {
    yield 'never';
  }, signal);
  exports.cut();
  // Its turn would come now.
  resolve();
  await expect(waiting).rejects.toMatchObject({ error: { code: 'common.unavailable' } });
  (await running).stream.destroy();
});

test('exports have time-outs of their own on connections of their own', async () => {
  const { exports } = await smallServer({ url: appUrl });
  const settings = await one(
    exports.database.db,
    sql`select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
      current_setting('idle_in_transaction_session_timeout') as idle, current_setting('transaction_timeout') as whole`,
  );
  expect(settings).toEqual({ statement: '2min', lock: '8s', idle: '150s', whole: '5min' });
});
