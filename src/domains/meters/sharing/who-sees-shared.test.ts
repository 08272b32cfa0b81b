/**
 * Who sees what of a connection that is shared, over HTTP: the holder, one who may see, one who may pay, and those whose
 * access is over, withdrawn or left. Each question is asked in a session that was open before.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { listApplications } from '#domains/applications/contract.ts';
import { makeApplication } from '#domains/applications/factory.ts';
import { listOwnerApplications } from '#domains/applications/owners/contract.ts';
import { makeInvoice } from '#domains/billing/factory.ts';
import * as bills from '#domains/billing/invoices/contract.ts';
import { getConsumer } from '#domains/consumers/contract.ts';
import { consumerDashboard } from '#domains/dashboard/contract.ts';
import { listReadings } from '#domains/meters/readings/contract.ts';
import * as payments from '#domains/payments/contract.ts';
import * as gateway from '#domains/payments/gateway/contract.ts';
import { getPayable, myPayables } from '#domains/payments/payables/contract.ts';
import { all, execute, sql, transaction } from '#platform/database/db.ts';
import { asConsumer } from '#platform/http/binder.ts';
import { type Person, testApp } from '#test/app.ts';
import { duringChange } from '#test/race.ts';
import { makeConnection } from '../factory.ts';
import * as contract from './contract.ts';
import { sharingOf } from './factory.ts';

const app = await testApp();
const { phoneOf, share } = sharingOf(app);
const holder = await app.consumer('Rahima Khatun');
const cashier = await app.staff('cashier');
const people = {
  'may see': await app.consumer('Sees'),
  'may see and pay': await app.consumer('Pays'),
  'access is over': await app.consumer('Over'),
  'was withdrawn': await app.consumer('Withdrawn'),
  'has left': await app.consumer('Left'),
  'was only invited': await app.consumer('Invited'),
  stranger: await app.consumer('Stranger'),
};
type Who = keyof typeof people;
const SEE: readonly Who[] = ['may see', 'may see and pay'];

async function connectionOf(person: Person): Promise<{ id: string; number: string }> {
  const consumerId = String(person.consumerId);
  return transaction(app.db, (tx) =>
    makeConnection(tx, app.system(), {
      ...{ consumerId, connectedOn: '2026-01-01', approve: true },
      readings: [['2026-10-01', '2026-10-31', 12_000]],
    }),
  );
}

const billOf = (connectionId: string, period: string, more: { dueOn?: string } = {}) =>
  transaction(app.db, (tx) => makeInvoice(tx, app.system(), { connectionId, period, ...more }));

const shared = await connectionOf(holder);
const other = await connectionOf(holder);
const older = await billOf(shared.id, '2026-09-01');
const open = await billOf(shared.id, '2026-10-01');
const OTHER_DUE_ON = '2026-11-15';
const otherBill = await billOf(other.id, '2026-10-01', { dueOn: OTHER_DUE_ON });
const OTHER_PAID_MINOR = 5_000;
let paymentId = '';
let otherPaymentId = '';
let applicationId = '';
const NAMES = 'Rahima Khatun রহিমা খাতুন';
/** Billed to somebody who had the connection before. */
let earlierBill = '';

beforeAll(async () => {
  await execute(
    app.owner.db,
    sql`update consumers.consumers set name_bn = 'রহিমা খাতুন' where id = ${holder.consumerId}`,
  );
  await execute(
    app.owner.db,
    sql`update meters.readings set state = 'APPROVED' where connection_id = ${shared.id}`,
  );
  const pay = (connectionId: string, amountMinor: number) =>
    app.call(payments.makePayment, {
      as: cashier,
      body: { connectionId, amountMinor, tender: { method: 'CASH' } },
    });
  paymentId = (await pay(shared.id, older.totalMinor)).id;
  otherPaymentId = (await pay(other.id, OTHER_PAID_MINOR)).id;
  applicationId = (
    await makeApplication(app, { upTo: 'READY_TO_PAY', consumerId: String(holder.consumerId) })
  ).id;
  const before = await app.consumer('Earlier holder');
  earlierBill = (await billOf(shared.id, '2026-08-01')).id;
  await execute(app.owner.db, sql`alter table billing.invoices disable trigger user`);
  await execute(
    app.owner.db,
    sql`update billing.invoices set consumer_id = ${before.consumerId} where id = ${earlierBill}`,
  );
  await execute(app.owner.db, sql`alter table billing.invoices enable trigger user`);
  const given = (guest: Person, more: object = {}) => ({ holder, guest, connectionId: shared.id, ...more });
  await share(given(people['may see']));
  await share(given(people['may see and pay'], { mayPay: true }));
  const over = await share(given(people['access is over'], { mayPay: true, endsOn: app.system().today }));
  await execute(
    app.owner.db,
    sql`update meters.accesses set ends_on = ${app.system().today}::date - 1 where id = ${over}`,
  );
  const withdrawn = await share(given(people['was withdrawn'], { mayPay: true }));
  const left = await share(given(people['has left'], { mayPay: true }));
  await sharingOf(app).invite(given(people['was only invited'], { mayPay: true }));
  await app.call(contract.withdrawAccess, { as: holder, body: { id: withdrawn } });
  await app.call(contract.leaveConnection, { as: people['has left'], body: { id: left } });
});

test('what is due of several connections is the sum of all, with none that is the only one to pay', async () => {
  // On the page is the bill that is due later.
  const query = { withDues: true, limit: 1, sort: '-dueMinor' } as const;
  const { items, sums } = await app.call(bills.billingIds, { as: holder, query });
  expect(items.map(({ connectionId }) => connectionId)).toEqual([shared.id]);
  const dueMinor = open.totalMinor + otherBill.totalMinor - OTHER_PAID_MINOR;
  expect(sums).toEqual({ dueMinor, oldestDueOn: OTHER_DUE_ON, payable: 2, onlyPayable: null });
  const ofOffice = await app.call(bills.billingIds, { as: cashier, query });
  expect(ofOffice.sums).toMatchObject({ payable: 0, onlyPayable: null });
});

describe.each(Object.entries(people) as [Who, Person][])('who %s', (who, as) => {
  const sees = SEE.includes(who);
  const pays = who === 'may see and pay';

  test('finds the connection on the home, in the selector and in both lists of bills, or nowhere', async () => {
    const home = await app.call(consumerDashboard, { as });
    const seen = sees ? [shared.id] : [];
    expect(home.connections.map(({ id }) => id)).toEqual(seen);
    if (sees) {
      expect(home.connections[0]).toMatchObject({
        ...{
          access: pays ? 'PAY' : 'SEE',
          holderName: 'Rahima Khatun',
          holderNameBn: 'রহিমা খাতুন',
          dueMinor: open.totalMinor,
        },
      });
      expect(home.lastReading).not.toBeNull();
      expect(home.usage.map(({ period }) => period)).toEqual(['2026-09-01', '2026-10-01']);
    }
    expect(home.applications).toEqual([]);
    const selector = await app.call(listOwnerApplications, { as });
    expect(selector.items.map(({ connectionId, access }) => [connectionId, access])).toEqual(
      seen.map((id) => [id, 'SHARED']),
    );
    const list = await app.call(bills.searchInvoice, { as });
    expect(list.items.map(({ id }) => id).sort()).toEqual(sees ? [older.id, open.id].sort() : []);
    expect(
      list.items.every(({ consumerName, consumerNameBn }) => `${consumerName} ${consumerNameBn}` === NAMES),
    ).toBe(true);
    const { items } = await app.call(bills.billingIds, { as });
    expect(items.map(({ connectionId, mayPay, phone }) => [connectionId, mayPay, phone])).toEqual(
      seen.map((id) => [id, pays, '']),
    );
    // The sums are of all, also on a page behind the last one.
    const beyond = await app.call(bills.billingIds, { as, query: { withDues: true, limit: 1, offset: 9 } });
    const { id: connectionId } = shared;
    expect(beyond).toMatchObject({
      items: [],
      sums: {
        ...{ dueMinor: sees ? open.totalMinor : 0, oldestDueOn: sees ? expect.any(String) : null },
        ...{ payable: pays ? 1 : 0, onlyPayable: pays ? { connectionId, dueMinor: open.totalMinor } : null },
      },
    });
  });

  test('opens its bills, papers and payments, or none', async () => {
    const code = sees ? undefined : 'common.not_found';
    const params = { id: open.id };
    expect(await app.codeOf(bills.invoiceDetail, { as, params })).toBe(code);
    expect(await app.codeOf(bills.invoicePdf, { as, params, query: {} })).toBe(code);
    expect(await app.codeOf(bills.customerBillCart, { as, query: { connectionId: shared.id } })).toBe(code);
    expect(await app.codeOf(payments.getPayment, { as, params: { id: paymentId } })).toBe(code);
    expect(await app.codeOf(payments.paymentReceipt, { as, params: { id: paymentId }, query: {} })).toBe(
      code,
    );
    const history = await app.call(payments.paymentHistory, { as });
    expect(history.items.map(({ id }) => id)).toEqual(sees ? [paymentId] : []);
    if (sees) {
      const bill = await app.call(bills.invoiceDetail, { as, params });
      expect(bill).toMatchObject({ consumerName: 'Rahima Khatun', can: { pay: pays, cancel: false } });
      expect(bill.meterNumber).not.toBe('');
    }
  });

  test('sees nothing else of the holder', async () => {
    const foreign = { as, params: { id: otherBill.id } };
    expect(await app.codeOf(bills.invoiceDetail, foreign)).toBe('common.not_found');
    expect(await app.codeOf(bills.invoicePdf, { ...foreign, query: {} })).toBe('common.not_found');
    expect(await app.codeOf(bills.invoiceDetail, { as, params: { id: earlierBill } })).toBe(
      'common.not_found',
    );
    expect(await app.codeOf(bills.customerBillCart, { as, query: { connectionId: other.id } })).toBe(
      'common.not_found',
    );
    expect(await app.codeOf(payments.getPayment, { as, params: { id: otherPaymentId } })).toBe(
      'common.not_found',
    );
    expect(await app.codeOf(getPayable, { as, query: { connectionId: other.id } })).toBe('common.not_found');
    expect(await app.codeOf(getPayable, { as, query: { applicationId } })).toBe('common.not_found');
    expect(await app.codeOf(getConsumer, { as, params: { id: String(holder.consumerId) } })).toMatch(
      /not_permitted|not_found/,
    );
    expect((await app.call(listApplications, { as })).items).toEqual([]);
    expect((await app.call(listReadings, { as, query: {} })).items).toEqual([]);
    const { given } = await app.call(contract.listSharedAccess, { as });
    expect(given).toEqual([]);
  });

  test('pays for it only with the right to', async () => {
    const payable = await app.codeOf(getPayable, { as, query: { connectionId: shared.id } });
    expect(payable).toBe(pays ? undefined : 'common.not_found');
    const { items } = await app.call(myPayables, { as });
    expect(items.map(({ id }) => id)).toEqual(pays ? [shared.id] : []);
    const refusal = await app.codeOf(payments.makePayment, {
      as,
      body: { connectionId: shared.id, amountMinor: 100, tender: { method: 'GATEWAY' } },
    });
    expect(refusal).toBe(pays ? undefined : sees ? 'meters.access_without_paying' : 'common.not_found');
    const foreign = await app.codeOf(payments.makePayment, {
      as,
      body: { connectionId: other.id, amountMinor: 100, tender: { method: 'GATEWAY' } },
    });
    expect(foreign).toBe('common.not_found');
  });

  test('is shown the same rows by the database alone', async () => {
    const rows = await transaction(app.db, async (tx) => {
      await asConsumer(tx, app.actorOf(as));
      return {
        bills: await all<{ id: string }>(tx, sql`select id from billing.invoices order by id`),
        connections: await all<{ id: string }>(tx, sql`select id from meters.connections`),
        readings: await all<{ id: string }>(
          tx,
          sql`select distinct connection_id as id from meters.readings`,
        ),
        meters: await all<{ id: string }>(tx, sql`select connection_id as id from meters.assignments`),
        paid: await all<{ id: string }>(tx, sql`select id from payments.payments where method = 'CASH'`),
        people: await all<{ id: string }>(tx, sql`select id from consumers.consumers`),
        others: await all<{ id: string }>(
          tx,
          sql`select id from meters.accesses where consumer_id is distinct from ${as.consumerId}`,
        ),
        notes: await all<{ id: string }>(tx, sql`select id from applications.applications`),
        entries: await all<{ id: string }>(tx, sql`select journal_id as id from ledger.entries`),
      };
    });
    const ids = (table: keyof typeof rows) => rows[table].map(({ id }) => id).sort();
    const seen = sees ? [shared.id] : [];
    expect(ids('bills')).toEqual(sees ? [older.id, open.id].sort() : []);
    for (const table of ['connections', 'readings', 'meters'] as const) expect(ids(table)).toEqual(seen);
    expect(ids('paid')).toEqual(sees ? [paymentId] : []);
    expect(ids('people')).toEqual([as.consumerId]);
    for (const table of ['others', 'notes', 'entries'] as const) expect(ids(table)).toEqual([]);
  });
});

test('the receipt goes to who paid, the holder sees the payment, and it stays the payer’s when the access ends', async () => {
  const [owner, guest] = [await app.consumer('Owner'), await app.consumer('Guest')];
  const connection = await connectionOf(owner);
  const bill = await billOf(connection.id, '2026-10-01');
  const id = await share({ holder: owner, guest, connectionId: connection.id, mayPay: true });
  const started = await app.call(payments.makePayment, {
    as: guest,
    body: {
      ...{ connectionId: connection.id, amountMinor: bill.totalMinor },
      tender: { method: 'GATEWAY' },
    },
  });
  const opened = await app.call(gateway.openOrder, { as: guest, body: { paymentId: started.id } });
  expect(opened.bankUrl).not.toBeNull();
  const looker = await app.consumer('Looker');
  await share({ holder: owner, guest: looker, connectionId: connection.id });
  // Who may only look cannot bring somebody else's payment to the bank.
  expect(await app.codeOf(gateway.openOrder, { as: looker, body: { paymentId: started.id } })).toBe(
    'common.not_found',
  );
  await app.call(contract.withdrawAccess, { as: owner, body: { id } });
  const address = new URL(opened.bankUrl ?? '', 'http://x').searchParams;
  await app.server.inject({
    ...{ method: 'POST', url: '/sandbox-bank/pay' },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({
      ...{ ORDERID: address.get('ORDERID') ?? '', SESSIONID: address.get('SESSIONID') ?? '' },
      ...{ decision: 'approve', manner: 'plain' },
    }).toString(),
  });
  const complete = { body: { paymentId: started.id } };
  expect(await app.codeOf(gateway.completeGatewayPayment, { as: looker, ...complete })).toBe(
    'common.not_found',
  );
  const paid = await app.call(gateway.completeGatewayPayment, { as: guest, ...complete });
  expect(paid).toMatchObject({ state: 'APPROVED', bankUrl: null });
  for (const as of [guest, owner]) {
    const seen = await app.call(payments.getPayment, { as, params: { id: started.id } });
    expect(seen).toMatchObject({ amountMinor: bill.totalMinor });
  }
  expect(await app.codeOf(bills.invoiceDetail, { as: guest, params: { id: bill.id } })).toBe(
    'common.not_found',
  );
});

test('a counter payment is told to the holder, one of a tenant to the tenant', async () => {
  const { receiptFacts } = await import('#domains/payments/message-texts.ts');
  const [owner, guest] = [await app.consumer('Owner'), await app.consumer('Guest')];
  const connection = await connectionOf(owner);
  await billOf(connection.id, '2026-10-01');
  await share({ holder: owner, guest, connectionId: connection.id, mayPay: true });
  const body = { connectionId: connection.id, amountMinor: 1000 };
  const counter = await app.call(payments.makePayment, {
    as: cashier,
    body: { ...body, tender: { method: 'CASH' } },
  });
  const online = await app.call(payments.makePayment, {
    as: guest,
    body: { ...body, tender: { method: 'GATEWAY' } },
  });
  const to = async (id: string) =>
    (await transaction(app.db, (tx) => receiptFacts(tx, app.system(), id)))?.phone;
  expect(await to(counter.id)).toBe(await phoneOf(owner));
  expect(await to(online.id)).toBe(await phoneOf(guest));
});

test('who begins to pay while the holder withdraws is refused', async () => {
  const [owner, guest] = [await app.consumer('Owner'), await app.consumer('Guest')];
  const connection = await connectionOf(owner);
  await billOf(connection.id, '2026-10-01');
  const id = await share({ holder: owner, guest, connectionId: connection.id, mayPay: true });
  const refused = await duringChange(
    app,
    (tx) =>
      execute(
        tx,
        sql`update meters.accesses set ended_at = ${app.clock.now()}, ended_as = 'WITHDRAWN' where id = ${id}`,
      ),
    () =>
      app.codeOf(payments.makePayment, {
        as: guest,
        body: { connectionId: connection.id, amountMinor: 1000, tender: { method: 'GATEWAY' } },
      }),
  );
  expect(refused).toBe('common.not_found');
});

test('a connection that was closed is shown as closed: nothing is asked for at it any more', async () => {
  const owner = await app.consumer();
  const closed = await connectionOf(owner);
  const given = async () =>
    (await app.call(contract.listSharedAccess, { as: owner })).given.map(({ isClosed }) => isClosed);
  expect(await given()).toEqual([false]);
  await execute(
    app.owner.db,
    sql`update meters.connections set status = 'closed', disconnected_on = '2026-11-01' where id = ${closed.id}`,
  );
  expect(await given()).toEqual([true]);
});
