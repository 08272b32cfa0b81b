/** What was unpaid on the day of a surcharge is known later: the surcharge becomes what it would have been. */
import { afterEach, beforeAll, expect, test } from 'vitest';
import * as rules from '#domains/billing/surcharges/contract.ts';
import type { SurchargeRules } from '#domains/billing/surcharges/surcharge.rules.ts';
import { invariants } from '#domains/ledger/queries.ts';
import { makeConnection } from '#domains/meters/factory.ts';
import { all, sql, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { recordPayments } from './actions/record-payments.ts';
import * as contract from './contract.ts';
import { surchargeCalls } from './factory-surcharges.ts';
import * as gateway from './gateway/contract.ts';
import { differences } from './queries.ts';

const app = await testApp({ now: '2026-10-04T04:00:00Z' });
const { minor, goTo, charge, until, billed, surcharges } = surchargeCalls(app);

/** A tenth of the bill once, and a twentieth of what is unpaid with its surcharges each month from the same day on. */
const both: Partial<SurchargeRules> = {
  ...{ onceMode: 'percent', oncePercent: '10', onceBasis: 'original', onceAfterDays: 0 },
  ...{ monthlyMode: 'compound', monthlyPercent: '5', monthlyAfterDays: 0, rounding: 'poisha' },
};
const open = async (connectionId: string) => {
  const rows = await all<{ minor: number }>(
    app.db,
    sql`select coalesce(sum(total_minor - settled_minor), 0)::bigint as minor from billing.invoices
      where connection_id = ${connectionId} and cancelled_on is null`,
  );
  return rows[0]?.minor;
};
const record = (connectionId: string, amountMinor: number, paidOn: string) =>
  transaction(app.db, (tx) =>
    recordPayments(tx, app.system(), [{ connectionId, amountMinor, method: 'CASH', paidOn }]),
  );
const living = async (billId: string) =>
  (await surcharges(billId))
    .filter(({ state }) => state !== 'CANCELLED')
    .map(({ day, amount }) => [day, amount]);

beforeAll(async () => {
  const [one, other] = [await app.staff('admin'), await app.staff('admin')];
  const plan = { as: one, body: { validFrom: '2026-10-05', value: both, reason: 'x' } };
  const { id, version } = await app.call(rules.planSurchargeRules, plan);
  await app.call(rules.approveSurchargeRules, { as: other, params: { id }, body: { version } });
  await until('2026-10-05', { daily: true });
});

afterEach(async () => {
  expect(await invariants(app.db)).toEqual({ sumMinor: 0, badJournals: 0, subledgerDifferenceMinor: 0 });
  expect(await differences(app.db)).toEqual({ receivableMinor: 0, advancesMinor: 0, unsettledMinor: 0 });
});

test('all that was open was paid on a day before: every surcharge of later days is taken back, also of the second bill', async () => {
  const { connectionId, billId } = await billed('2026-10-05', '2026-10-06');
  await until('2026-10-07', { daily: true });
  expect(await living(billId)).toEqual([
    ['2026-10-07', 11_50],
    ['2026-10-07', 5_75],
  ]);
  goTo('2026-11-01');
  const november = await billed('2026-11-01', '2026-11-06', connectionId);
  await until('2026-11-07', { daily: true });
  expect(await living(november.billId)).toHaveLength(2);
  const before = 115_00 + 11_50 + 5_75 + 115_00;
  goTo('2026-11-08');
  await record(connectionId, before, '2026-11-06');
  expect(await living(november.billId)).toEqual([]);
  expect(await living(billId)).toEqual([
    ['2026-10-07', 11_50],
    ['2026-10-07', 5_75],
  ]);
  expect(await open(connectionId)).toBe(0);
});

test('money of a day before that leaves a part open: the surcharge is charged again on that part', async () => {
  goTo('2026-12-01');
  await charge();
  const { connectionId, billId } = await billed('2026-12-01', '2026-12-03');
  await until('2026-12-04', { daily: true });
  goTo('2026-12-05');
  await record(connectionId, 114_00, '2026-12-03');
  // Once: of the bill as it was issued; each month: of ৳1.
  expect(await living(billId)).toEqual([
    ['2026-12-04', 11_50],
    ['2026-12-04', 5],
  ]);
  expect(await open(connectionId)).toBe(1_00 + 11_50 + 5);
});

test('money that was dated back and is taken back: what it had taken back is charged again', async () => {
  goTo('2026-12-10');
  await charge();
  const { connectionId, billId } = await billed('2026-12-10', '2026-12-12');
  await until('2026-12-14', { daily: true });
  const clerk = await app.staff('cashier');
  const paid = await app.call(contract.makePayment, {
    as: clerk,
    body: {
      ...{ connectionId, amountMinor: minor(115_00), unusual: true, dateReason: 'the office had no power' },
      tender: { method: 'CASH', paidOn: '2026-12-12' },
    },
  });
  expect(await living(billId)).toEqual([]);
  const reversal = {
    as: await app.staff('admin'),
    body: { paymentId: paid.id, reason: 'there was no money' },
  };
  expect((await app.call(contract.reversePayment, reversal)).state).toBe('REVERSED');
  expect(await living(billId)).toEqual([
    ['2026-12-13', 11_50],
    ['2026-12-13', 5_75],
  ]);
  expect(await open(connectionId)).toBe(115_00 + 11_50 + 5_75);
});

test('who began to pay at the bank before midnight was not late, though the bank answers after the day was charged', async () => {
  // 23:59 in Dhaka, of the last day to pay.
  app.clock.set('2026-12-22T17:59:00Z');
  await charge();
  const as = await app.consumer();
  const { id: connectionId } = await transaction(app.db, (tx) =>
    makeConnection(tx, app.system(), { consumerId: String(as.consumerId) }),
  );
  const { billId } = await billed('2026-12-20', '2026-12-22', connectionId);
  const body = { connectionId, amountMinor: minor(115_00), tender: { method: 'GATEWAY' as const } };
  const { id: paymentId } = await app.call(contract.makePayment, { as, body });
  const { bankUrl } = await app.call(gateway.openOrder, { as, body: { paymentId } });
  app.clock.set('2026-12-22T18:01:00Z');
  await charge();
  expect(await living(billId)).toHaveLength(2);
  const asked = new URL(bankUrl ?? '', 'http://bank.test').searchParams;
  const form = new URLSearchParams({ decision: 'approve' });
  for (const name of ['ORDERID', 'SESSIONID']) form.set(name, asked.get(name) ?? '');
  await app.server.inject({
    ...{ method: 'POST', url: '/sandbox-bank/pay', payload: form.toString() },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  const paid = await app.call(gateway.completeGatewayPayment, { as, body: { paymentId } });
  expect(paid.state).toBe('APPROVED');
  expect(await living(billId)).toEqual([]);
  expect(await open(connectionId)).toBe(0);
  // Another bill's job of the next day knows it, too.
  await until('2026-12-24', { daily: true });
  expect(await living(billId)).toEqual([]);
});

test('money of a day before that pays the older bill only: the surcharges of the newer one stay', async () => {
  const { connectionId, billId } = await billed('2026-12-24', '2026-12-25');
  await until('2027-01-02', { daily: true });
  const newer = await billed('2027-01-02', '2027-01-04', connectionId);
  await until('2027-01-05', { daily: true });
  goTo('2027-01-06');
  await record(connectionId, 115_00 + 11_50 + 5_75, '2027-01-03');
  expect([(await living(billId)).length, (await living(newer.billId)).length]).toEqual([2, 2]);
  expect(await open(connectionId)).toBe(115_00 + 11_50 + 5_75);
});

test('a clock that was ahead for a night charged days to come: money of today is before them', async () => {
  goTo('2027-01-10');
  await charge();
  const { connectionId, billId } = await billed('2027-01-10', '2027-01-11');
  await until('2027-01-13', { daily: true });
  goTo('2027-01-11');
  expect(await living(billId)).toHaveLength(2);
  const body = {
    connectionId,
    amountMinor: minor(115_00),
    unusual: true,
    tender: { method: 'CASH' as const },
  };
  await app.call(contract.makePayment, { as: await app.staff('cashier'), body });
  expect(await living(billId)).toEqual([]);
  expect(await open(connectionId)).toBe(0);
});

test('of money that was dated back and left a part open, and is taken back: the whole surcharge is charged again', async () => {
  goTo('2027-01-20');
  await charge();
  const { connectionId, billId } = await billed('2027-01-20', '2027-01-21');
  await until('2027-01-23', { daily: true });
  const paid = await app.call(contract.makePayment, {
    as: await app.staff('cashier'),
    body: {
      ...{ connectionId, amountMinor: minor(114_00), dateReason: 'the office had no power' },
      tender: { method: 'CASH', paidOn: '2027-01-21' },
    },
  });
  const [once, monthly] = [11_50, 5];
  expect((await living(billId)).map(([, amount]) => amount)).toEqual([once, monthly]);
  const reversal = {
    as: await app.staff('admin'),
    body: { paymentId: paid.id, reason: 'there was no money' },
  };
  await app.call(contract.reversePayment, reversal);
  expect((await living(billId)).map(([, amount]) => amount)).toEqual([11_50, 5_75]);
});
