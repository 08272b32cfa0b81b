/** A cheque that came back never was money: late surcharges are those of a bill that was not paid, on all days since it was taken. */
import { afterEach, beforeAll, expect, test } from 'vitest';
import { cancelInvoice } from '#domains/billing/corrections/contract.ts';
import { reviseSurcharges } from '#domains/billing/surcharges/actions/revise-surcharges.ts';
import * as rules from '#domains/billing/surcharges/contract.ts';
import type { SurchargeRules } from '#domains/billing/surcharges/surcharge.rules.ts';
import { invariants } from '#domains/ledger/queries.ts';
import { all, one, sql, transaction } from '#platform/database/db.ts';
import { minor } from '#shared/money.ts';
import { testApp } from '#test/app.ts';
import * as contract from '../contract.ts';
import { surchargeCalls } from '../factory-surcharges.ts';
import { differences } from '../queries.ts';
import { beganEarlier } from '../settled-by-day.ts';
import * as cheques from './contract.ts';
import { chequeCalls } from './factory-cheques.ts';

const app = await testApp({ now: '2026-03-01T04:00:00Z' });
const { goTo, charge, until, billed, surcharges } = surchargeCalls(app);
const calls = await chequeCalls(app);

/** 5 % of what is unpaid once, and 2 % each month from the same day on. */
const simple: Partial<SurchargeRules> = {
  ...{ onceMode: 'percent', oncePercent: '5', onceBasis: 'unpaid', onceAfterDays: 0 },
  ...{ monthlyMode: 'simple', monthlyPercent: '2', monthlyAfterDays: 0, rounding: 'poisha' },
};

beforeAll(async () => {
  const [one, other] = [await app.staff('admin'), await app.staff('admin')];
  for (const [validFrom, value] of [
    ['2026-03-02', simple],
    ['2026-05-02', { ...simple, onceMode: 'none', monthlyMode: 'compound', monthlyPercent: '10' }],
  ] as const) {
    const { id, version } = await app.call(rules.planSurchargeRules, {
      as: one,
      body: { validFrom, value, reason: 'x' },
    });
    await app.call(rules.approveSurchargeRules, { as: other, params: { id }, body: { version } });
  }
  await until('2026-03-02', { daily: true });
});

const kept = () =>
  all(
    app.db,
    sql`select invoice_id, e.state from billing.surcharges join billing.invoices e on e.id = invoice_id order by 1`,
  );

afterEach(async () => {
  expect(await invariants(app.db)).toEqual({ sumMinor: 0, badJournals: 0, subledgerDifferenceMinor: 0 });
  expect(await differences(app.db)).toEqual({ receivableMinor: 0, advancesMinor: 0, unsettledMinor: 0 });
  // Asked once more, from all that is known: each surcharge is what it should be.
  const before = await kept();
  const of = { connections: sql`select id from meters.connections`, since: '2026-01-01' };
  await transaction(app.db, (tx) =>
    reviseSurcharges(tx, app.system(), { ...of, earlier: beganEarlier, raises: 'all' }),
  );
  expect(await kept()).toEqual(before);
});

/** Signed in now: a session of weeks ago has ended. */
async function deposited(connectionId: string, amountMinor = 115_00) {
  const as = await app.staff('cashier');
  const payment = await app.call(contract.makePayment, {
    ...calls.paying(connectionId, {}, minor(amountMinor)),
    as,
  });
  const { cheque } = await chequeOf(payment.id);
  await app.call(cheques.depositCheques, { ...calls.depositing([cheque]), as });
  return payment.id;
}
async function chequeOf(paymentId: string) {
  const cheque = await one<{ id: string; version: number }>(
    app.db,
    sql`select id, version from payments.cheques where payment_id = ${paymentId}`,
  );
  return { cheque };
}
async function comesBack(paymentId: string) {
  const { cheque } = await chequeOf(paymentId);
  await app.call(cheques.dishonourCheque, { ...calls.returning(cheque), as: await app.staff('reviewer') });
  return cheque.id;
}
const living = async (billId: string) =>
  (await surcharges(billId))
    .filter(({ state }) => state !== 'CANCELLED')
    .map(({ day, amount }) => [day, amount]);
const told = (chequeId: string) =>
  one<{ body: string }>(
    app.owner.db,
    sql`select string_agg(body, ' ') as body from platform.outbox where event = ${`payments.cheque-returned:${chequeId}`}`,
  );
const chargedFor = (billId: string) =>
  all(
    app.owner.db,
    sql`select a.after ->> 'day' as day, (a.after ->> 'amountMinor')::int as minor from platform.audit a
      where a.action = 'surcharge.charge' and a.object = 'invoice' and a.after ->> 'invoiceId' = ${billId} order by a.id`,
  );

test('the days on which a cheque had paid the bill are charged when it comes back, once', async () => {
  const [bill, twin] = [await billed('2026-03-02', '2026-03-20'), await billed('2026-03-02', '2026-03-20')];
  await until('2026-03-20', { daily: true });
  const paymentId = await deposited(bill.connectionId);
  await until('2026-03-27', { daily: true });
  expect(await living(bill.billId)).toEqual([]);
  const chequeId = await comesBack(paymentId);
  const late = [
    ['2026-03-21', 5_75],
    ['2026-03-21', 2_30],
  ];
  expect(await living(bill.billId)).toEqual(late);
  expect(await living(twin.billId)).toEqual(late);
  expect(
    await all(
      app.db,
      sql`select distinct e.issued_on as issued, e.due_on as due, j.business_date as booked from billing.surcharges g
        join billing.invoices e on e.id = g.invoice_id join ledger.journals j on j.source_id = e.id where g.of_invoice_id = ${bill.billId}`,
    ),
  ).toEqual([{ issued: '2026-03-27', due: '2026-03-27', booked: '2026-03-27' }]);
  expect(await chargedFor(bill.billId)).toEqual([
    { day: '2026-03-21', minor: 5_75 },
    { day: '2026-03-21', minor: 2_30 },
  ]);
  expect((await told(chequeId)).body).toMatch(/8\.05|৮\.০৫/);
  const [logged] = await all<{ minor: number }>(
    app.owner.db,
    sql`select (after ->> 'surchargeMinor')::int as minor from platform.audit where action = 'cheque.dishonour' and object_id = ${chequeId}`,
  );
  expect(logged?.minor).toBe(8_05);
  await charge();
  await until('2026-04-21', { daily: true });
  expect(await living(bill.billId)).toEqual([...late, ['2026-04-21', 2_30]]);
  expect(await living(twin.billId)).toEqual(await living(bill.billId));
});

test('what was charged on the rest is charged on all of it', async () => {
  goTo('2026-04-22');
  await charge();
  const bill = await billed('2026-04-22', '2026-04-24');
  const paymentId = await deposited(bill.connectionId, 15_00);
  await until('2026-04-26', { daily: true });
  expect(await living(bill.billId)).toEqual([
    ['2026-04-25', 5_00],
    ['2026-04-25', 2_00],
  ]);
  const chequeId = await comesBack(paymentId);
  expect(await living(bill.billId)).toEqual([
    ['2026-04-25', 5_75],
    ['2026-04-25', 2_30],
  ]);
  expect((await told(chequeId)).body).toMatch(/1\.05|১\.০৫/);
});

test('each day sees the surcharges of the days before it', async () => {
  goTo('2026-05-02');
  await charge();
  const made = () => billed('2026-05-02', '2026-05-03');
  const [bill, twin] = [await made(), await made()];
  await until('2026-05-05', { daily: true });
  const paymentId = await deposited(bill.connectionId, 115_00 + 11_50);
  await until('2026-07-05', { daily: true });
  expect(await living(bill.billId)).toEqual([['2026-05-04', 11_50]]);
  await comesBack(paymentId);
  expect(await living(bill.billId)).toEqual([
    ['2026-05-04', 11_50],
    ['2026-06-04', 12_65],
    ['2026-07-04', 13_92],
  ]);
  expect(await living(twin.billId)).toEqual(await living(bill.billId));
});

test('the return comes before the job of the day: the job charges nothing twice', async () => {
  const bill = await billed('2026-07-05', '2026-07-05');
  const other = await billed('2026-07-05', '2026-07-05');
  const paymentId = await deposited(bill.connectionId);
  goTo('2026-07-06');
  await comesBack(paymentId);
  const once = [['2026-07-06', 11_50]];
  expect([await living(bill.billId), await living(other.billId)]).toEqual([once, []]);
  await charge();
  expect([await living(bill.billId), await living(other.billId)]).toEqual([once, once]);
});

test('a surcharge that somebody waived stays waived, and money that staff took back had paid until then', async () => {
  const [bill, other] = [await billed('2026-07-06', '2026-07-07'), await billed('2026-07-06', '2026-07-07')];
  const as = await app.staff('cashier');
  const body = { connectionId: other.connectionId, amountMinor: minor(115_00) };
  const cash = await app.call(contract.makePayment, { as, body: { ...body, tender: { method: 'CASH' } } });
  await until('2026-07-08', { daily: true });
  const [charged] = await all<{ id: string; version: number }>(
    app.db,
    sql`select e.id, e.version from billing.surcharges g join billing.invoices e on e.id = g.invoice_id where g.of_invoice_id = ${bill.billId}`,
  );

  await app.call(cancelInvoice, {
    as: await app.staff('reviewer'),
    body: { invoiceId: String(charged?.id), version: Number(charged?.version), reason: 'Flood' },
  });
  const paymentId = await deposited(bill.connectionId);
  await until('2026-07-10', { daily: true });
  await comesBack(paymentId);
  expect(await living(bill.billId)).toEqual([]);
  await app.call(contract.reversePayment, {
    as: await app.staff('reviewer'),
    body: { paymentId: cash.id, reason: 'wrong connection' },
  });
  await charge();
  expect(await living(other.billId)).toEqual([]);
});
