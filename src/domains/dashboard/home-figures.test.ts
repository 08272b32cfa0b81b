import { expect, test } from 'vitest';
import { makeInvoice } from '#domains/billing/factory.ts';
import { billingIds, searchInvoice } from '#domains/billing/invoices/contract.ts';
import { recordFloat } from '#domains/ledger/closings/contract.ts';
import { listConnections, listUnread } from '#domains/meters/contract.ts';
import { makeConnection } from '#domains/meters/factory.ts';
import { listReadings, listRoute } from '#domains/meters/readings/contract.ts';
import { monthInForce } from '#domains/meters/readings/month-in-force.rules.ts';
import { makePayment, paymentHistory } from '#domains/payments/contract.ts';
import { execute, sql, transaction } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { billChart, billStatusChart, consumerDashboard, counterItems, staffDashboard } from './contract.ts';

const app = await testApp();

async function connectionOf(person: Person): Promise<string> {
  const made = await transaction(app.db, (tx) =>
    makeConnection(tx, app.system(), { consumerId: String(person.consumerId), connectedOn: '2026-01-01' }),
  );
  return made.id;
}

test('a consumer home shows what is due, of own connections only', async () => {
  const [rahima, karim] = [await app.consumer('Rahima'), await app.consumer('Karim')];
  const connectionId = await connectionOf(rahima);
  await connectionOf(karim);
  for (const [period, issuedOn, dueOn] of [
    ['2026-09-01', '2026-10-05', '2026-10-26'],
    ['2026-10-01', '2026-11-05', '2026-11-26'],
  ] as const) {
    await transaction(app.db, (tx) =>
      makeInvoice(tx, app.system(), { connectionId, period, issuedOn, dueOn }),
    );
  }
  const home = await app.call(consumerDashboard, { as: rahima });
  expect(home.nameBn).toBeNull();
  await sql`update consumers.consumers c set name_bn = 'রহিমা বেগম' from meters.connections m
    where m.id = ${connectionId} and c.id = m.consumer_id`.execute(app.db);
  expect((await app.call(consumerDashboard, { as: rahima })).nameBn).toBe('রহিমা বেগম');
  expect(home.connections).toHaveLength(1);
  expect(home.connections[0]).toMatchObject({ openInvoices: 2, overdue: true, dueOn: '2026-10-26' });
  expect(home.usage.length).toBeGreaterThan(0);
  expect((await app.call(consumerDashboard, { as: karim })).connections[0]).toMatchObject({
    openInvoices: 0,
    dueMinor: 0,
  });
  const counters = await app.call(counterItems, { as: rahima });
  expect(counters.invoice_count.item_count).toBe(2);
  expect((await app.call(counterItems, { as: karim })).invoice_count.item_count).toBe(0);
});

test('the staff home has the groups that the person may see, and billed equals the chart', async () => {
  const admin = await app.staff('admin');
  const { money, pipeline, connections } = await app.call(staffDashboard, { as: admin });
  expect(pipeline).not.toBeNull();
  expect(connections?.active).toBe(2);
  const { points } = await app.call(billChart, { as: admin, query: { months: 2 } });
  expect(points.map((point) => point.period)).toEqual(['2026-10-01', '2026-11-01']);
  expect(points[1]?.billedMinor).toBe(money?.billed.minor);
  expect(points[0]?.billedMinor).toBe(money?.billed.beforeMinor);
  const status = await app.call(billStatusChart, { as: admin, query: { months: 1 } });
  expect(status.points).toEqual([{ period: '2026-11-01', paid: 0, partly: 0, unpaid: 1 }]);
  const surveyor = await app.call(staffDashboard, { as: await app.staff('surveyor') });
  expect(surveyor.money).toBeNull();
  expect([surveyor.pipeline, surveyor.own]).toEqual([null, { waiting: 0, late: 0 }]);
});

test('a settled invoice leaves the arrears', async () => {
  const admin = await app.staff('admin');
  const before = (await app.call(staffDashboard, { as: admin })).money;
  await execute(
    app.owner.db,
    sql`update billing.invoices set settled_minor = total_minor where issued_on = '2026-10-05'`,
  );
  const after = (await app.call(staffDashboard, { as: admin })).money;
  expect(after?.overdueInvoices).toBe(Number(before?.overdueInvoices) - 1);
  expect(after?.arrearsMinor).toBeLessThan(Number(before?.arrearsMinor));
});

test('a figure counts the rows of the list behind it', async () => {
  const admin = await app.staff('admin');
  // One that is read, and one that came after the month that is read.
  await transaction(app.db, async (tx) => {
    await makeConnection(tx, app.system(), {
      connectedOn: '2026-09-30',
      readings: [['2026-10-01', '2026-10-31', 5000]],
    });
    await makeConnection(tx, app.system(), { connectedOn: '2026-11-05' });
  });
  const { money, connections, month } = await app.call(staffDashboard, { as: admin });
  const list = { as: admin, query: { limit: 1 } };
  const billed = await app.call(searchInvoice, { as: admin, query: { issuedFrom: month } });
  expect(billed.sums.totalMinor).toBe(money?.billed.minor);
  const overdue = await app.call(searchInvoice, { as: admin, query: { overdue: true } });
  expect(overdue.total).toBe(money?.overdueInvoices);
  const owing = await app.call(billingIds, { as: admin, query: { withDues: true } });
  expect(owing.sums.dueMinor).toBe(money?.arrearsMinor);
  const every = (await app.call(searchInvoice, { as: admin, query: {} })).total;
  for (const filter of ['overdue', 'open'] as const) {
    const [yes, no] = [{ [filter]: true }, { [filter]: false }];
    const counted = [yes, no].map(
      async (query) => (await app.call(searchInvoice, { as: admin, query })).total,
    );
    const [owed = 0, without = 0] = await Promise.all(counted);
    expect([without > 0, owed + without]).toEqual([true, every]);
  }
  const open = await app.call(searchInvoice, { as: admin, query: { open: true } });
  expect(open.sums.dueMinor).toBe(money?.arrearsMinor);
  const active = await app.call(listConnections, { ...list, query: { status: 'active' } });
  expect(active.total).toBe(connections?.active);
  const period = String(connections?.readingPeriod);
  const unread = await app.call(listUnread, { as: admin, query: { period } });
  expect(unread.total).toBe(connections?.unread);
  expect(unread.total).toBe(2);
});

test('dashboard, badge, tab and list count the readings of one month', async () => {
  const admin = await app.staff('admin');
  // Each month another number of readings that wait: a month too early or too late would be noticed.
  for (const [readings, month] of [
    [1, '2026-09'],
    [2, '2026-10'],
    [3, '2026-11'],
  ] as const) {
    for (let made = 0; made < readings; made += 1) {
      const day = month === '2026-11' ? `${month}-02` : `${month}-28`;
      await transaction(app.db, async (tx) => {
        const { id } = await makeConnection(tx, app.system(), {
          connectedOn: '2026-08-31',
          readings: [[`${month}-01`, day, 5000]],
        });
        await execute(
          tx,
          sql`update meters.readings set state = 'FLAGGED', flags = '{HIGH}' where connection_id = ${id}`,
        );
      });
    }
  }
  const { connections } = await app.call(staffDashboard, { as: admin });
  const counters = await app.call(counterItems, { as: admin });
  const period = monthInForce(app.system().today);
  const tab = await app.call(listReadings, { as: admin, query: { period, state: 'FLAGGED', limit: 1 } });
  const list = await app.call(listReadings, { as: admin, query: { period, state: 'FLAGGED' } });
  expect(connections?.readingPeriod).toBe(period);
  expect([connections?.flagged, counters.reading_count?.flagged, tab.total, list.items.length]).toEqual([
    2, 2, 2, 2,
  ]);
  // Lists that are opened without a month show that one.
  const unread = await app.call(listUnread, { as: admin, query: {} });
  expect(unread.total).toBe(connections?.unread);
  const route = await app.call(listRoute, { as: admin, query: { read: 'no' } });
  const inMonth = await app.call(listRoute, { as: admin, query: { read: 'no', period } });
  expect(route.total).toBe(inMonth.total);
  const clerk = await app.call(counterItems, { as: await app.staff('cashier') });
  expect(clerk.reading_count).toBeUndefined();
});

test('what a cashier took today is their own receipts of the day, bills apart from demand notes', async () => {
  const [salma, other] = [await app.staff('cashier'), await app.staff('cashier')];
  const owing = await app.call(billingIds, { as: salma, query: { withDues: true, limit: 1 } });
  const connectionId = String(owing.items[0]?.connectionId);
  for (const [cashier, amountMinor] of [
    [salma, 10_000],
    [other, 20_000],
  ] as const) {
    await app.call(makePayment, {
      as: cashier,
      body: { connectionId, amountMinor, tender: { method: 'CASH' } },
    });
  }
  await app.call(recordFloat, { as: salma, body: { day: app.system().today, amountMinor: 5_000 } });
  const { counter } = await app.call(staffDashboard, { as: salma });
  expect(counter).toMatchObject({
    drawer: { expectedMinor: 15_000, floatMinor: 5_000, cardMinor: 0 },
    INVOICE: { minor: 10_000, receipts: 1 },
    APPLICATION_SURVEY: { minor: 0, receipts: 0 },
  });
  const clerk = await app.staffWith(['dashboard:view', 'payments:take']);
  expect((await app.call(staffDashboard, { as: clerk })).counter?.drawer).toBeNull();
  const mine = await app.call(paymentHistory, { as: salma, query: { takenBy: 'me', state: 'APPROVED' } });
  expect([mine.total, mine.sums.amountMinor]).toEqual([1, 10_000]);
});
