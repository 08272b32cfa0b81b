/** The trial balance of any day is the sum of the entries until then, before and after months are closed; its figures lead to their entries. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { execute, one, sql, transaction } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import { type TestApp, testApp } from '#test/app.ts';
import { ACCOUNTS, type AccountCode } from '../accounts.rules.ts';
import { closePeriod } from '../actions/close-period.ts';
import { postJournal } from '../actions/post-journal.ts';
import { closeMonth } from '../closings/contract.ts';
import { trialBalance as bruteForce } from '../factory.ts';
import * as contract from './contract.ts';
import { keptBalancesDiffer } from './queries.ts';

const app = await testApp();
const reviewer = await app.staff('reviewer');
const { bank, water, fixed, vat } = ACCOUNTS;
/** Nobody counts a drawer here: accounts that no counter fills. */
const FREE: readonly AccountCode[] = [bank, water, fixed, vat];

const post = (
  businessDate: string,
  from: AccountCode,
  to: AccountCode,
  amountMinor: number,
  { db, system }: Pick<TestApp, 'db' | 'system'> = app,
) =>
  transaction(db, (tx) =>
    postJournal(tx, system(), {
      ...{ kind: 'DEMAND_NOTE', sourceId: crypto.randomUUID(), businessDate, reason: `${from} to ${to}` },
      entries: [
        { account: to, amountMinor },
        { account: from, amountMinor: -amountMinor },
      ],
    }),
  );

const trial = (query: object = {}) =>
  app.call(contract.trialBalance, { as: reviewer, query: { limit: 200, ...query } });

/** Of the day and the days around it, what the call says is what all entries sum to. */
async function agreesOn(day: string): Promise<void> {
  const { items, sums } = await trial({ from: addDays(day, -20), to: day });
  const expected = await bruteForce(app.db, day);
  expect(items.map(({ code, closingMinor }) => [code, closingMinor])).toEqual(
    expected.map(({ account, balanceMinor }) => [account, balanceMinor]),
  );
  const before = await bruteForce(app.db, addDays(day, -21));
  expect(items.map(({ openingMinor }) => openingMinor)).toEqual(
    before.map(({ balanceMinor }) => balanceMinor),
  );
  expect([sums.openingMinor, sums.closingMinor, sums.debitMinor - sums.creditMinor]).toEqual([0, 0, 0]);
}

const DAYS = [
  '2026-07-31',
  '2026-08-01',
  '2026-08-31',
  '2026-09-01',
  '2026-09-30',
  '2026-10-15',
  '2026-11-15',
];

test('of any day, with months open or closed: as the entries sum to (G5)', async () => {
  const seed = fc.sample(fc.integer(), 1)[0] ?? 0;
  const moves = (from: string, span: number, count: number) =>
    fc.sample(
      fc.record({
        day: fc.integer({ min: 0, max: span }).map((days) => addDays(from, days)),
        pair: fc.shuffledSubarray([...FREE], { minLength: 2, maxLength: 2 }),
        amount: fc.integer({ min: 1, max: 5_000_000 }),
      }),
      { seed, numRuns: count },
    );
  const postAll = async (list: ReturnType<typeof moves>) => {
    for (const { day, pair, amount } of list) {
      const [from = bank, to = water] = pair;
      await post(day, from, to, amount);
    }
  };
  const agree = async () => {
    for (const day of DAYS)
      await agreesOn(day).catch((error) =>
        Promise.reject(new Error(`seed ${seed}, ${day}`, { cause: error })),
      );
  };
  await post('2026-08-02', bank, water, 700);
  await postAll(moves('2026-08-01', 106, 40));
  await agree();
  await app.call(closeMonth, { as: reviewer, body: { month: '2026-08-01' } });
  await agree();
  await postAll(moves('2026-09-01', 75, 25));
  await app.call(closeMonth, { as: reviewer, body: { month: '2026-10-01', withEarlier: true } });
  await postAll(moves('2026-11-01', 14, 10));
  await agree();
  expect(await keptBalancesDiffer(app.db)).toBe(0);
});

test('a kept balance that is not what the entries sum to is found by the nightly proof, and nobody writes it', async () => {
  const own = await testApp();
  await post('2026-08-20', bank, water, 500, own);
  await transaction(own.db, (tx) => closePeriod(tx, own.system(), '2026-08-01'));
  const wrong = sql`update ledger.month_balances set balance_minor = balance_minor + 5 where period = '2026-08-01' and account_code = ${bank}`;
  await expect(execute(own.db, wrong)).rejects.toThrow();
  class TakenBack extends Error {}
  const broken = transaction(own.owner.db, async (tx) => {
    await execute(tx, sql`alter table ledger.month_balances disable trigger user`);
    await execute(tx, wrong);
    expect(await keptBalancesDiffer(tx)).toBe(5);
    throw new TakenBack();
  });
  await expect(broken).rejects.toBeInstanceOf(TakenBack);
});

test('of a month that is closed while an earlier one is open nothing is kept: money may still come before it', async () => {
  const own = await testApp();
  await post('2026-05-10', bank, water, 500, own);
  const kept = async () =>
    (await one<{ kept: number }>(own.owner.db, sql`select count(*)::int as kept from ledger.month_balances`))
      .kept;
  const close = (month: string) => transaction(own.db, (tx) => closePeriod(tx, own.system(), month));
  await close('2026-06-01');
  expect(await kept()).toBe(0);
  await close('2026-05-01');
  expect(await kept()).toBeGreaterThan(0);
  expect(await keptBalancesDiffer(own.db)).toBe(0);
});

test('a figure leads to its entries, with the sums that it shows', async () => {
  const own = await testApp();
  const as = await own.staff('reviewer');
  await post('2026-10-31', bank, water, 300, own);
  await post('2026-11-03', water, bank, 200, own);
  await post('2026-11-04', bank, water, 100, own);
  const trial = (query: object = {}) => own.call(contract.trialBalance, { as, query });
  const days = { from: '2026-11-01', to: '2026-11-15' };
  const { items } = await trial(days);
  const ofBank = items.find(({ code }) => code === bank);
  const entries = await own.call(contract.ledgerEntries, {
    ...{ as, query: { ...days, account: bank, limit: 200 } },
  });
  expect(entries.sums).toEqual({ debitMinor: ofBank?.debitMinor, creditMinor: ofBank?.creditMinor });
  expect(entries.items.length).toBe(entries.total);
  expect(entries.items.map(({ day }) => day)).toEqual(
    entries.items
      .map(({ day }) => day)
      .toSorted()
      .reverse(),
  );
  const [first] = entries.items;
  expect(first).toMatchObject({ kind: 'DEMAND_NOTE', sourceKind: 'DEMAND_NOTE', postedBy: '' });
  const found = await own.call(contract.ledgerEntries, {
    ...{
      as,
      query: { ...days, account: bank, search: String(first?.reason), kind: 'DEMAND_NOTE' },
    },
  });
  expect(found.items.map(({ id }) => id)).toContain(first?.id);
  expect((await trial({ ...days, kind: 'income', search: 'water' })).items.map(({ code }) => code)).toEqual([
    water,
  ]);
  expect((await trial()).to).toBe(own.system().today);
});

test('days the wrong way round are refused, and who may not see the books sees none', async () => {
  const query = { from: '2026-11-02', to: '2026-11-01' };
  expect(await app.codeOf(contract.trialBalance, { as: reviewer, query })).toBe('ledger.days_turned');
  expect(await app.codeOf(contract.ledgerEntries, { as: reviewer, query })).toBe('ledger.days_turned');
  const cashier = await app.staff('cashier');
  expect(await app.codeOf(contract.trialBalance, { as: cashier })).toBe('common.not_permitted');
  expect(await app.codeOf(contract.ledgerEntries, { as: cashier })).toBe('common.not_permitted');
  expect(
    (await app.call(contract.ledgerEntries, { as: reviewer, query: { from: '2026-11-01' } })).items,
  ).toEqual([]);
});
