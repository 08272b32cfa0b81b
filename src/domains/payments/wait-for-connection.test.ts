/**
 * Who moves money of a connection waits for others who do so already: a payment is not spread over bills that change.
 */
import { expect, test } from 'vitest';
import { execute, sql, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { duringChange } from '#test/race.ts';
import { makePayment, reversePayment } from './contract.ts';
import { makeDebtor } from './factory.ts';

const app = await testApp();
const cashier = await app.staff('cashier');

test("a payment waits for the connection's lock, even if no bill is open", async () => {
  const { connectionId } = await transaction(app.db, (tx) => makeDebtor(tx, app.system()));
  const body = { connectionId, amountMinor: 100_000, tender: { method: 'CASH' as const } };
  // Pays every bill: from here on there is no bill whose lock could stand for the connection's.
  await app.call(makePayment, { as: cashier, body });
  const code = await duringChange(
    app,
    (tx) => execute(tx, sql`select from meters.connections where id = ${connectionId} for no key update`),
    () => app.codeOf(makePayment, { as: cashier, body }),
  );
  expect(code).toBeUndefined();
});

test('a payment whose reversal waits for a second person is not asked for again', async () => {
  const admin = await app.staff('admin');
  const { connectionId } = await transaction(app.db, (tx) => makeDebtor(tx, app.system()));
  const { id: paymentId } = await app.call(makePayment, {
    as: cashier,
    body: { connectionId, amountMinor: 600_000, tender: { method: 'CASH' }, unusual: true },
  });
  const reverse = () => app.codeOf(reversePayment, { as: admin, body: { paymentId, reason: 'typed twice' } });
  expect([await reverse(), await reverse()]).toEqual([undefined, 'payments.reversal_waits']);
});
