/** A cheque of a new owner for what they took over comes back: the fee is theirs as well, and is no part of the bill. */
import { afterEach, expect, test } from 'vitest';
import { cancelInvoice, decideCorrection } from '#domains/billing/corrections/contract.ts';
import { invoiceDetail } from '#domains/billing/invoices/contract.ts';
import { invariants } from '#domains/ledger/queries.ts';
import * as cheques from '#domains/payments/cheques/contract.ts';
import { chequeCalls } from '#domains/payments/cheques/factory-cheques.ts';
import * as fees from '#domains/payments/cheques/fee/contract.ts';
import { makePayment } from '#domains/payments/contract.ts';
import { BILL } from '#domains/payments/factory-corrections.ts';
import { differences } from '#domains/payments/queries.ts';
import { one, sql } from '#platform/database/db.ts';
import { minor } from '#shared/money.ts';
import { CREDIT, LESS, takenOffice } from './factory-taken.ts';

const FEE = 25_00;
const office = await takenOffice();
const { app, adjust } = office;
const calls = await chequeCalls(app);
const [planner, approver] = [await app.staff('admin'), await app.staff('admin')];
const body = { validFrom: app.system().today, value: { returnFeeMinor: minor(FEE) }, reason: 'the board' };
const { id: planId, version: planned } = await app.call(fees.planChequeFee, { as: planner, body });
await app.call(fees.approveChequeFee, { as: approver, params: { id: planId }, body: { version: planned } });

afterEach(async () => {
  expect(await invariants(app.db)).toEqual({ sumMinor: 0, badJournals: 0, subledgerDifferenceMinor: 0 });
  expect(await differences(app.db)).toEqual({ receivableMinor: 0, advancesMinor: 0, unsettledMinor: 0 });
});

async function returned() {
  const house = await office.sold();
  const { as, body } = calls.paying(house.id, {}, minor(BILL));
  const payment = await app.call(makePayment, { as, body: { ...body, takenOver: true } });
  const cheque = await calls.find(payment.slipNumber ?? '');
  await app.call(cheques.depositCheques, calls.depositing([cheque]));
  await app.call(cheques.dishonourCheque, calls.returning(await calls.find(cheque.number), minor(FEE)));
  const feeId = String((await calls.find(cheque.number)).feeInvoiceId);
  const open = () => office.asked(house);
  const state = async (id: string) =>
    (await one<{ state: string }>(app.db, sql`select state from billing.invoices where id = ${id}`)).state;
  return { ...house, feeId, open, state };
}

test('the fee is asked of who gave the cheque, and of nobody else, and their money pays it', async () => {
  const { before, billId, feeId, open, payTaken, state } = await returned();
  expect(await open()).toEqual([0, BILL + FEE]);
  expect(await app.call(invoiceDetail, { as: before, params: { id: feeId } })).toMatchObject({
    takenOverMinor: FEE,
  });
  await payTaken(BILL + FEE);
  expect([await state(billId), await state(feeId)]).toEqual(['PAID', 'PAID']);
});

test('the bill is corrected: the agreement on it is less by that, and the fee stays', async () => {
  const { billId, open, payTaken, feeId, state } = await returned();
  await adjust(billId, LESS);
  expect(await open()).toEqual([0, BILL - CREDIT + FEE]);
  await payTaken(BILL - CREDIT + FEE);
  expect([await state(billId), await state(feeId)]).toEqual(['PAID', 'PAID']);
});

test('the bill is cancelled: the fee is still asked of who gave the cheque', async () => {
  const { billId, feeId, open, payTaken, state } = await returned();
  const as = await app.staff('admin');
  const { version } = await app.call(invoiceDetail, { as, params: { id: billId } });
  const { id: correctionId } = await app.call(cancelInvoice, {
    as,
    body: { invoiceId: billId, version, reason: 'Nobody lived there' },
  });
  await app.call(decideCorrection, { as: approver, body: { correctionId, accept: true } });
  expect([await state(billId), await state(feeId)]).toEqual(['CANCELLED', 'ISSUED']);
  expect(await open()).toEqual([0, FEE]);
  await payTaken(FEE);
  expect(await state(feeId)).toBe('PAID');
});
