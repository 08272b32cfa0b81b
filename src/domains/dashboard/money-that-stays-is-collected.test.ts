/** "Collected" is the money that stays: the home, the chart, the list behind them and the ledger say the same. */
import { expect, test } from 'vitest';
import { alarmOffice } from '#domains/payments/alarms/factory-alarms.ts';
import * as payments from '#domains/payments/contract.ts';
import { makeDebtor } from '#domains/payments/factory.ts';
import { decideProposal } from '#domains/payments/proposals/contract.ts';
import * as refunds from '#domains/payments/refunds/contract.ts';
import { all, sql, transaction } from '#platform/database/db.ts';
import type { Person } from '#test/app.ts';
import { billChart, staffDashboard } from './contract.ts';

const { app, propose, decide, wrongAmount, AGREE } = await alarmOffice();

const pay = async (as: Person, amountMinor: number) => {
  const { connectionId } = await transaction(app.db, (tx) => makeDebtor(tx, app.system()));
  const body = { connectionId, amountMinor, tender: { method: 'CASH' as const }, unusual: true };
  return { connectionId, id: (await app.call(payments.makePayment, { as, body })).id };
};
const reverse = (as: Person, paymentId: string) =>
  app.call(payments.reversePayment, { as, body: { paymentId, reason: 'wrong connection' } });
const claim = (as: Person, connectionId: string, amountMinor: number) =>
  app.call(refunds.openRefund, {
    as,
    body: { of: { kind: 'ADVANCE', connectionId, amountMinor }, reason: 'moves away' },
  });

/** What the books credited to consumers by money, by month. */
const inBooks = () =>
  all<{ period: string; minor: number }>(
    app.db,
    sql`select date_trunc('month', j.business_date)::date as period, -sum(e.amount_minor)::bigint as minor
      from ledger.journals j left join ledger.journals o on o.id = j.reverses_id
      join ledger.entries e on e.journal_id = j.id and e.account_code in ('1100', '2200')
      where coalesce(o.kind, j.kind) in ('PAYMENT', 'REFUND_CLAIM', 'REFUND_WITHDRAWAL') group by 1 order by 1`,
  );

async function figures(as: Person) {
  const { money, month } = await app.call(staffDashboard, { as });
  const { points } = await app.call(billChart, { as, query: { months: 2 } });
  const query = {
    source: 'INVOICE' as const,
    state: 'APPROVED' as const,
    from: month,
    to: app.system().today,
  };
  const { sums } = await app.call(payments.paymentHistory, { as, query });
  return {
    home: money?.collected.minor,
    list: sums.collectedMinor,
    chart: points.map(({ period, collectedMinor }) => ({ period, minor: collectedMinor })),
    before: money?.collected.beforeMinor,
  };
}

test('without what was reversed, refunded and sent back; each month as the ledger has it', async () => {
  const cashier = await app.staff('cashier');
  const reviewer = await app.staff('reviewer');
  const [kept, wrong, later, ahead] = [
    await pay(cashier, 11_500),
    await pay(cashier, 11_500),
    await pay(cashier, 21_000),
    await pay(cashier, 31_500),
  ];
  await reverse(await app.staff('admin'), wrong.id);
  const refund = await claim(cashier, ahead.connectionId, 8000);
  await app.call(refunds.decideRefund, { as: reviewer, body: { refundId: refund.id, accept: true } });
  const taken = await claim(cashier, later.connectionId, 2000);
  await app.call(refunds.decideRefund, {
    as: reviewer,
    body: { refundId: taken.id, accept: false, remark: 'not yet' },
  });
  // A bank took another amount, and it goes back as a whole: it is owed, and nobody has collected it.
  const wrongly = await wrongAmount();
  const alarm = await propose(wrongly.alarmId, 'SEND_BACK');
  await app.call(decideProposal, decide(alarm.proposal?.id, AGREE));
  const november = 11_500 + 21_000 + 31_500 - 8000;
  const admin = await app.staff('admin');
  expect(await figures(admin)).toEqual({
    ...{ home: november, list: november, before: 0 },
    chart: [
      { period: '2026-10-01', minor: 0 },
      { period: '2026-11-01', minor: november },
    ],
  });
  expect(await inBooks()).toEqual([{ period: '2026-11-01', minor: november }]);
  expect(kept.id).not.toBe(later.id);
  // A reversal in the next month: November stays as it was.
  app.clock.set('2026-12-03T04:00:00Z');
  const next = await app.staff('admin');
  expect((await reverse(next, later.id)).state).toBe('REVERSED');
  const seen = await figures(next);
  expect(seen).toMatchObject({ home: -21_000, list: -21_000 });
  expect(seen.chart).toEqual([
    { period: '2026-11-01', minor: november },
    { period: '2026-12-01', minor: -21_000 },
  ]);
  expect(await inBooks()).toEqual(seen.chart);
  const { sums } = await app.call(payments.paymentHistory, { as: next, query: { method: 'CASH' } });
  expect(sums.collectedMinor).toBeNull();
});
