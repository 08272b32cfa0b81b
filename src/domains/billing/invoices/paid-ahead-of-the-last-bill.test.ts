/** A closed account whose last bill is still to come is paid ahead like an open one; after its last bill the cashier is asked. */
import { expect, test } from 'vitest';
import { makePayment } from '#domains/payments/contract.ts';
import { getPayable } from '#domains/payments/payables/contract.ts';
import { testApp } from '#test/app.ts';
import { billMonth, closeWith, connect, makeTown } from '../bill-run/factory-months.ts';

const app = await testApp({ now: '2026-11-16T04:00:00Z' });
const office = await makeTown('', app);
const cashier = await app.staff('cashier');

test('money ahead of the last bill pays it; what comes after it is asked about before it is taken', async () => {
  const { id, ...made } = await connect(office, {
    connectedOn: '2026-09-30',
    readings: [['2026-10-01', '2026-10-31', 10_000]],
  });
  const pay = (amountMinor: number) => ({
    as: cashier,
    body: { connectionId: id, amountMinor, tender: { method: 'CASH' as const } },
  });
  const surplus = async () =>
    (await app.call(getPayable, { as: cashier, query: { connectionId: id } })).surplus;
  await billMonth(office, '2026-10-01');
  await closeWith(office, { id, ...made }, '2026-11-15', 15_000);
  expect(await surplus()).toBe('NEXT_BILL');
  await app.call(makePayment, pay(13_000 + 1_000));
  await billMonth(office, '2026-11-01');
  expect(await surplus()).toBe('PAID_BACK');
  // Half of November is 65 Taka, of which 10 were paid ahead.
  const { code, params } = await app.refused(makePayment, pay(5_500 + 200));
  expect({ code, params }).toMatchObject({ code: 'payments.pays_no_bill', params: { amount: 200 } });
  await app.call(makePayment, pay(5_500));
});
