/** Own days that are not closed wait on the home of who took the money; each leads to its closing, and that offers them all. */
import { expect, test } from 'vitest';
import { ownWork } from '#domains/dashboard/work/contract.ts';
import { makeFees } from '#domains/ownership/fee/factory-fees.ts';
import { transaction } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { ACCOUNTS } from '../accounts.rules.ts';
import { postJournal } from '../actions/post-journal.ts';
import * as contract from './contract.ts';

const app = await testApp();
const TODAY = '2026-11-15';

const take = (as: Person, businessDate: string, amountMinor = 100_00) =>
  transaction(app.db, (tx) =>
    postJournal(tx, app.actorOf(as), {
      ...{ kind: 'PAYMENT', sourceId: crypto.randomUUID(), businessDate },
      entries: [
        { account: ACCOUNTS.cash, amountMinor },
        { account: ACCOUNTS.bank, amountMinor: -amountMinor },
      ],
    }),
  );
const days = async (as: Person) => {
  const { queues, items } = await app.call(ownWork, { as });
  const queue = queues.find(({ name }) => name === 'open-days');
  return { total: queue?.total ?? 0, rows: items.filter((item) => item.queue === 'open-days') };
};
const offered = async (as: Person) =>
  (await app.call(contract.expectedCash, { as, query: { day: TODAY } })).openDays;

test('days that are over wait, the oldest first; not today, not those of others, not closed ones', async () => {
  const [cashier, other] = [await app.staff('cashier'), await app.staff('cashier')];
  for (const day of ['2026-11-13', '2026-11-12', '2026-11-14', TODAY]) await take(cashier, day);
  await take(other, '2026-11-11');
  const before = await days(cashier);
  expect(before.total).toBe(3);
  expect(before.rows.map(({ day, to }) => [day, to])).toEqual(
    ['2026-11-12', '2026-11-13', '2026-11-14'].map((day) => [
      day,
      { path: '/cash-closing', query: { page: 1, close: day } },
    ]),
  );
  expect(await offered(cashier)).toEqual(before.rows.map(({ day }) => day));
  await app.call(contract.closeCash, {
    as: cashier,
    body: { day: '2026-11-12', counted: { by: 'total', totalMinor: 100_00 }, expectedMinor: 100_00 },
  });
  expect((await days(cashier)).rows.map(({ day }) => day)).toEqual(['2026-11-13', '2026-11-14']);
  expect((await days(other)).total).toBe(1);
  expect((await days(await app.staff('reader'))).total).toBe(0);
});

test('a day of long ago waits too', async () => {
  const cashier = await app.staff('cashier');
  await take(cashier, '2026-07-01');
  expect((await days(cashier)).rows).toMatchObject([{ day: '2026-07-01' }]);
  expect(await offered(cashier)).toEqual(['2026-07-01']);
});

test('what went out of a drawer is told beside what has to be in it, also below zero', async () => {
  const cashier = await app.staff('cashier');
  for (const amountMinor of [30_00, -50_00]) await take(cashier, TODAY, amountMinor);
  const books = await app.call(contract.expectedCash, { as: cashier, query: { day: TODAY } });
  expect(books).toMatchObject({ expectedMinor: -20_00, paidOutMinor: 50_00 });
});

test('many days that are not closed leave a row to each other queue', async () => {
  const { asked, cashier } = await makeFees(app);
  for (let day = 1; day <= 9; day += 1) await take(cashier, `2026-11-0${day}`);
  const { id } = await asked();
  const { queues, items } = await app.call(ownWork, { as: cashier });
  expect(queues.map(({ name, total }) => [name, total])).toEqual([
    ['open-days', 9],
    ['ownership-fees', 1],
  ]);
  expect(items.map(({ id: row, to }) => [row, to.path])).toEqual([
    ...[1, 2, 3, 4, 5].map((day) => [`2026-11-0${day}`, '/cash-closing']),
    [id, '/take-payment'],
  ]);
});
