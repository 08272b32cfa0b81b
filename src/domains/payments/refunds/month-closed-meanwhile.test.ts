/** The month of today is closed while a call about money that is owed back is under way, as at midnight: it is refused. */
import { expect, test } from 'vitest';
import { closePeriod } from '#domains/ledger/actions/close-period.ts';
import { transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import * as payments from '../contract.ts';
import { makeDebtor } from '../factory.ts';
import * as contract from './contract.ts';

const app = await testApp();
const [cashier, reviewer] = [await app.staff('cashier'), await app.staff('reviewer')];
const CASH = { method: 'CASH' as const };

/** What opens the refund of ৳50 that a new connection has too much. */
async function advance() {
  const { connectionId } = await transaction(app.db, (tx) => makeDebtor(tx, app.system()));
  const body = { connectionId, amountMinor: 16_500, tender: CASH };
  await app.call(payments.makePayment, { as: cashier, body });
  const of = { kind: 'ADVANCE' as const, connectionId, amountMinor: 5_000 };
  return { as: cashier, body: { of, reason: 'moves away' } };
}

test('asking for an advance, refusing to pay it out, and taking the request back', async () => {
  const [notAsked, asked] = [await advance(), await advance()];
  const { id: refundId } = await app.call(contract.openRefund, asked);
  await transaction(app.db, (tx) => closePeriod(tx, app.system(), '2026-11-01'));
  const codes = [
    await app.codeOf(contract.openRefund, notAsked),
    await app.codeOf(contract.decideRefund, {
      as: reviewer,
      body: { refundId, accept: false, remark: 'it is used' },
    }),
    await app.codeOf(contract.giveUpRefund, { as: cashier, body: { refundId, reason: 'it is used' } }),
  ];
  expect(codes).toEqual(codes.map(() => 'ledger.period_closed'));
});
