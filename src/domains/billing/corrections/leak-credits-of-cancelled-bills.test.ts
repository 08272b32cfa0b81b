/** Who cancels a bill, and who decides about it, reads which credit of a leak goes with it. */
import { expect, test } from 'vitest';
import * as leaks from '../leaks/contract.ts';
import { CREDIT, leakOffice } from '../leaks/factory.ts';
import * as contract from './contract.ts';

const { app, officer, ready, credit, get, detail } = await leakOffice();

test('the credit is named before it is asked for, and to the second person; without one nothing is', async () => {
  const { id, billId } = await ready();
  const named = async () =>
    (await app.call(contract.aloneLeft, { as: officer, params: { id: billId } })).leakCredits;
  expect(await named()).toEqual([]);
  await app.call(leaks.creditLeak, await credit(id));
  const { number } = await get(id);
  const credits = [{ number, amountMinor: CREDIT }];
  expect(await named()).toEqual(credits);
  const { version, correction } = await detail(billId);
  expect(correction).toBeNull();
  const body = { invoiceId: billId, version, reason: 'wrong category', freePayment: true };
  expect((await app.call(contract.cancelInvoice, { as: officer, body })).state).toBe('REQUESTED');
  expect((await detail(billId)).correction).toMatchObject({ kind: 'CANCEL', leakCredits: credits });
});
