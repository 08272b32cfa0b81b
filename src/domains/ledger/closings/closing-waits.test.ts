/** Money that is being posted while a day or a month is closed: the closing waits for it, and then counts it. */
import { expect, test } from 'vitest';
import { lockPerson } from '#domains/billing/corrections/second-person.ts';
import * as payments from '#domains/payments/contract.ts';
import { makeDebtor } from '#domains/payments/factory.ts';
import { all, execute, one, sql, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { duringChange } from '#test/race.ts';
import { ACCOUNTS } from '../accounts.rules.ts';
import { closePeriod } from '../actions/close-period.ts';
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

test('a day by who reverses at that moment: closing waits for the person before it holds the day', async () => {
  const cashier = await app.staff('cashier');
  const day = app.system().today;
  await transaction(app.db, post(cashier, day));
  const body = {
    ...{ day, counted: { by: 'total' as const, totalMinor: 9_00 } },
    ...{ expectedMinor: 10_00, reason: 'coin lost' },
  };
  const { closing } = await transaction(app.db, async (tx) => {
    await lockPerson(tx, app.actorOf(cashier));
    const started = app.codeOf(contract.closeCash, { as: cashier, body });
    await expect.poll(() => waiting()).toBeGreaterThan(0);
    // The reversal posts into the same day: it would wait for the closing, which waits for the person.
    await execute(tx, sql`set local lock_timeout = '500ms'`);
    await execute(tx, sql`select ledger.lock_day(${day}::date, false)`);
    return { closing: started };
  });
  expect(await closing).toBeUndefined();
});

// Last, because nothing is posted into the month any more.
test('a day of a month that is being closed: it waits, and is refused', async () => {
  const cashier = await app.staff('cashier');
  await transaction(app.db, post(cashier, '2026-10-21'));
  const body = {
    ...{ day: '2026-10-21', counted: { by: 'total' as const, totalMinor: 10_00 }, expectedMinor: 10_00 },
  };
  const code = await duringChange(
    app,
    (tx) => closePeriod(tx, app.system(), '2026-10-01'),
    () => app.codeOf(contract.closeCash, { as: cashier, body }),
  );
  expect(code).toBe('ledger.period_closed');
});

async function waiting(): Promise<number> {
  const { count } = await one<{ count: number }>(
    app.owner.db,
    sql`select count(*)::int as count from pg_locks l join pg_stat_activity a on a.pid = l.pid
      where not l.granted and a.datname = current_database()`,
  );
  return count;
}

test('a variance of a month that is closed is neither decided nor taken back', async () => {
  const [cashier, reviewer] = [await app.staff('cashier'), await app.staff('reviewer')];
  const { id } = await one<{ id: string }>(
    app.owner.db,
    sql`insert into ledger.cash_closings (state, day, cashier_id, expected_minor, card_minor, counted_minor, reason, closed_by, closed_at)
      values ('WAITING', '2027-01-10', ${cashier.userId}, 900000, 0, 100, 'bag lost', ${cashier.userId}, ${app.clock.now()})
      returning id`,
  );
  await transaction(app.db, (tx) => closePeriod(tx, app.system(), '2027-01-01'));
  const codes = [
    await app.codeOf(contract.decideVariance, { as: reviewer, params: { id }, body: { accept: true } }),
    await app.codeOf(contract.withdrawCount, { as: cashier, params: { id }, body: { reason: 'wrong bag' } }),
  ];
  expect(codes).toEqual(codes.map(() => 'ledger.period_closed'));
});
