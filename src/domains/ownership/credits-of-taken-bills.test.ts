/** What is credited of a bill that a new owner took over and paid is theirs: an advance of the connection that they have. */
import { afterEach, expect, test } from 'vitest';
import { cancelInvoice } from '#domains/billing/corrections/contract.ts';
import { invariants } from '#domains/ledger/queries.ts';
import { reversePayment } from '#domains/payments/contract.ts';
import { BILL } from '#domains/payments/factory-corrections.ts';
import { differences } from '#domains/payments/queries.ts';
import { one, sql } from '#platform/database/db.ts';
import { PROVEN } from './factory-sale.ts';
import { CREDIT, LESS, takenOffice } from './factory-taken.ts';

const { app, officer, detail, advance, adjust, cancel, sold, toldTo } = await takenOffice();

afterEach(async () =>
  expect({ ...(await invariants(app.db)), ...(await differences(app.db)) }).toEqual(PROVEN),
);

test('a corrected bill: the credit is the new owner’s advance, told to them; the earlier owner gets nothing', async () => {
  const { id, billId, successor, payTaken, phone } = await sold();
  await payTaken();
  expect(await adjust(billId, LESS)).toMatchObject({ state: 'DONE', amountMinor: -CREDIT });
  expect([await advance(id), await advance(successor.id)]).toEqual([0, -CREDIT]);
  const told = await toldTo(phone);
  const latin = told.replace(/[০-৯]/g, (digit) => String(digit.charCodeAt(0) - 0x09e6));
  expect(latin).toContain(successor.number);
  expect(latin).toContain('402.50');
});

test('what the new owner has not paid lowers what they took over', async () => {
  const { id, billId, successor, payTaken, phone } = await sold();
  await payTaken(30_000);
  await adjust(billId, LESS);
  // ৳362.50 were open: the credit pays them, and ৳40 of the new owner’s money are too much.
  expect(await detail(billId)).toMatchObject({ dueMinor: 0, settledMinor: BILL });
  expect([await advance(id), await advance(successor.id)]).toEqual([0, -4_000]);
  expect(await toldTo(phone)).not.toBe('');
});

test('what the earlier owner had paid of it stays theirs', async () => {
  const { id, billId, successor, payTaken } = await sold(40_000);
  await payTaken();
  await adjust(billId, LESS);
  // The new owner paid ৳262.50 of it, the rest of the credit is the earlier owner’s.
  expect([await advance(id), await advance(successor.id)]).toEqual([-(CREDIT - 26_250), -26_250]);
});

test('a bill that is cancelled: each has back what they paid, also after a credit', async () => {
  const { id, billId, successor, payTaken } = await sold(40_000);
  await payTaken();
  await adjust(billId, LESS);
  await cancel(billId, true);
  expect([await advance(id), await advance(successor.id)]).toEqual([-40_000, -26_250]);
});

test('the credit was moved and the payment reversed: who asks for the cancellation hears that it cannot be made', async () => {
  const { billId, payTaken } = await sold();
  const paid = await payTaken();
  await adjust(billId, LESS);
  await app.call(reversePayment, { as: officer, body: { paymentId: paid.id, reason: 'wrong house' } });
  const { version } = await detail(billId);
  const body = { invoiceId: billId, version, reason: 'wrong house', freePayment: true };
  expect(await app.codeOf(cancelInvoice, { as: officer, body })).toBe('billing.advance_gone');
  // Paid again, it can be cancelled: then the credit is covered.
  await payTaken();
  expect(await app.codeOf(cancelInvoice, { as: officer, body })).toBeUndefined();
});

test('a payment of the new owner that was taken back is credited to nobody', async () => {
  const { id, billId, successor, payTaken, phone } = await sold();
  const paid = await payTaken();
  await app.call(reversePayment, { as: officer, body: { paymentId: paid.id, reason: 'wrong house' } });
  const state = await one<{ state: string }>(
    app.db,
    sql`select state from payments.payments where id = ${paid.id}`,
  );
  expect(state).toEqual({ state: 'REVERSED' });
  await adjust(billId, LESS);
  expect(await detail(billId)).toMatchObject({ dueMinor: BILL - CREDIT });
  expect([await advance(id), await advance(successor.id)]).toEqual([0, 0]);
  expect(await toldTo(phone)).toBe('');
});
