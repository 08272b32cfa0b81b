/** Money of a wallet and the closed books: neither a closed day of the counter nor a closed month takes it. */
import { expect, test } from 'vitest';
import { closePeriod } from '#domains/ledger/actions/close-period.ts';
import * as closings from '#domains/ledger/closings/contract.ts';
import { transaction } from '#platform/database/db.ts';
import { minor } from '#shared/money.ts';
import { testApp } from '#test/app.ts';
import { rechargeAccount } from './contract.ts';
import { walletCalls } from './factory.ts';
import { confirmWithdrawal, decideWithdrawal, payWithdrawal } from './withdrawals/contract.ts';

const app = await testApp();
const { ask, codeOf, withMoney } = await walletCalls(app);
const [LAST_OF_OCTOBER, FIRST_OF_NOVEMBER] = ['2026-10-31', '2026-11-01'];

test('a recharge and a payout are refused in a closed day and in a closed month', async () => {
  // Before midnight, and after it.
  app.clock.set('2026-10-31T17:40:00Z');
  const [payer, other, reviewer] = [
    await app.staff('cashier'),
    await app.staff('cashier'),
    await app.staff('reviewer'),
  ];
  const as = await withMoney(5_000_00);
  const { id: withdrawalId } = await ask(as, 600_00);
  await app.call(confirmWithdrawal, { as, body: { withdrawalId, code: await codeOf(withdrawalId) } });
  await app.codeOf(decideWithdrawal, { as: reviewer, body: { withdrawalId, accept: true } });
  const recharge = (paidOn: string) => ({
    as: payer,
    body: {
      ...{ consumerId: String(as.consumerId), amountMinor: minor(200_00), dateReason: 'power cut' },
      tender: { method: 'CASH' as const, paidOn },
    },
  });
  const pay = (paidOn: string) => ({
    as: payer,
    body: { withdrawalId, tender: { method: 'CASH' as const, paidOn } },
  });
  await app.call(rechargeAccount, recharge(LAST_OF_OCTOBER));
  app.clock.set('2026-10-31T18:10:00Z');
  const query = { day: LAST_OF_OCTOBER };
  const { expectedMinor } = await app.call(closings.expectedCash, { as: payer, query });
  const counted = { by: 'total' as const, totalMinor: expectedMinor };
  await app.call(closings.closeCash, { as: payer, body: { ...query, counted, expectedMinor } });
  expect(await app.codeOf(rechargeAccount, recharge(LAST_OF_OCTOBER))).toBe('ledger.day_closed');
  expect(await app.codeOf(payWithdrawal, pay(LAST_OF_OCTOBER))).toBe('ledger.day_closed');
  await transaction(app.db, (tx) => closePeriod(tx, app.system(), '2026-10-01'));
  const late = { ...recharge(LAST_OF_OCTOBER), as: other };
  expect(await app.codeOf(rechargeAccount, late)).toBe('ledger.period_closed');
  expect(await app.codeOf(payWithdrawal, { ...pay(LAST_OF_OCTOBER), as: other })).toBe(
    'ledger.period_closed',
  );
  expect(await app.codeOf(payWithdrawal, pay(FIRST_OF_NOVEMBER))).toBeUndefined();
});
