/** The float of a drawer: recorded in the morning or left by the closing before, and counted at the end of the day. */
import { afterEach, expect, test } from 'vitest';
import * as payments from '#domains/payments/contract.ts';
import { makeDebtor } from '#domains/payments/factory.ts';
import * as refunds from '#domains/payments/refunds/contract.ts';
import { all, execute, one, sql, transaction } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { duringChange } from '#test/race.ts';
import { invariants } from '../queries.ts';
import { recordFloat } from './actions/record-float.ts';
import * as contract from './contract.ts';

const app = await testApp();
const reviewer = await app.staff('reviewer');
const [YESTERDAY, TODAY, TOMORROW] = ['2026-11-14', '2026-11-15', '2026-11-16'];

afterEach(async () => {
  expect(await invariants(app.db)).toEqual({ sumMinor: 0, badJournals: 0, subledgerDifferenceMinor: 0 });
});

async function take(as: Person, amountMinor: number, paidOn = TODAY): Promise<void> {
  const { connectionId } = await transaction(app.db, (tx) => makeDebtor(tx, app.system()));
  const body = { connectionId, amountMinor, tender: { method: 'CASH' as const, paidOn }, dateReason: 'late' };
  await app.call(payments.makePayment, { as, body });
}
const record = (as: Person, amountMinor: number, more: { day?: string; cashierId?: string } = {}) => ({
  as,
  body: { day: TODAY, amountMinor, ...more },
});
const expected = (as: Person, day = TODAY) => app.call(contract.expectedCash, { as, query: { day } });
const close = (as: Person, totalMinor: number, more: object = {}) => ({
  as,
  body: { day: TODAY, counted: { by: 'total' as const, totalMinor }, expectedMinor: totalMinor, ...more },
});

test('what is counted is compared with float and takings; only the difference is posted', async () => {
  const cashier = await app.staff('cashier');
  await app.call(contract.recordFloat, record(cashier, 400_00));
  expect(await app.call(contract.recordFloat, record(cashier, 500_00))).toMatchObject({ floatMinor: 500_00 });
  await take(cashier, 115_00);
  expect(await expected(cashier)).toMatchObject({ expectedMinor: 615_00, floatMinor: 500_00 });
  const unseen = close(cashier, 115_00);
  expect((await app.refused(contract.closeCash, unseen)).params).toEqual({ amount: 615_00 });
  const body = { ...close(cashier, 610_00, { expectedMinor: 615_00 }).body, reason: 'a note is missing' };
  const closing = await app.call(contract.closeCash, { as: cashier, body });
  expect(closing).toMatchObject({
    ...{
      expectedMinor: 615_00,
      floatMinor: 500_00,
      countedMinor: 610_00,
      varianceMinor: -5_00,
      keptMinor: 0,
    },
  });
  const posted = await one(
    app.db,
    sql`select sum(e.amount_minor)::bigint as minor from ledger.entries e join ledger.journals j on j.id = e.journal_id
      where e.account_code = '1000' and j.posted_by = ${cashier.userId}`,
  );
  expect(posted).toEqual({ minor: 110_00 });
  expect(await app.codeOf(contract.recordFloat, record(cashier, 600_00))).toBe('ledger.float_day_closed');
  const audited = await all(
    app.db,
    sql`select before, after from platform.audit where action = 'cash-closing.record-float' and object_id = ${cashier.userId}
      order by at, id`,
  );
  expect(audited).toMatchObject([
    { before: { floatMinor: 0 }, after: { floatMinor: 400_00 } },
    { before: { floatMinor: 400_00 }, after: { floatMinor: 500_00 } },
  ]);
});

test('what stays in the drawer is the float of the next day, until somebody records another one', async () => {
  const [cashier, other] = [await app.staff('cashier'), await app.staff('cashier')];
  // No late money after somebody has closed the day.
  await take(cashier, 100_00, YESTERDAY);
  await take(other, 100_00, YESTERDAY);
  const yesterday = {
    day: YESTERDAY,
    expectedMinor: 100_00,
    reason: 'change from the safe',
    keptMinor: 200_00,
  };
  const more = close(cashier, 300_00, { ...yesterday, keptMinor: 300_01 });
  expect(await app.codeOf(contract.closeCash, more)).toBe('ledger.kept_counted');
  const { id } = await app.call(contract.closeCash, close(cashier, 300_00, yesterday));
  expect(await expected(cashier)).toMatchObject({ expectedMinor: 200_00, floatMinor: 200_00 });
  // What is missing would not show: the cashier may record more, and only somebody else less.
  expect(await app.codeOf(contract.recordFloat, record(cashier, 199_99))).toBe('ledger.float_lowered');
  await app.call(contract.recordFloat, record(cashier, 250_00));
  expect(await app.codeOf(contract.recordFloat, record(cashier, 249_99))).toBe('ledger.float_lowered');
  await app.call(contract.recordFloat, record(reviewer, 0, { cashierId: cashier.userId }));
  expect(await expected(cashier)).toMatchObject({ floatMinor: 0 });
  // The day after the next one, too; but not from a closing that was opened again.
  await app.call(contract.closeCash, close(other, 300_00, yesterday));
  expect(await expected(other, TOMORROW)).toMatchObject({ floatMinor: 200_00 });
  await execute(
    app.owner.db,
    sql`update ledger.cash_closings set reopen_asked_at = now(), reopen_reason = 'x', reopened_at = now(),
      reopened_by = ${reviewer.userId} where cashier_id = ${other.userId}`,
  );
  expect(await expected(other)).toMatchObject({ floatMinor: 0 });
  expect(id).toBeTruthy();
});

test("no float below zero, ahead of time, or of somebody else's drawer without the word", async () => {
  const [cashier, stranger] = [await app.staff('cashier'), await app.staff('cashier')];
  expect(await app.codeOf(contract.recordFloat, record(cashier, -1))).toBe('ledger.float_negative');
  expect(await app.codeOf(contract.recordFloat, record(cashier, 1, { day: TOMORROW }))).toBe(
    'ledger.day_in_future',
  );
  const own = { cashierId: cashier.userId };
  expect(await app.codeOf(contract.recordFloat, record(stranger, 1, own))).toBe('common.not_permitted');
  expect(await app.codeOf(contract.recordFloat, record(reviewer, 1, own))).toBeUndefined();
  expect(await expected(cashier)).toMatchObject({ floatMinor: 1 });
});

test('of a closing and a float at the same time, the closing counts with what it saw, or is refused', async () => {
  const cashier = await app.staff('cashier');
  await take(cashier, 10_00);
  const codes = await Promise.all([
    app.codeOf(contract.closeCash, close(cashier, 10_00)),
    app.codeOf(contract.recordFloat, record(cashier, 5_00)),
  ]);
  expect([
    [undefined, 'ledger.float_day_closed'],
    ['ledger.cash_moved', undefined],
  ]).toContainEqual(codes);
});

test('cash that was paid back out of the float is no variance', async () => {
  const cashier = await app.staff('cashier');
  const { connectionId } = await transaction(app.db, (tx) => makeDebtor(tx, app.system()));
  const card = { method: 'POS' as const, receiptNumber: 'FLOAT-1' };
  await app.call(payments.makePayment, {
    as: cashier,
    body: { connectionId, amountMinor: 215_00, tender: card },
  });
  const ask = { of: { kind: 'ADVANCE' as const, connectionId, amountMinor: 100_00 }, reason: 'moves away' };
  const { id: refundId } = await app.call(refunds.openRefund, { as: reviewer, body: ask });
  const decider = await app.staff('admin');
  await app.call(refunds.decideRefund, { as: decider, body: { refundId, accept: true } });
  await app.call(contract.recordFloat, record(cashier, 100_00));
  await app.call(refunds.payRefund, { as: cashier, body: { refundId, tender: { method: 'CASH' } } });
  expect(await expected(cashier)).toMatchObject({ expectedMinor: 0, floatMinor: 100_00 });
  expect(await app.call(contract.closeCash, close(cashier, 0))).toMatchObject({ varianceMinor: 0 });
});

test('somebody raises the float at the same moment: the cashier does not lower it', async () => {
  const cashier = await app.staff('cashier');
  const raised = { day: TODAY, cashierId: String(cashier.userId), amountMinor: 500_00 };
  const code = await duringChange(
    app,
    (tx) => recordFloat(tx, { ...app.system(), userId: reviewer.userId }, raised),
    () => app.codeOf(contract.recordFloat, record(cashier, 100_00)),
  );
  expect(code).toBe('ledger.float_lowered');
  expect(await expected(cashier)).toMatchObject({ floatMinor: 500_00 });
});
