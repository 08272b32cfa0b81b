import { expect, test } from 'vitest';
import { transaction } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { makePayment } from './contract.ts';
import { makeDebtor } from './factory.ts';

const app = await testApp();
const file = (as: Person, query: Record<string, string> = {}) =>
  app.server.inject({
    url: '/api/billing/payment/history/download',
    query: { format: 'csv', ...query },
    headers: { authorization: `Bearer ${as.idToken}` },
  });

test('the history is a file: filters as in the list, own payments for a consumer, nothing without the right', async () => {
  const [cashier, rahima] = [await app.staff('cashier'), await app.consumer('Rahima')];
  const pay = async (given: { consumerId?: string }) => {
    const { connectionId } = await transaction(app.db, (tx) => makeDebtor(tx, app.system(), given));
    const body = { connectionId, amountMinor: 5_000, tender: { method: 'CASH' as const } };
    return String((await app.call(makePayment, { as: cashier, body })).receiptNumber);
  };
  const [own, foreign] = [await pay({ consumerId: String(rahima.consumerId) }), await pay({})];
  const all = await file(cashier, { state: 'APPROVED', language: 'bn' });
  expect(all.statusCode).toBe(200);
  expect([all.body.includes(own), all.body.includes(foreign)]).toEqual([true, true]);
  expect(all.body).toContain('নগদ');
  expect((await file(cashier, { method: 'GATEWAY' })).body).not.toContain(own);
  const mine = (await file(rahima)).body;
  expect([mine.includes(own), mine.includes(foreign)]).toEqual([true, false]);
  expect((await file(await app.staffWith(['meters:view']))).statusCode).toBe(402);
});
