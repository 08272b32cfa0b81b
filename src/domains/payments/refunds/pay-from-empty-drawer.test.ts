/** Cash of a refund that the drawer never had: a difference that nobody closes alone, however small it is. */
import { expect, test } from 'vitest';
import { closeCash } from '#domains/ledger/closings/contract.ts';
import { transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { makePayment } from '../contract.ts';
import { makeDebtor } from '../factory.ts';
import * as contract from './contract.ts';

const app = await testApp();
const [taker, payer, reviewer] = [
  await app.staff('cashier'),
  await app.staff('cashier'),
  await app.staff('reviewer'),
];
const tender = { method: 'CASH' as const };

test('who paid out more than the drawer had closes no such day alone', async () => {
  const { connectionId } = await transaction(app.db, (tx) => makeDebtor(tx, app.system()));
  await app.call(makePayment, { as: taker, body: { connectionId, amountMinor: 165_00, tender } });
  const ask = { of: { kind: 'ADVANCE' as const, connectionId, amountMinor: 1_00 }, reason: 'moves away' };
  const { id } = await app.call(contract.openRefund, { as: taker, body: ask });
  await app.call(contract.decideRefund, { as: reviewer, body: { refundId: id, accept: true } });
  await app.call(contract.payRefund, { as: payer, body: { refundId: id, tender } });
  const { state, varianceMinor } = await app.call(closeCash, {
    as: payer,
    body: {
      day: app.system().today,
      counted: { by: 'total', totalMinor: 0 },
      expectedMinor: -1_00,
      reason: 'from my own purse',
    },
  });
  expect([state, varianceMinor]).toEqual(['WAITING', 1_00]);
});
