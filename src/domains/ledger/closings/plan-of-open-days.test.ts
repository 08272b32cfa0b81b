/** What the list of open days costs: it does not grow with the payments of a day. */
import { expect, test } from 'vitest';
import { all, execute, sql, transaction } from '#platform/database/db.ts';
import { pageOf } from '#platform/database/lists.ts';
import { testApp } from '#test/app.ts';
import { answered } from '#test/plans.ts';
import { openDayList } from './queries.ts';

const JOURNALS = 2000;
const DAYS = 4;
const app = await testApp();

test('thousands of payments of a cashier are as many open days as days, found without their entries', async () => {
  const cashier = await app.staff('cashier');
  const person = app.actorOf(cashier);
  await transaction(app.owner.db, async (tx) => {
    await execute(
      tx,
      sql`insert into ledger.journals (kind, source_id, business_date, posted_by, created_at)
        select 'PAYMENT', uuidv7(), date '2026-11-10' + n % ${DAYS}::int, ${cashier.userId}::uuid, timestamptz '2026-11-10 04:00Z'
        from generate_series(1, ${JOURNALS}::int) n`,
    );
    await execute(
      tx,
      sql`insert into ledger.entries (journal_id, line_no, account_code, amount_minor, business_date)
        select j.id, l.line, l.account, l.amount, j.business_date from ledger.journals j,
          (values (1, '1000', 100), (2, '1010', -100)) l (line, account, amount) where j.posted_by = ${cashier.userId}`,
    );
  });
  const noted = await all(
    app.owner.db,
    sql`select day from ledger.counter_days where cashier_id = ${cashier.userId}`,
  );
  expect(noted).toHaveLength(DAYS);
  await execute(app.owner.db, sql`vacuum analyze ledger.entries, ledger.journals, ledger.counter_days`);
  const list = openDayList(person);
  expect(await all(app.db, list.rows)).toHaveLength(DAYS);
  const plan = await answered(app.db, pageOf({ limit: 20, offset: 1, sort: '-day' }, list));
  expect(plan.reads.filter((read) => /entries|journals/.test(read))).toEqual([]);
  expect(plan.rowsRead).toBeLessThan(50);
});

test('the program notes no day by itself', async () => {
  const note = sql`insert into ledger.counter_days (day, cashier_id) values ('2026-11-12', uuidv7())`;
  await expect(execute(app.db, note)).rejects.toThrow('permission denied');
});

test('what nobody posted is nobody’s day', async () => {
  const rows = () => all(app.owner.db, sql`select from ledger.counter_days where day = '2026-11-12'`);
  const before = (await rows()).length;
  await transaction(app.owner.db, async (tx) => {
    await execute(
      tx,
      sql`with j as (insert into ledger.journals (kind, source_id, business_date, created_at)
          values ('PAYMENT', uuidv7(), '2026-11-12', timestamptz '2026-11-12 04:00Z') returning id)
        insert into ledger.entries (journal_id, line_no, account_code, amount_minor, business_date)
        select j.id, l.line, l.account, l.amount, '2026-11-12' from j,
          (values (1, '1000', 100), (2, '1010', -100)) l (line, account, amount)`,
    );
  });
  expect(await rows()).toHaveLength(before);
});
