/** The counter, allocation, reversal, rights and concurrency, over HTTP. */
import { afterEach, describe, expect, test } from 'vitest';
import { makeInvoice } from '#domains/billing/factory.ts';
import { applyAdvances } from '#domains/billing/invoices/actions/use-advances.ts';
import { balanceOf, invariants } from '#domains/ledger/queries.ts';
import { all, one, sql, transaction } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { recordPayments } from './actions/record-payments.ts';
import * as contract from './contract.ts';
import { makeDebtor } from './factory.ts';
import { differences } from './queries.ts';

const app = await testApp();
const cashier = await app.staff('cashier');
const debtor = (given: { consumerId?: string; months?: number } = {}) =>
  transaction(app.db, (tx) => makeDebtor(tx, app.system(), given));

type Body = Parameters<typeof app.call<typeof contract.makePayment>>[1];
const pay = (
  connectionId: string,
  amountMinor: number,
  as: Person = cashier,
  more: Partial<NonNullable<Body>> = {},
) =>
  app.call(contract.makePayment, {
    as,
    body: { connectionId, amountMinor, tender: { method: 'CASH' }, unusual: true },
    ...more,
  });

const invoiceStates = (connectionId: string) =>
  all<{ state: string; settled: number }>(
    app.db,
    sql`select state, settled_minor as settled from billing.invoices where connection_id = ${connectionId} order by issued_on, id`,
  );

afterEach(async () => {
  expect(await invariants(app.db)).toEqual({ sumMinor: 0, badJournals: 0, subledgerDifferenceMinor: 0 });
  expect(await differences(app.db)).toEqual({ receivableMinor: 0, advancesMinor: 0, unsettledMinor: 0 });
});

describe('at the counter', () => {
  test('pays the oldest first, gives a receipt, tells the payer, leaves an audit row', async () => {
    const { connectionId, invoices } = await debtor({ months: 3 });
    const payment = await pay(connectionId, 20_000);
    expect(payment).toMatchObject({
      state: 'APPROVED',
      method: 'CASH',
      paidOn: '2026-11-15',
      advanceMinor: 0,
    });
    expect(payment.receiptNumber).toMatch(/^6\d{9}$/);
    expect(payment.invoices.map((invoice) => [invoice.id, invoice.amountMinor])).toEqual([
      [invoices[0]?.id, 11_500],
      [invoices[1]?.id, 8500],
    ]);
    expect(await invoiceStates(connectionId)).toEqual([
      { state: 'PAID', settled: 11_500 },
      { state: 'PARTIALLY_PAID', settled: 8500 },
      { state: 'ISSUED', settled: 0 },
    ]);
    expect(await balanceOf(app.db, { partyId: connectionId, account: '1100' })).toBe(14_500);
    const messages = await all<{ body: string }>(
      app.db,
      sql`select body from platform.outbox where event = ${`payments.receipt:${payment.id}`}`,
    );
    expect(messages[0]?.body).toContain('Tk 200');
  });

  test('what is too much becomes an advance, which the next invoice uses', async () => {
    const { connectionId } = await debtor();
    const payment = await pay(connectionId, 15_000);
    expect(payment.advanceMinor).toBe(3500);
    expect(await balanceOf(app.db, { partyId: connectionId, account: '2200' })).toBe(-3500);
    await transaction(app.db, async (tx) => {
      await makeInvoice(tx, app.system(), { connectionId, period: '2026-11-01' });
      const connections = sql`select ${connectionId}::uuid as id`;
      expect(await applyAdvances(tx, app.system(), { connections, businessDate: '2026-12-01' })).toEqual({
        uses: 1,
      });
      expect(await applyAdvances(tx, app.system(), { connections, businessDate: '2026-12-01' })).toEqual({
        uses: 0,
      });
    });
    expect((await invoiceStates(connectionId)).at(-1)).toEqual({ state: 'PARTIALLY_PAID', settled: 3500 });
    expect(await balanceOf(app.db, { partyId: connectionId, account: '2200' })).toBe(0);
  });

  test('an advance that is too small for two bills pays the older one first, also if it was made later', async () => {
    const { connectionId } = await debtor({ months: 0 });
    await pay(connectionId, 15_000);
    await transaction(app.db, async (tx) => {
      for (const period of ['2026-10-01', '2026-09-01'])
        await makeInvoice(tx, app.system(), { connectionId, period });
      const connections = sql`select ${connectionId}::uuid as id`;
      expect(await applyAdvances(tx, app.system(), { connections, businessDate: '2026-11-15' })).toEqual({
        uses: 2,
      });
    });
    expect(await invoiceStates(connectionId)).toEqual([
      { state: 'PAID', settled: 11_500 },
      { state: 'PARTIALLY_PAID', settled: 3500 },
    ]);
    expect(await balanceOf(app.db, { partyId: connectionId, account: '2200' })).toBe(0);
  });

  test('a slip of the terminal is taken once; the future and a closed month are refused (G16)', async () => {
    const { connectionId } = await debtor();
    const body = (tender: object) => ({ connectionId, amountMinor: 100, tender }) as never;
    const pos = { method: 'POS', receiptNumber: 'T-4711' };
    await app.call(contract.makePayment, { as: cashier, body: body(pos) });
    const again = await app.refused(contract.makePayment, { as: cashier, body: body(pos) });
    expect([again.code, again.fields[0]?.path]).toEqual(['payments.slip_taken', 'tender.receiptNumber']);
    expect(
      (await app.refused(contract.makePayment, { as: cashier, body: body({ method: 'POS' }) })).status,
    ).toBe(422);
    const future = await app.refused(contract.makePayment, {
      as: cashier,
      body: body({ method: 'CASH', paidOn: '2026-11-16' }),
    });
    expect(future.code).toBe('payments.paid_in_future');
  });

  test('amounts that are none', async () => {
    const { connectionId } = await debtor();
    for (const amountMinor of [0, -100, 1.5, 1e15, '100', null]) {
      const body = { connectionId, amountMinor, tender: { method: 'CASH' } } as never;
      expect((await app.refused(contract.makePayment, { as: cashier, body })).status).toBe(422);
    }
  });

  test('thousands at once by set: same result as one by one', async () => {
    const debtors = await Promise.all(Array.from({ length: 5 }, () => debtor({ months: 2 })));
    await transaction(app.db, (tx) =>
      recordPayments(
        tx,
        app.system(),
        debtors.flatMap(({ connectionId }) => [
          { connectionId, method: 'CASH' as const, amountMinor: 12_000, paidOn: '2026-11-02' },
          { connectionId, method: 'CASH' as const, amountMinor: 12_000, paidOn: '2026-11-03' },
        ]),
      ),
    );
    for (const { connectionId } of debtors) {
      expect((await invoiceStates(connectionId)).map((invoice) => invoice.state)).toEqual(['PAID', 'PAID']);
      expect(await balanceOf(app.db, { partyId: connectionId, account: '2200' })).toBe(-1000);
    }
  });
});

describe('who may', () => {
  test('a consumer sees and pays only their own; a reader does not take money', async () => {
    const [own, other] = [await app.consumer(), await app.consumer('Salma Begum')];
    const mine = await debtor({ consumerId: String(own.consumerId) });
    const theirs = await debtor({ consumerId: String(other.consumerId) });
    const payment = await pay(theirs.connectionId, 1000);
    expect((await app.refused(contract.getPayment, { as: own, params: { id: payment.id } })).status).toBe(
      404,
    );
    expect((await app.call(contract.paymentHistory, { as: own })).total).toBe(0);
    expect((await app.call(contract.paymentHistory, { as: other })).items.map((item) => item.id)).toEqual([
      payment.id,
    ]);
    const online = (connectionId: string) => ({
      as: own,
      body: { connectionId, amountMinor: 1000, tender: { method: 'GATEWAY' as const } },
    });
    expect((await app.refused(contract.makePayment, online(theirs.connectionId))).status).toBe(404);
    expect((await app.call(contract.makePayment, online(mine.connectionId))).state).toBe('CREATED');
    const cash = { connectionId: mine.connectionId, amountMinor: 1000, tender: { method: 'CASH' as const } };
    expect((await app.refused(contract.makePayment, { as: own, body: cash })).status).toBe(402);
    expect(
      (await app.refused(contract.makePayment, { as: await app.staff('reader'), body: cash })).status,
    ).toBe(402);
  });

  test('history: page, source, search by receipt and name, sums', async () => {
    const { connectionId, number } = await debtor({ months: 3 });
    const first = await pay(connectionId, 1000);
    await pay(connectionId, 2000);
    const list = (query: object) => app.call(contract.paymentHistory, { as: cashier, query });
    const byNumber = await list({ search: number, sort: 'amountMinor' });
    expect([byNumber.total, byNumber.sums.amountMinor]).toEqual([2, 3000]);
    expect((await list({ search: first.receiptNumber })).items[0]?.id).toBe(first.id);
    expect((await list({ connectionId, limit: 1, page: 2, sort: 'amountMinor' })).items[0]?.amountMinor).toBe(
      2000,
    );
    expect((await list({ source: 'WORK_ORDER_SURVEY' })).total).toBe(0);
    expect((await list({ connectionId, from: '2026-11-16' })).total).toBe(0);
  });
});

describe('reversing', () => {
  const reverse = (paymentId: string, as: Person) =>
    app.call(contract.reversePayment, { as, body: { paymentId, reason: 'Wrong connection' } });

  test('tells the cashier in whose drawer the money is missing now, unless it was their own act', async () => {
    const told = (paymentId: string) =>
      all<{ user: string; params: object }>(
        app.db,
        sql`select user_id as user, params from platform.notices where kind = 'payments.drawer_lowered'
          and path = ${`/payment-history/${paymentId}`}`,
      );
    const { connectionId } = await debtor();
    const admin = await app.staff('admin');
    const taken = await pay(connectionId, 1_000);
    const own = await pay(connectionId, 1_100, admin);
    for (const { id } of [taken, own]) await reverse(id, admin);
    const { receiptNumber: receipt } = taken;
    expect(await told(taken.id)).toMatchObject([
      { user: cashier.userId, params: { minor: 1_000, receipt, reason: 'Wrong connection' } },
    ]);
    expect(await told(own.id)).toEqual([]);
  });

  test('opens the invoices again and takes the advance back from the bills that it paid', async () => {
    const admin = await app.staff('admin');
    const { connectionId } = await debtor();
    const payment = await pay(connectionId, 15_000);
    await transaction(app.db, async (tx) => {
      await makeInvoice(tx, app.system(), { connectionId, period: '2026-11-01' });
      const connections = sql`select ${connectionId}::uuid as id`;
      await applyAdvances(tx, app.system(), { connections, businessDate: '2026-12-01' });
    });
    const reversed = await reverse(payment.id, admin);
    expect(reversed).toMatchObject({ state: 'REVERSED', receiptNumber: payment.receiptNumber });
    expect((await invoiceStates(connectionId)).map((invoice) => invoice.settled)).toEqual([0, 0]);
    expect(await balanceOf(app.db, { partyId: connectionId, account: '1100' })).toBe(23_000);
    expect(
      (
        await app.refused(contract.reversePayment, {
          as: admin,
          body: { paymentId: payment.id, reason: 'x' },
        })
      ).code,
    ).toBe('payments.not_reversible');
  });

  test('above the limit a second person decides', async () => {
    const [asking, second] = [await app.staff('admin'), await app.staff('admin')];
    const { connectionId } = await debtor();
    const payment = await pay(connectionId, 500_001);
    const waiting = await reverse(payment.id, asking);
    expect(waiting).toMatchObject({
      state: 'APPROVED',
      reversal: { state: 'REQUESTED' },
      can: { decideReversal: false },
    });
    const body = { reversalId: waiting.reversal?.id ?? '', accept: true };
    expect((await app.refused(contract.decideReversal, { as: asking, body })).code).toBe(
      'payments.second_person',
    );
    expect((await app.call(contract.decideReversal, { as: second, body })).state).toBe('REVERSED');
  });

  test('of several payments, in any order, everything adds up', async () => {
    const admin = await app.staff('admin');
    const { connectionId } = await debtor({ months: 3 });
    const payments = [];
    for (const amount of [5000, 9000, 30_000]) payments.push(await pay(connectionId, amount));
    for (const index of [1, 2, 0]) {
      await reverse(payments[index]?.id ?? '', admin);
      expect(await differences(app.db)).toEqual({ receivableMinor: 0, advancesMinor: 0, unsettledMinor: 0 });
    }
    expect(await balanceOf(app.db, { partyId: connectionId, account: '1100' })).toBe(34_500);
  });
});

describe('at the same time', () => {
  test('50 payments on one invoice never settle more than its total (G13); receipts have no gap (G15)', async () => {
    const { connectionId } = await debtor();
    const before = await lastReceipt();
    const paid = await Promise.all(Array.from({ length: 50 }, () => pay(connectionId, 1000)));
    const { settled } = await one<{ settled: number }>(
      app.db,
      sql`select sum(settled_minor)::bigint as settled from billing.invoices where connection_id = ${connectionId}`,
    );
    expect(settled).toBe(11_500);
    expect(await balanceOf(app.db, { partyId: connectionId, account: '2200' })).toBe(11_500 - 50_000);
    const numbers = paid.map((payment) => Number(payment.receiptNumber?.slice(0, 9))).sort();
    expect(numbers).toEqual(Array.from({ length: 50 }, (_, index) => before + index + 1));
  });

  test('the same Idempotency-Key a hundred times is one payment (G14)', async () => {
    const { connectionId } = await debtor();
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => pay(connectionId, 700, cashier, { headers })),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect((await invoiceStates(connectionId))[0]?.settled).toBe(700);
    const other = { connectionId, amountMinor: 800, tender: { method: 'CASH' as const } };
    const reused = await app.refused(contract.makePayment, { as: cashier, body: other, headers });
    expect(reused.code).toBe('common.idempotency_key_reused');
  });

  test('payments and reversals of one connection, mixed', async () => {
    const admin = await app.staff('admin');
    const { connectionId } = await debtor({ months: 4 });
    const first = await Promise.all(Array.from({ length: 8 }, (_, index) => pay(connectionId, 3000 + index)));
    await Promise.all(
      first.map((payment, index) =>
        index % 2
          ? app.call(contract.reversePayment, { as: admin, body: { paymentId: payment.id, reason: 'mixed' } })
          : pay(connectionId, 2500),
      ),
    );
    const states = await invoiceStates(connectionId);
    expect(states.every((invoice) => invoice.settled >= 0 && invoice.settled <= 11_500)).toBe(true);
  });

  async function lastReceipt(): Promise<number> {
    const { last } = await one<{ last: number }>(
      app.db,
      sql`select 600000000 + coalesce(max(last), 0)::bigint as last from platform.number_series where series = 'receipt'`,
    );
    return last;
  }
});

test('the receipt in both languages and on both papers', async () => {
  const { connectionId } = await debtor({ months: 2 });
  const payment = await pay(connectionId, 30_000);
  for (const language of ['en', 'bn']) {
    for (const paper of ['a4', '80mm']) {
      const answer = await app.server.inject({
        url: `/api/billing/payment/receipt/${payment.id}?language=${language}&paper=${paper}`,
        headers: { authorization: `Bearer ${cashier.idToken}` },
      });
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
      expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    }
  }
  const foreign = await app.refused(contract.paymentReceipt, {
    as: await app.consumer(),
    params: { id: payment.id },
  });
  expect(foreign.status).toBe(404);
});
