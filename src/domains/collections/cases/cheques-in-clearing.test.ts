/** A cheque is no money before the bank has paid it: a case that it would end waits for the bank's answer. */
import { beforeAll, beforeEach, expect, test } from 'vitest';
import * as corrections from '#domains/billing/corrections/contract.ts';
import * as invoices from '#domains/billing/invoices/contract.ts';
import { workPlans } from '#domains/billing/payment-plans/actions/work-plans.ts';
import * as plans from '#domains/billing/payment-plans/contract.ts';
import { ruleOfPlans } from '#domains/billing/payment-plans/factory.ts';
import * as cheques from '#domains/payments/cheques/contract.ts';
import { chequeCalls } from '#domains/payments/cheques/factory-cheques.ts';
import * as payments from '#domains/payments/contract.ts';
import { sql } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import { minor } from '#shared/money.ts';
import { testApp } from '#test/app.ts';
import { BILL, dunningCalls } from '../factory.ts';
import { sendingCalls } from '../factory-sending.ts';
import { workLadder } from '../ladder/actions/work-ladder.ts';
import * as contract from './contract.ts';
import { standings } from './standing.ts';

const app = await testApp({ now: '2026-01-01T04:00:00Z' });
const calls = dunningCalls(app);
const { rules, goTo, look, pay, caseOf, eventsOf, messages, orderState, work } = calls;
const { noticed, seen, approve, ordered, disconnected, reconnectionOf } = sendingCalls(app, calls);
const { paying, depositing, clearing, returning } = await chequeCalls(app);

beforeAll(async () => {
  await rules();
  await ruleOfPlans(app, { brokenAYear: 12, aloneUpToMinor: 1_000_00 });
});
beforeEach(async () => {
  await look();
});

/** Days pass between the calls, and with them sessions: each is made by somebody who has just signed in. */
const by = async <T extends object>(role: 'cashier' | 'reviewer', call: T) => ({
  ...{ ...call, as: await app.staff(role) },
});
async function find(number: string) {
  const as = await app.staff('reviewer');
  const { items } = await app.call(cheques.listCheques, { as, query: { search: number } });
  const [cheque] = items;
  if (!cheque) throw new Error(`no cheque ${number}`);
  return cheque;
}
/** Taken at the counter and brought to the bank. */
async function atBank(connectionId: string, amountMinor: number) {
  const taking = await by('cashier', paying(connectionId, {}, minor(amountMinor)));
  const { slipNumber } = await app.call(payments.makePayment, taking);
  const number = slipNumber ?? '';
  await app.call(cheques.depositCheques, await by('cashier', depositing([await find(number)])));
  return find(number);
}
const paidByBank = async (number: string) =>
  app.call(cheques.clearCheques, await by('cashier', clearing([await find(number)])));
const comesBack = async (number: string) =>
  app.call(cheques.dishonourCheque, await by('reviewer', returning(await find(number))));
const shown = async (connectionId: string) => {
  const found = await caseOf(connectionId);
  const as = await app.staff('engineer');
  return app.call(contract.caseDetail, { as, params: { id: String(found?.id) } });
};
/** The run of the next days, for a household that still waits. */
async function days(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    goTo(addDays(app.system().today, 1));
    await workPlans(app.db, app.clock);
    await workLadder(app.db, app.clock);
    await calls.lookAtAll();
  }
}

test('a notice waits for the bank and is over when the bank has paid', async () => {
  const late = await noticed();
  const { number } = await atBank(late.id, 2 * BILL);
  await look();
  expect(await shown(late.id)).toMatchObject({
    ...{ state: 'NOTICED', dueMinor: 0, isReady: false, can: { approve: false } },
    clearing: { cheques: 1, sumMinor: 2 * BILL, lateMinor: 2 * BILL, since: app.system().today },
  });
  await days(3);
  expect((await caseOf(late.id))?.state).toBe('NOTICED');
  expect(await app.codeOf(contract.approveDisconnections, await approve([await seen(late.id)]))).toBe(
    'collections.cases_moved',
  );
  await paidByBank(number);
  expect(await look()).toBe(1);
  expect(await caseOf(late.id)).toMatchObject({ state: 'CLOSED', because: 'paid' });
});

test('a cheque that comes back leaves the case on its step: it is not reminded again, and a person may decide', async () => {
  const late = await noticed();
  const { number } = await atBank(late.id, 2 * BILL);
  await look();
  await days(2);
  await comesBack(number);
  await look();
  expect(await caseOf(late.id)).toMatchObject({ id: late.caseId, state: 'NOTICED' });
  expect(await shown(late.id)).toMatchObject({ dueMinor: 2 * BILL, isReady: true, clearing: null });
  await days(1);
  expect(await eventsOf(late.id)).toEqual(['reminder', 'notice']);
});

test('a cheque for a part holds only that part: the case goes on with the rest', async () => {
  const late = await noticed();
  await atBank(late.id, 20_00);
  await look();
  expect(await shown(late.id)).toMatchObject({
    ...{ state: 'NOTICED', dueMinor: 2 * BILL - 20_00, isReady: true },
    clearing: { cheques: 1, lateMinor: 20_00 },
  });
  const { orders } = await app.call(contract.approveDisconnections, await approve([await seen(late.id)]));
  await look();
  expect(await orderState(orders[0]?.orderId)).toBe('PENDING');
});

test('two cheques: the case waits for both', async () => {
  const late = await noticed();
  const [first, second] = [await atBank(late.id, BILL), await atBank(late.id, BILL)];
  await look();
  expect((await shown(late.id)).clearing).toMatchObject({ cheques: 2, sumMinor: 2 * BILL });
  await paidByBank(first.number);
  await look();
  expect(await caseOf(late.id)).toMatchObject({ state: 'NOTICED' });
  expect((await shown(late.id)).clearing).toMatchObject({ cheques: 1, sumMinor: BILL, lateMinor: BILL });
  await paidByBank(second.number);
  await look();
  expect(await caseOf(late.id)).toMatchObject({ state: 'CLOSED', because: 'paid' });
});

test('cash beside the cheque is enough: it pays what comes back', async () => {
  const late = await noticed();
  await atBank(late.id, 2 * BILL);
  await look();
  expect((await caseOf(late.id))?.state).toBe('NOTICED');
  await pay(late.id, 2 * BILL);
  expect(await look()).toBe(1);
  expect(await caseOf(late.id)).toMatchObject({ state: 'CLOSED', because: 'paid' });
});

test('what a corrected bill made an advance of is still the money of the cheque', async () => {
  const late = await noticed();
  const { number } = await atBank(late.id, BILL);
  const [officer, decider] = [await app.staff('admin'), await app.staff('admin')];
  const bill = String(late.bills[0]);
  const { version } = await app.call(invoices.invoiceDetail, { as: officer, params: { id: bill } });
  const asked = await app.call(corrections.cancelInvoice, {
    ...{ as: officer, body: { invoiceId: bill, version, reason: 'Wrong meter', freePayment: true } },
  });
  const body = { correctionId: asked.id, accept: true };
  if (asked.state === 'REQUESTED') await app.call(corrections.decideCorrection, { as: decider, body });
  await look();
  // The advance has paid the other bill.
  expect(await shown(late.id)).toMatchObject({
    state: 'NOTICED',
    dueMinor: 0,
    clearing: { lateMinor: BILL },
  });
  await comesBack(number);
  await look();
  expect(await shown(late.id)).toMatchObject({ state: 'NOTICED', dueMinor: BILL, clearing: null });
});

test('nobody comes to disconnect while the bank has the cheque; after it came back a person decides again', async () => {
  const late = await ordered();
  const { number } = await atBank(late.id, 2 * BILL);
  await look();
  expect(await orderState(late.orderId)).toBe('CANCELLED');
  expect(await caseOf(late.id)).toMatchObject({ state: 'NOTICED', orderId: null });
  expect(await eventsOf(late.id)).toEqual(['reminder', 'notice', 'approved', 'cheque_waits']);
  const told = await messages('waiting');
  expect(told.length).toBe(1);
  expect(told[0]).toContain('has not paid your cheque');
  await comesBack(number);
  await look();
  expect(await shown(late.id)).toMatchObject({ state: 'NOTICED', isReady: true, dueMinor: 2 * BILL });
});

test('without water nobody is sent before the bank has paid; the household is told so, once', async () => {
  const { id } = await disconnected();
  const before = (await messages('waiting')).length;
  const { number } = await atBank(id, 2 * BILL);
  await look();
  await days(2);
  expect(await caseOf(id)).toMatchObject({ state: 'DISCONNECTED', reconnectionId: null });
  expect((await messages('waiting')).length).toBe(before + 1);
  const [home] = await standings(app.db, app.system().today, sql`select ${id}::uuid`);
  expect(home).toMatchObject({ state: 'DISCONNECTED', dueMinor: 0, chequeMinor: 2 * BILL });
  await paidByBank(number);
  await look();
  expect(await caseOf(id)).toMatchObject({ state: 'RECONNECTING' });
  await work(await reconnectionOf(id), 'COMPLETED');
  expect(await caseOf(id)).toMatchObject({ state: 'CLOSED', because: 'reconnected' });
});

test('without water, a part in cash and a part by cheque bring nobody before the bank has paid; a returned one neither', async () => {
  const { id } = await disconnected();
  await pay(id, BILL);
  const { number } = await atBank(id, BILL);
  await look();
  expect((await caseOf(id))?.state).toBe('DISCONNECTED');
  await comesBack(number);
  await look();
  expect((await caseOf(id))?.state).toBe('DISCONNECTED');
  await pay(id, BILL);
  await look();
  expect((await caseOf(id))?.state).toBe('RECONNECTING');
});

test('somebody on the way to connect stays at home if the cash is taken back and only a cheque is there', async () => {
  const { id } = await disconnected();
  const paymentId = await pay(id, 2 * BILL);
  await look();
  const order = await reconnectionOf(id);
  const as = await app.staff('admin');
  await app.call(payments.reversePayment, { as, body: { paymentId, reason: 'wrong house' } });
  await atBank(id, 2 * BILL);
  await look();
  expect([(await caseOf(id))?.state, await orderState(order)]).toEqual(['DISCONNECTED', 'CANCELLED']);
});

test('the first payment of a plan by cheque brings the water back when the bank has paid it', async () => {
  const { id } = await disconnected();
  const as = await app.staff('engineer');
  const { bills, sumMinor } = await app.call(plans.planOptions, { as, query: { connectionId: id } });
  const body = {
    ...{ connectionId: id, billIds: bills.map((bill) => bill.id), sumMinor: Number(sumMinor) },
    ...{ firstMinor: 100_00, instalments: 2, dayOfMonth: 10 },
  };
  const plan = await app.call(plans.proposePlan, { as, body });
  const cashier = await app.staff('cashier');
  const { version } = await app.call(plans.getPlan, { as: cashier, params: { id: plan.id } });
  const signed = { version, signedBy: 'Rahim' };
  await app.call(plans.noteAcceptance, { as: cashier, params: { id: plan.id }, body: signed });
  const { number } = await atBank(id, 100_00);
  await look();
  expect((await caseOf(id))?.state).toBe('DISCONNECTED');
  await paidByBank(number);
  await look();
  expect((await caseOf(id))?.state).toBe('RECONNECTING');
});
