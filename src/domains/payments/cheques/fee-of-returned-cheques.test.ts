/** The fee of a returned cheque: two persons decide on it, the household gets a bill of its own, and the office can waive it. */
import { afterEach, expect, test } from 'vitest';
import { cancelInvoice, decideCorrection } from '#domains/billing/corrections/contract.ts';
import { invoiceDetail } from '#domains/billing/invoices/contract.ts';
import { invariants } from '#domains/ledger/queries.ts';
import { statement } from '#domains/statements/contract.ts';
import { all, one, sql } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import { minor } from '#shared/money.ts';
import { testApp } from '#test/app.ts';
import { makePayment, reversePayment } from '../contract.ts';
import { differences } from '../queries.ts';
import * as cheques from './contract.ts';
import { chequeCalls } from './factory-cheques.ts';
import * as fee from './fee/contract.ts';

const app = await testApp();
const { cashier, reviewer, deposited, returning, find } = await chequeCalls(app);
const { today } = app.system();

afterEach(async () => {
  expect(await invariants(app.db)).toEqual({ sumMinor: 0, badJournals: 0, subledgerDifferenceMinor: 0 });
  expect(await differences(app.db)).toEqual({ receivableMinor: 0, advancesMinor: 0, unsettledMinor: 0 });
});

test('planned by one person and approved by another, from today on, and withdrawn before its day', async () => {
  const [planner, approver] = [await app.staff('admin'), await app.staff('admin')];
  const plan = (validFrom: string, returnFeeMinor = 25_00) => ({
    as: planner,
    body: { validFrom, value: { returnFeeMinor: minor(returnFeeMinor) }, reason: 'the board' },
  });
  expect((await app.call(fee.listChequeFee, { as: planner })).now).toEqual({ returnFeeMinor: 0 });
  expect(await app.codeOf(fee.planChequeFee, plan(addDays(today, -1)))).toBe('settings.dated_day_past');
  for (const wrong of [-1, 10_000_01])
    expect(await app.codeOf(fee.planChequeFee, plan(today, wrong))).toBe('common.invalid_input');
  const { id, version } = await app.call(fee.planChequeFee, plan(today));
  expect(await app.codeOf(fee.planChequeFee, plan(today))).toBe('settings.dated_day_planned');
  const step = { params: { id }, body: { version } };
  expect(await app.codeOf(fee.approveChequeFee, { as: planner, ...step })).toBe(
    'settings.dated_second_person',
  );
  const { version: approved } = await app.call(fee.approveChequeFee, { as: approver, ...step });
  const again = { as: approver, params: { id }, body: { version: approved } };
  expect(await app.codeOf(fee.approveChequeFee, again)).toBe('settings.dated_state');
  const withdrawal = (of: string, at: number) => ({
    ...{ as: approver, params: { id: of } },
    body: { version: at, reason: 'not now' },
  });
  expect(await app.codeOf(fee.withdrawChequeFee, withdrawal(id, approved))).toBe('settings.dated_in_force');
  const twice = await app.call(fee.planChequeFee, plan(today));
  const second = { as: approver, params: { id: twice.id }, body: { version: twice.version } };
  expect(await app.codeOf(fee.approveChequeFee, second)).toBeUndefined();
  const later = await app.call(fee.planChequeFee, plan(addDays(today, 3)));
  await app.call(fee.withdrawChequeFee, withdrawal(later.id, later.version));
  expect(await app.codeOf(fee.withdrawChequeFee, withdrawal(later.id, later.version + 1))).toBe(
    'settings.dated_state',
  );
  expect((await app.call(fee.listChequeFee, { as: planner })).now).toEqual({ returnFeeMinor: 25_00 });
});

test('the household gets a bill for it beside the one that the cheque paid, and pays it as any other', async () => {
  const as = await app.consumer();
  const { cheque, connectionId } = await deposited({ consumerId: String(as.consumerId) });
  const { feeTodayMinor } = await app.call(cheques.getCheque, { as: reviewer, params: { id: cheque.id } });
  expect(feeTodayMinor).toBe(25_00);
  const before = await app.call(statement, { as, query: {} });
  expect(before.items.map(({ kind }) => kind).toSorted()).toEqual(['BILL', 'CHEQUE_IN_CLEARING']);
  const other = await app.refused(cheques.dishonourCheque, returning(cheque, minor(0)));
  expect([other.code, other.fields[0]?.path]).toEqual(['payments.cheque_fee_moved', 'feeMinor']);
  await app.call(cheques.dishonourCheque, returning(cheque, feeTodayMinor));
  const returned = await find(cheque.number);
  expect(returned).toMatchObject({ state: 'DISHONOURED', feeMinor: 25_00 });
  const id = String(returned.feeInvoiceId);
  const bill = await app.call(invoiceDetail, { as, params: { id } });
  expect(bill).toMatchObject({
    ...{ number: returned.feeInvoiceNumber, totalMinor: 25_00, state: 'ISSUED', isSupplement: true },
    lines: [{ kind: 'cheque_fee', amountMinor: 25_00 }],
  });
  expect(
    await all(
      app.db,
      sql`select e.account_code as account, e.amount_minor as minor from ledger.entries e join ledger.journals j on j.id = e.journal_id
        where j.kind = 'INVOICE' and j.source_id = ${id} order by account`,
    ),
  ).toEqual([
    { account: '1100', minor: 25_00 },
    { account: '4040', minor: -25_00 },
  ]);
  const { items } = await app.call(statement, { as, query: {} });
  expect(items.map(({ kind, owedMinor }) => [kind, owedMinor])).toEqual(
    expect.arrayContaining([
      ['BILL', 115_00],
      ['CHEQUE_RETURNED', 115_00],
      ['CHEQUE_FEE', 25_00],
    ]),
  );
  const { body } = await one<{ body: string }>(
    app.db,
    sql`select body from platform.outbox where event = ${`payments.cheque-returned:${cheque.id}`} and channel = 'sms'`,
  );
  expect(body).toMatch(/25|২৫/);
  const paid = await app.call(makePayment, {
    as: cashier,
    body: { connectionId, amountMinor: minor(140_00), tender: { method: 'CASH' } },
  });
  expect(paid.advanceMinor).toBe(0);
  const parts = await one(
    app.db,
    sql`select surcharge_minor as surcharge, water_minor as water from payments.allocations where payment_id = ${paid.id} and invoice_id = ${id}`,
  );
  expect(parts).toEqual({ surcharge: 25_00, water: 0 });
});

test('the office waives it: the bill that the cheque paid stays', async () => {
  const { cheque, connectionId } = await deposited();
  await app.call(cheques.dishonourCheque, returning(cheque, minor(25_00)));
  const id = String((await find(cheque.number)).feeInvoiceId);
  const admin = await app.staff('admin');
  const { version, can } = await app.call(invoiceDetail, { as: admin, params: { id } });
  expect(can.cancel).toBe(true);
  await app.call(cancelInvoice, {
    as: admin,
    body: { invoiceId: id, version, reason: 'the bank made the mistake' },
  });
  expect(
    await all(
      app.db,
      sql`select state, total_minor as total from billing.invoices where connection_id = ${connectionId} order by total_minor`,
    ),
  ).toEqual([
    { state: 'CANCELLED', total: 25_00 },
    { state: 'ISSUED', total: 115_00 },
  ]);
});

test('a bill that the cheque paid is cancelled: the fee stays, and is no part of what is cancelled', async () => {
  const { cheque, connectionId, payment } = await deposited();
  await app.call(cheques.dishonourCheque, returning(cheque, minor(25_00)));
  const { invoiceId } = await one<{ invoiceId: string }>(
    app.db,
    sql`select invoice_id as "invoiceId" from payments.allocations where payment_id = ${payment.id}`,
  );
  // Its own money is none of the bill's: the bill is cancelled as one that nobody paid.
  const fee = String((await find(cheque.number)).feeInvoiceId);
  await app.call(makePayment, {
    as: cashier,
    body: { connectionId, amountMinor: minor(115_00), tender: { method: 'CASH' } },
  });
  await app.call(makePayment, {
    as: cashier,
    body: { connectionId, amountMinor: minor(25_00), tender: { method: 'CASH' } },
  });
  const [cash] = await all<{ id: string }>(
    app.db,
    sql`select payment_id as id from payments.allocations where invoice_id = ${invoiceId} and payment_id <> ${payment.id}`,
  );
  await app.call(reversePayment, { as: reviewer, body: { paymentId: String(cash?.id), reason: 'twice' } });
  const admin = await app.staff('admin');
  const { version } = await app.call(invoiceDetail, { as: admin, params: { id: invoiceId } });
  const body = { invoiceId, version, reason: 'the reading was wrong' };
  const { id: correctionId } = await app.call(cancelInvoice, { as: admin, body });
  expect(
    await one(app.db, sql`select amount_minor as minor from billing.corrections where id = ${correctionId}`),
  ).toEqual({ minor: -115_00 });
  const accepts = { as: await app.staff('admin'), body: { correctionId, accept: true } };
  await app.call(decideCorrection, accepts);
  expect(
    await all(
      app.db,
      sql`select state, id = ${fee} as fee from billing.invoices where connection_id = ${connectionId} order by 2`,
    ),
  ).toEqual([
    { state: 'CANCELLED', fee: false },
    { state: 'PAID', fee: true },
  ]);
  expect(await find(cheque.number)).toMatchObject({ feeMinor: 25_00, feeInvoiceId: fee });
});

test('a planned fee whose day has gone by is not approved any more', async () => {
  const { id, version } = await app.call(fee.planChequeFee, {
    as: await app.staff('admin'),
    body: {
      ...{ validFrom: addDays(today, 1), value: { returnFeeMinor: minor(30_00) }, reason: 'the board' },
    },
  });
  app.clock.advance(2 * 86_400);
  const late = { as: await app.staff('admin'), params: { id }, body: { version } };
  expect(await app.codeOf(fee.approveChequeFee, late)).toBe('settings.dated_day_past');
});
