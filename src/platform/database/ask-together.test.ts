import { expect, test } from 'vitest';
import { testDatabase } from '#test/database.ts';
import { askTogether, oneTogether } from './ask-together.ts';
import { execute, one, type Sql, sql, transaction } from './db.ts';

const { db, owner } = await testDatabase();
await execute(owner.db, sql`create table public.counted (n int)`);
await execute(owner.db, sql`create sequence public.runs`);
await execute(owner.db, sql`grant select, insert on public.counted to jolkol_app`);
await execute(owner.db, sql`grant usage on sequence public.runs to jolkol_app`);

const KEY = 4711;
/** How many rows there are, and which run counted them; a run waits until the key is free. */
const slowly = (value: string): Sql<{ rows: number; run: number; value: string }> =>
  sql`select (select count(*)::int from public.counted) as rows, nextval('public.runs')::int as run,
    pg_advisory_xact_lock_shared(${KEY}), ${value}::text as value`;

const waiting = async () => {
  const { count } = await one<{ count: number }>(
    owner.db,
    sql`select count(*)::int as count from pg_locks where locktype = 'advisory' and objid = ${KEY} and not granted`,
  );
  return count;
};

test('who asks while a run is under way gets the next one, together, with what was committed meanwhile', async () => {
  const { first, others } = await transaction(db, async (tx) => {
    await execute(tx, sql`select pg_advisory_xact_lock(${KEY})`);
    const asked = oneTogether(db, slowly('a'));
    await expect.poll(waiting).toBe(1);
    await execute(db, sql`insert into public.counted values (1)`);
    return { first: { asked }, others: [1, 2, 3, 4].map(() => oneTogether(db, slowly('a'))) };
  });
  expect((await first.asked).rows).toBe(0);
  const answers = await Promise.all(others);
  expect(answers.map(({ rows }) => rows)).toEqual([1, 1, 1, 1]);
  expect(new Set(answers.map(({ run }) => run)).size).toBe(1);
});

test('other values are another question, and one after the other nothing is shared', async () => {
  const asked = await Promise.all(['a', 'b', 'c'].map((value) => oneTogether(db, slowly(value))));
  expect(asked.map(({ value }) => value)).toEqual(['a', 'b', 'c']);
  const later = await oneTogether(db, slowly('a'));
  expect(new Set([...asked, later].map(({ run }) => run)).size).toBe(4);
});

test('a failure is told to all who waited for that run, and the next question is asked again', async () => {
  const fails = sql<{ one: number }>`select 1 / ${0}::int as one`;
  const asked = await Promise.allSettled([
    askTogether(db, fails),
    askTogether(db, fails),
    askTogether(db, fails),
  ]);
  expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  await expect(askTogether(db, fails)).rejects.toMatchObject({ code: '22012' });
});

test('a transaction sees its own rows: its questions are its own', async () => {
  const seen = await transaction(db, async (tx) => {
    await execute(tx, sql`insert into public.counted values (2)`);
    const [mine, outside] = await Promise.all([
      oneTogether(tx, sql<{ n: number }>`select count(*)::int as n from public.counted`),
      oneTogether(db, sql<{ n: number }>`select count(*)::int as n from public.counted`),
    ]);
    return [mine.n, outside.n];
  });
  expect(seen).toEqual([2, 1]);
});
