import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { testDatabase } from '#test/database.ts';
import { systemActor } from '../actor.ts';
import { all, execute, sql } from './db.ts';
import { streamQuery } from './stream-query.ts';

const { database, db, owner } = await testDatabase();
const actor = systemActor(new Date(), '2026-01-01');
const numbers = (count: number) =>
  sql<{ n: number }>`select n::bigint as n from generate_series(1, ${count}::int) as n`;
/** Connections of the program that are in a transaction. */
const open = () =>
  all(
    db,
    sql`select pid from pg_stat_activity
      where application_name = 'test' and state <> 'idle' and pid <> pg_backend_pid()
        and datname = current_database()`,
  );

test('gives every row once, with the types of every other query, and the connection back', async () => {
  let sum = 0;
  for await (const { n } of streamQuery(database, numbers(10_000), actor)) sum += n;
  expect(sum).toBe(50_005_000);
  await expect.poll(open).toEqual([]);
});

test('a reader that stops early leaves no open transaction', async () => {
  for await (const { n } of streamQuery(database, numbers(1_000_000), actor)) if (n === 700) break;
  await expect.poll(open).toEqual([]);
  expect(database.pool.waitingCount).toBe(0);
});

test('cancel ends a query that has not given a row yet', async () => {
  const rows = streamQuery(database, sql`select pg_sleep(30)`, actor);
  const started = performance.now();
  const reading = (async () => {
    for await (const _ of rows);
  })();
  const ended = expect(reading).rejects.toThrow(/Connection terminated/);
  await wait(200);
  rows.cancel();
  await ended;
  expect(performance.now() - started).toBeLessThan(20_000);
  await expect.poll(open).toEqual([]);
});

test('cancel between two reads returns the connection although nobody reads on', async () => {
  const rows = streamQuery(database, numbers(1_000_000), actor);
  await rows[Symbol.asyncIterator]().next();
  expect(await open()).toHaveLength(1);
  rows.cancel();
  await expect.poll(open).toEqual([]);
});

test('sees one picture of the data while others write, and may not write itself', async () => {
  await execute(
    owner.db,
    sql`create table public.seen (n int); insert into public.seen select generate_series(1, 2000); grant all on public.seen to public`,
  );
  let count = 0;
  for await (const _ of streamQuery(database, sql`select n from public.seen`, actor)) {
    if (count === 0) await execute(db, sql`delete from public.seen`);
    count += 1;
  }
  expect(count).toBe(2000);
  await execute(
    owner.db,
    sql`create function public.see() returns int language sql as 'insert into public.seen values (1) returning n'`,
  );
  const writing = streamQuery(database, sql`select public.see()`, actor);
  await expect(
    (async () => {
      for await (const _ of writing);
    })(),
  ).rejects.toThrow(/read-only/);
  await expect.poll(open).toEqual([]);
});
