/** Money that is being posted while a day or a month is closed: the closing waits for it, and then counts it. */
import { expect, test } from 'vitest';
import * as payments from '#domains/payments/contract.ts';
import { makeDebtor } from '#domains/payments/factory.ts';
import { all, sql, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { duringChange } from '#test/race.ts';
import { ACCOUNTS } from '../accounts.rules.ts';
import { postJournal } from '../actions/post-journal.ts';
import * as contract from './contract.ts';

const app = await testApp();

const post = (cashier: { userId: string }, businessDate: string) => (tx: Parameters<typeof postJournal>[0]) =>
  postJournal(
    tx,
    { ...app.system(), userId: cashier.userId },
    {
      kind: 'PAYMENT',
      sourceId: crypto.randomUUID(),
      businessDate,
      entries: [
        { account: ACCOUNTS.cash, amountMinor: 10_00 },
        { account: ACCOUNTS.connectionFees, amountMinor: -10_00 },
      ],
    },
  );

test('a day: the money that came in between is in what the books expect', async () => {
  const cashier = await app.staff('cashier');
  const { connectionId } = await transaction(app.db, (tx) => makeDebtor(tx, app.system()));
  await app.call(payments.makePayment, {
    as: cashier,
    body: { connectionId, amountMinor: 115_00, tender: { method: 'CASH' } },
  });
  const close = () =>
    app.refused(contract.closeCash, {
      as: cashier,
      body: { day: '2026-11-15', counted: { by: 'total', totalMinor: 115_00 }, expectedMinor: 115_00 },
    });
  const moved = await duringChange(app, post(cashier, '2026-11-15'), close);
  expect([moved.code, moved.params]).toEqual(['ledger.cash_moved', { amount: 125_00 }]);
  expect(await all(app.db, sql`select from ledger.cash_closings`)).toEqual([]);
});

test('a month: the day of a cashier that was opened in between hinders it', async () => {
  app.clock.set('2026-12-02T04:00:00Z');
  const [cashier, reviewer] = [await app.staff('cashier'), await app.staff('reviewer')];
  const body = { month: '2026-10-01' };
  const code = await duringChange(app, post(cashier, '2026-10-20'), () =>
    app.codeOf(contract.closeMonth, { as: reviewer, body }),
  );
  expect(code).toBe('ledger.month_hindered');
  expect(await all(app.db, sql`select from ledger.closed_periods`)).toEqual([]);
});
