import { expect, test } from 'vitest';
import { testDatabase } from '#test/database.ts';
import {
  all,
  execute,
  one,
  oneWithOnePlan,
  openDatabase,
  PLANNED_ONCE,
  SENT_AHEAD,
  sql,
  transaction,
} from './db.ts';

const { db, database, owner, appUrl } = await testDatabase();
await execute(owner.db, sql`create table public.kept (n int primary key)`);
await execute(owner.db, sql`grant select, insert on public.kept to jolkol_app`);
const kept = async () =>
  (await all<{ n: number }>(db, sql`select n from public.kept order by n`)).map(({ n }) => n);

test('what is sent ahead happens in its order, and all of it is there after the commit', async () => {
  const seen = await transaction(db, async (tx) => {
    await execute(tx, sql`${SENT_AHEAD} insert into public.kept values (${1})`);
    await execute(tx, sql`${SENT_AHEAD} insert into public.kept select max(n) + 1 from public.kept`);
    return one<{ n: number }>(tx, sql`select count(*)::int as n from public.kept`);
  });
  expect(seen).toEqual({ n: 2 });
  expect(await kept()).toEqual([1, 2]);
});

test('one that fails takes the whole transaction with it and gives its own error', async () => {
  const work = transaction(db, async (tx) => {
    await execute(tx, sql`insert into public.kept values (${3})`);
    await execute(tx, sql`${SENT_AHEAD} insert into public.kept values (${1})`);
  });
  await expect(work).rejects.toMatchObject({ constraint: 'kept_pkey' });
  expect(await kept()).toEqual([1, 2]);
});

test('a statement that follows one that failed gives the error of the first', async () => {
  const work = transaction(db, async (tx) => {
    await execute(tx, sql`${SENT_AHEAD} insert into public.kept values (${1})`);
    return one(tx, sql`select count(*)::int as n from public.kept`);
  });
  await expect(work).rejects.toMatchObject({ constraint: 'kept_pkey' });
  expect(await kept()).toEqual([1, 2]);
});

test('a failure of its own, after something was sent ahead, leaves nothing and a good connection', async () => {
  const work = transaction(db, async (tx) => {
    await execute(tx, sql`${SENT_AHEAD} insert into public.kept values (${4})`);
    throw new Error('changed my mind');
  });
  await expect(work).rejects.toThrow('changed my mind');
  expect(await kept()).toEqual([1, 2]);
  expect(database.pool.waitingCount).toBe(0);
});

test('an error that the work swallows cannot end in a commit', async () => {
  const work = transaction(db, async (tx) => {
    await execute(tx, sql`insert into public.kept values (${5})`);
    await execute(tx, sql`insert into public.kept values (${5})`).catch(() => undefined);
  });
  await expect(work).rejects.toThrow();
  expect(await kept()).toEqual([1, 2]);
});

test('a statement with one plan is planned for no value, and what follows is planned as ever', async () => {
  await transaction(db, async (tx) => {
    const found = async (n: number) =>
      oneWithOnePlan<{ n: number }>(
        tx,
        sql`${PLANNED_ONCE} select count(*)::int as n from public.kept where n = ${n}`,
      );
    expect([await found(1), await found(7)]).toEqual([{ n: 1 }, { n: 0 }]);
    const plans = await one(
      tx,
      sql`select generic_plans::int as generic, custom_plans::int as custom from pg_prepared_statements
        where statement like '%from public.kept where n = $1%'`,
    );
    expect(plans).toEqual({ generic: 2, custom: 0 });
    expect(await one(tx, sql`select current_setting('plan_cache_mode') as mode`)).toEqual({ mode: 'auto' });
  });
});

test.each([
  [true, 1],
  [false, 0],
])(
  'a connection that keepsParsed %s keeps what was parsed of %i of its statements',
  async (keepsParsed, kept) => {
    const other = openDatabase(appUrl, { max: 1, keepsParsed });
    await one(other.db, sql`select count(*) as many from public.kept where n > ${1}`);
    const { rows } = await other.pool.query(
      `select from pg_prepared_statements where statement like '%as many from public.kept%'`,
    );
    await other.close();
    expect(rows).toHaveLength(kept);
  },
);
