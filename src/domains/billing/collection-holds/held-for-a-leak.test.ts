/** A bill with an open leak that was not held, because it was paid or in a plan: what ends that holds it for the leak. */
import { expect, test } from 'vitest';
import { decideReversal, reversePayment } from '#domains/payments/contract.ts';
import type { Person } from '#test/app.ts';
import * as contract from '../leaks/contract.ts';
import { BILL, leakOffice } from '../leaks/factory.ts';
import * as plans from '../payment-plans/contract.ts';
import { ruleOfPlans } from '../payment-plans/factory.ts';

const { app, bill, ask, note, kept, pay } = await leakOffice();

test('a payment is taken back: the bill is open again, and held', async () => {
  const { billId, connectionId } = await bill();
  const { id: paymentId } = await pay(connectionId, BILL);
  const { id } = await ask(billId);
  expect(await kept(id)).toMatchObject({ state: 'OPEN', isHeld: false });
  const body = { paymentId, reason: 'Written down by mistake' };
  const asked = await app.call(reversePayment, { as: await app.staff('admin'), body });
  if (asked.reversal?.state === 'REQUESTED') {
    const decided = { reversalId: asked.reversal.id, accept: true };
    await app.call(decideReversal, { as: await app.staff('reviewer'), body: decided });
  }
  expect(await kept(id)).toMatchObject({ state: 'OPEN', isHeld: true });
});

async function proposed(as: Person, connectionId: string): Promise<string> {
  const { bills, sumMinor } = await app.call(plans.planOptions, { as, query: { connectionId } });
  const terms = { firstMinor: 500_00, instalments: 2, dayOfMonth: 10 };
  const body = { connectionId, billIds: bills.map(({ id }) => id), sumMinor: Number(sumMinor), ...terms };
  return (await app.call(plans.proposePlan, { as, body })).id;
}

// Last: weeks later the others are not signed in any more.
test('a plan ends: its bill is held for the leak', async () => {
  const { billId, connectionId } = await bill();
  app.clock.set('2026-11-25T04:00:00Z');
  await ruleOfPlans(app, { aloneUpToMinor: 10_000_00 });
  const [officer, cashier] = [await app.staff('engineer'), await app.staff('cashier')];
  const planId = await proposed(officer, connectionId);
  const { id } = await app.call(contract.noteLeak, note(billId, null, cashier));
  expect(await kept(id)).toMatchObject({ state: 'OPEN', isHeld: false });
  const { version } = await app.call(plans.getPlan, { as: officer, params: { id: planId } });
  const body = { version, reason: 'The household pays at the counter' };
  await app.call(plans.cancelPlan, { as: officer, params: { id: planId }, body });
  expect(await kept(id)).toMatchObject({ state: 'OPEN', isHeld: true });
});
