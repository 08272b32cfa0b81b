/** The numbers and sums of all bills and payments are those that reading all of them gives, after anything that changes them. */
import { expect, test } from 'vitest';
import { countInvoices, searchInvoice } from '#domains/billing/invoices/contract.ts';
import { foldInvoiceTally, tallyDifference as ofBills } from '#domains/billing/invoices/tally.ts';
import { staffDashboard } from '#domains/dashboard/contract.ts';
import { all, execute, one, sql, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { answered } from '#test/plans.ts';
import { makePayment, paymentHistory, reversePayment } from './contract.ts';
import { makeDebtor } from './factory.ts';
import { foldPaymentTally, tallyDifference as ofPayments } from './tally.ts';

const app = await testApp();
const [cashier, admin] = [await app.staff('cashier'), await app.staff('admin')];
const debtor = (months: number) => transaction(app.db, (tx) => makeDebtor(tx, app.system(), { months }));
const pay = (connectionId: string, amountMinor: number) =>
  app.call(makePayment, {
    as: cashier,
    body: { connectionId, amountMinor, tender: { method: 'CASH' }, unusual: true },
  });
const off = async () => [await ofBills(app.db), await ofPayments(app.db)];

test('issuing, paying, reversing and cancelling leave lists, tabs and home with what the rows say', async () => {
  const [first, second] = [await debtor(3), await debtor(2)];
  const paid = await pay(first.connectionId, 20_000);
  await pay(second.connectionId, 30_000);
  await app.call(reversePayment, { as: admin, body: { paymentId: paid.id, reason: 'wrong person' } });
  const [bill] = (await debtor(1)).invoices;
  await execute(
    app.owner.db,
    sql`update billing.invoices set cancelled_on = '2026-11-15', cancel_reason = 'twice' where id = ${bill?.id}`,
  );
  expect(await off()).toEqual([0, 0]);

  const rows = await one<{ n: number; total: number; settled: number }>(
    app.db,
    sql`select count(*) as n, sum(total_minor)::bigint as total, sum(settled_minor)::bigint as settled
      from billing.invoices where cancelled_on is null`,
  );
  const list = await app.call(searchInvoice, { as: admin, query: {} });
  expect(list.total).toBe(rows.n + 1);
  expect(list.sums).toEqual({
    totalMinor: rows.total,
    settledMinor: rows.settled,
    dueMinor: rows.total - rows.settled,
  });
  const states = await all<{ state: string; n: number }>(
    app.db,
    sql`select state, count(*) as n from billing.invoices group by state`,
  );
  const { counts } = await app.call(countInvoices, { as: admin, query: {} });
  expect(counts).toEqual(Object.fromEntries(states.map(({ state, n }) => [state, n])));
  // Each narrower question has the number of its rows.
  for (const query of [
    { state: 'PAID' },
    { state: 'CANCELLED' },
    { open: 'true' },
    { open: 'false' },
    { overdue: 'true' },
    { issuedFrom: '2026-10-01', issuedTo: '2026-10-31' },
    { issuedFrom: '2026-11-01', open: 'true' },
    { search: first.number },
  ] as const) {
    const page = await app.call(searchInvoice, { as: admin, query: { ...query, limit: 100 } });
    expect([query, page.total]).toEqual([query, page.items.length]);
    const inSum = page.items.filter(({ state }) => state !== 'CANCELLED');
    expect(page.sums.totalMinor).toBe(inSum.reduce<number>((sum, { totalMinor }) => sum + totalMinor, 0));
  }
  const { money } = await app.call(staffDashboard, { as: admin });
  expect(money).toMatchObject({ arrearsMinor: rows.total - rows.settled });
  const overdue = await app.call(searchInvoice, { as: admin, query: { overdue: true } });
  expect([money?.overdueInvoices, money?.overdueMinor]).toEqual([overdue.total, overdue.sums.dueMinor]);

  const asked = [{}, { state: 'APPROVED' }, { state: 'REVERSED' }, { method: 'CASH' }] as const;
  const ofAllSources = asked.map((query) => ({ ...query, source: 'ALL' as const }));
  for (const query of [...asked, ...ofAllSources]) {
    const page = await app.call(paymentHistory, { as: admin, query: { ...query, limit: 100 } });
    expect([query, page.total]).toEqual([query, page.items.length]);
    const approved = page.items.filter(({ state }) => state === 'APPROVED');
    expect(page.sums.amountMinor).toBe(
      approved.reduce<number>((sum, { amountMinor }) => sum + amountMinor, 0),
    );
  }
  const ofAll = (await app.call(paymentHistory, { as: admin, query: {} })).sums.collectedMinor;
  expect(ofAll).toBe(30_000);
});

test('a payment at the bank is counted with the state that it has now', async () => {
  const { connectionId } = await debtor(1);
  await execute(
    app.owner.db,
    sql`insert into payments.payments (source, method, state, amount_minor, consumer_id, connection_id, created_at)
      select 'INVOICE', 'GATEWAY', 'CREATED', 500, c.consumer_id, c.id, now() from meters.connections c where c.id = ${connectionId}`,
  );
  expect(await off()).toEqual([0, 0]);
  for (const state of ['PROCESSING', 'DECLINED'])
    await execute(
      app.owner.db,
      sql`update payments.payments set state = ${state} where connection_id = ${connectionId}`,
    );
  expect(await off()).toEqual([0, 0]);
  const { sums, total } = await app.call(paymentHistory, { as: admin, query: { state: 'DECLINED' } });
  expect([total, sums.amountMinor]).toEqual([1, 0]);
});

test('folding leaves one line for each key, the same sums, and what is added meanwhile', async () => {
  const { connectionId } = await debtor(2);
  for (const amount of [1000, 2000, 3000]) await pay(connectionId, amount);
  const lines = async () =>
    await one<{ bills: number; keys: number; payments: number; payKeys: number }>(
      app.db,
      sql`select (select count(*) from billing.invoice_tally) as bills,
        (select count(*) from (select distinct issued_on, due_on, state from billing.invoice_tally) k) as keys,
        (select count(*) from payments.payment_tally) as payments,
        (select count(*) from (select distinct source, state, owed_back, paid_on from payments.payment_tally) k) as "payKeys"`,
    );
  const before = await lines();
  expect(before.bills).toBeGreaterThan(before.keys);
  expect(before.payments).toBeGreaterThan(before.payKeys);
  // Both fold at the same time, while payments come in.
  await Promise.all([
    foldInvoiceTally(app.db),
    foldPaymentTally(app.db),
    pay(connectionId, 1500),
    foldInvoiceTally(app.db),
    foldPaymentTally(app.db),
  ]);
  expect(await off()).toEqual([0, 0]);
  await foldInvoiceTally(app.db);
  await foldPaymentTally(app.db);
  const after = await lines();
  expect([after.bills, after.payments]).toEqual([after.keys, after.payKeys]);
  expect(await off()).toEqual([0, 0]);
});

test('the program cannot write a tally by itself', async () => {
  for (const table of ['billing.invoice_tally', 'payments.payment_tally']) {
    for (const statement of [
      `delete from ${table}`,
      `insert into ${table} select * from ${table}`,
      `update ${table} set state = state`,
      `truncate ${table}`,
    ])
      await expect(execute(app.db, sql.raw(statement))).rejects.toThrow('permission denied');
  }
});

test('a difference is found by the proofs of the night', async () => {
  await execute(
    app.owner.db,
    sql`update billing.invoice_tally set total_minor = total_minor + 1 where ctid = (
    select ctid from billing.invoice_tally limit 1)`,
  );
  await execute(
    app.owner.db,
    sql`insert into payments.payment_tally values ('INVOICE', 'APPROVED', false, '2026-11-15', 1, 0)`,
  );
  expect(await off()).toEqual([1, 1]);
});

test('the number and the sums of all payments read no payment', async () => {
  const plan = await answered(
    app.owner.db,
    sql`select sum(p.payments) from payments.payment_tally p where p.source = 'INVOICE'`,
  );
  expect(plan.reads).toEqual(['Seq Scan payment_tally']);
});
