/** Money that is older than the bill that it pays is an advance until the day of the bill: on each day the ageing is what the books have. */
import { afterEach, expect, test } from 'vitest';
import { ACCOUNTS } from '#domains/ledger/accounts.rules.ts';
import { invariants } from '#domains/ledger/queries.ts';
import * as payments from '#domains/payments/contract.ts';
import { rebateCalls } from '#domains/payments/factory-rebates.ts';
import { differences } from '#domains/payments/queries.ts';
import { all, one, sql } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import { testApp } from '#test/app.ts';
import { ageing } from './contract.ts';

const app = await testApp({ now: '2026-06-05T04:00:00Z' });
const { minor, goTo, credit, ruled, billed, payDated, pay, reverse, rebates } = rebateCalls(app);

afterEach(async () => {
  expect(await invariants(app.db)).toEqual({ sumMinor: 0, badJournals: 0, subledgerDifferenceMinor: 0 });
  expect(await differences(app.db)).toEqual({ receivableMinor: 0, advancesMinor: 0, unsettledMinor: 0 });
});

/** What the books have of a connection at the end of a day. */
const books = async (connectionId: string, account: string, day: string) =>
  (
    await one<{ minor: number }>(
      app.db,
      sql`select coalesce(sum(amount_minor), 0)::bigint as minor from ledger.entries
        where party_id = ${connectionId} and account_code = ${account} and business_date <= ${day}::date`,
    )
  ).minor;

/** The advances on the given days, after the ageing of each day up to the last one was compared with the books. */
async function advances(connectionId: string, [from, to]: [string, string], days: readonly string[]) {
  const as = await app.staff('admin');
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const { items } = await app.call(ageing, { as, query: { asOf: day, limit: 200 } });
    const open = items.find((item) => item.connectionId === connectionId)?.totalMinor ?? 0;
    expect([day, open]).toEqual([day, await books(connectionId, ACCOUNTS.receivable, day)]);
  }
  return Promise.all(days.map((day) => books(connectionId, ACCOUNTS.advances, day)));
}

test('money of a day before its bill, also after it was taken back', async () => {
  const { connectionId } = await billed('2026-06-05');
  goTo('2026-06-16');
  await billed('2026-06-16', { connectionId, period: '2026-05-01' });
  const paid = await app.call(payments.makePayment, {
    as: await app.staff('cashier'),
    body: {
      ...{ connectionId, amountMinor: minor(300_00), unusual: true, dateReason: 'the power was away' },
      tender: { method: 'CASH', paidOn: '2026-06-15' },
    },
  });
  expect(paid.invoices.map(({ amountMinor }) => amountMinor)).toEqual([115_00, 115_00]);
  const days = ['2026-06-14', '2026-06-15', '2026-06-16'];
  expect(await advances(connectionId, ['2026-06-04', '2026-06-16'], days)).toEqual([0, -185_00, -70_00]);
  goTo('2026-06-18');
  await reverse(paid.id);
  expect(await advances(connectionId, ['2026-06-04', '2026-06-18'], ['2026-06-17', '2026-06-18'])).toEqual([
    -70_00, 0,
  ]);
  expect(await books(connectionId, ACCOUNTS.receivable, '2026-06-18')).toBe(230_00);
});

test('money of a file that was taken before the bill', async () => {
  goTo('2026-06-20');
  const { connectionId } = await billed('2026-06-20');
  goTo('2026-06-25');
  await payDated(connectionId, 115_00, '2026-06-11');
  expect(
    await advances(connectionId, ['2026-06-10', '2026-06-25'], ['2026-06-11', '2026-06-19', '2026-06-20']),
  ).toEqual([-115_00, -115_00, 0]);
  const days = await all<{ day: string }>(
    app.db,
    sql`select distinct business_date as day from ledger.entries where party_id = ${connectionId} order by day`,
  );
  expect(days.map(({ day }) => day)).toEqual(['2026-06-11', '2026-06-20']);
});

test('a rebate of a day that was missed pays a later bill on the day of that bill', async () => {
  goTo('2026-07-10');
  await ruled('2026-07-10', { days: 5 });
  await credit();
  const { connectionId, billId } = await billed('2026-07-10');
  await pay(connectionId, 115_00);
  goTo('2026-07-20');
  await billed('2026-07-20', { connectionId, period: '2026-06-01' });
  goTo('2026-07-22');
  await credit();
  const [{ amount } = { amount: 0 }] = await rebates(billId);
  expect(await rebates(billId)).toMatchObject([{ amount: 6_00, creditedOn: '2026-07-16' }]);
  expect(
    await advances(connectionId, ['2026-07-09', '2026-07-22'], ['2026-07-16', '2026-07-19', '2026-07-20']),
  ).toEqual([-amount, -amount, 0]);
});
