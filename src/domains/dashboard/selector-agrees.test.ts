/**
 * What a consumer selects in the header: every option leads to the same connection in each list and figure, however
 * the connection came into being, and all options together are all that the consumer has.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { makeApplication } from '#domains/applications/factory.ts';
import { listOwnerApplications } from '#domains/applications/owners/contract.ts';
import { makeInvoice } from '#domains/billing/factory.ts';
import { billingIds, countInvoices, searchInvoice } from '#domains/billing/invoices/contract.ts';
import { makeConnection } from '#domains/meters/factory.ts';
import { acceptInvitation, inviteToConnection } from '#domains/meters/sharing/contract.ts';
import { makePayment, paymentHistory } from '#domains/payments/contract.ts';
import { execute, one, sql, transaction } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { consumerDashboard, counterItems } from './contract.ts';

const app = await testApp();
const [rahima, karim, salma] = [
  await app.consumer('Rahima'),
  await app.consumer('Karim'),
  await app.consumer('Salma'),
];
const cashier = await app.staff('cashier');

const pay = (connectionId: string, amountMinor: number) =>
  app.call(makePayment, { as: cashier, body: { connectionId, amountMinor, tender: { method: 'CASH' } } });

/** A bill of each of two months, the first one paid. */
async function live(connectionId: string): Promise<void> {
  const bill = await transaction(app.db, async (tx) => {
    const older = await makeInvoice(tx, app.system(), { connectionId, period: '2026-09-01' });
    await makeInvoice(tx, app.system(), { connectionId, period: '2026-10-01' });
    return older;
  });
  await pay(connectionId, bill.totalMinor);
}

async function migrated(person: Person, plotNumber: string): Promise<string> {
  const consumerId = String(person.consumerId);
  const { id } = await transaction(app.db, (tx) =>
    makeConnection(tx, app.system(), { consumerId, connectedOn: '2026-01-01', plotNumber }),
  );
  await live(id);
  return id;
}

async function applied(person: Person): Promise<{ applicationId: string; connectionId: string }> {
  const consumerId = String(person.consumerId);
  const made = await makeApplication(app, { upTo: 'CONNECTED', consumerId });
  const { id } = await one<{ id: string }>(
    app.db,
    sql`select id from meters.connections where application_id = ${made.id}`,
  );
  await live(id);
  // One try to pay its demand note.
  await execute(
    app.owner.db,
    sql`insert into payments.payments (source, method, state, amount_minor, consumer_id, application_id, demand_note_id,
        created_by, created_at, decided_at)
      select 'APPLICATION_SURVEY', 'GATEWAY', 'DECLINED', 100, ${consumerId}, n.application_id, n.id, ${person.userId},
        ${app.clock.now()}, ${app.clock.now()} from applications.demand_notes n where n.application_id = ${made.id}`,
  );
  return { applicationId: made.id, connectionId: id };
}

/** There is no action for it yet: the row changes as a future one will change it. */
const changeHolder = (connectionId: string, to: Person) =>
  execute(
    app.owner.db,
    sql`update meters.connections set consumer_id = ${to.consumerId} where id = ${connectionId}`,
  );

const made: Record<string, { person: Person; connectionId: string | null; applicationId?: string }> = {};

beforeAll(async () => {
  const ofApplication = await applied(rahima);
  made['made from an application'] = { person: rahima, ...ofApplication };
  made['taken over by import'] = { person: rahima, connectionId: await migrated(rahima, '7') };
  made['a second one on the same plot'] = { person: rahima, connectionId: await migrated(rahima, '7') };
  const waiting = await makeApplication(app, { upTo: 'PENDING', consumerId: String(rahima.consumerId) });
  made['an application without connection'] = {
    person: rahima,
    connectionId: null,
    applicationId: waiting.id,
  };

  const sold = await applied(rahima);
  await changeHolder(sold.connectionId, karim);
  made['given away, made from an application'] = { person: rahima, ...sold };
  made['come from another holder with an application'] = { person: karim, connectionId: sold.connectionId };
  await transaction(app.db, (tx) =>
    makeInvoice(tx, app.system(), { connectionId: sold.connectionId, period: '2026-08-01' }),
  );
  const moved = await migrated(rahima, '9');
  await changeHolder(moved, karim);
  made['given away, taken over by import'] = { person: rahima, connectionId: moved };
  made['come from another holder, taken over by import'] = { person: karim, connectionId: moved };

  const shared = made['taken over by import']?.connectionId ?? '';
  const { phone } = await one<{ phone: string }>(
    app.db,
    sql`select phone from identity.users where id = ${salma.userId}`,
  );
  const body = { connectionId: shared, name: 'Tenant', phone, mayPay: true };
  await app.call(inviteToConnection, { as: rahima, body });
  const { text } = await one<{ text: string }>(
    app.db,
    sql`select body as text from platform.outbox where recipient = ${phone} order by id desc limit 1`,
  );
  await app.call(acceptInvitation, { as: salma, body: { code: /\d{8}/.exec(text)?.[0] ?? '' } });
  made['shared by another holder'] = { person: salma, connectionId: shared };
});

const options = async (as: Person) => (await app.call(listOwnerApplications, { as })).items;

/** Everything that the screens of a consumer show for an option, or for all. */
async function shownFor(as: Person, applicationId?: string) {
  const query = applicationId ? { applicationId } : {};
  const home = await app.call(consumerDashboard, { as, query });
  const connections = await app.call(billingIds, { as, query });
  const bills = await app.call(searchInvoice, { as, query: { ...query, limit: 200 } });
  const open = await app.call(searchInvoice, { as, query: { ...query, open: true } });
  const { counts } = await app.call(countInvoices, { as, query });
  const paid = await app.call(paymentHistory, { as, query: { ...query, source: 'INVOICE' } });
  const notes = await app.call(paymentHistory, { as, query: { ...query, source: 'APPLICATION_SURVEY' } });
  return { home, connections, bills, open, counts, paid, notes };
}

const KINDS = [
  'made from an application',
  'taken over by import',
  'a second one on the same plot',
  'an application without connection',
  'given away, made from an application',
  'given away, taken over by import',
  'come from another holder with an application',
  'come from another holder, taken over by import',
  'shared by another holder',
];
const FORMER = /^given away/;

describe.each(KINDS)('%s', (kind) => {
  test('is one option, and every list and figure agrees on it', async () => {
    const { person, connectionId, applicationId } = made[kind] ?? { person: rahima, connectionId: '' };
    const found = (await options(person)).filter((option) =>
      connectionId ? option.connectionId === connectionId : option.applicationId === applicationId,
    );
    expect(found).toHaveLength(1);
    const [option] = found;
    expect(option?.applicationId).toBe(applicationId ?? connectionId);
    const shown = await shownFor(person, option?.applicationId);
    const own = connectionId && !FORMER.test(kind) ? [connectionId] : [];
    expect(shown.home.connections.map(({ id }) => id)).toEqual(own);
    expect(shown.connections.items.map((row) => row.connectionId)).toEqual(own);
    const due = shown.home.connections.reduce((sum, { dueMinor }) => sum + dueMinor, 0);
    expect(shown.connections.sums.dueMinor).toBe(due);
    if (!FORMER.test(kind)) expect(shown.open.sums.dueMinor).toBe(due);
    const countedBills = Object.values(shown.counts).reduce((sum, count) => sum + count, 0);
    expect(shown.bills.items).toHaveLength(shown.bills.total);
    expect(countedBills).toBe(shown.bills.total);
    expect(shown.paid.items).toHaveLength(shown.paid.total);
    for (const row of [...shown.bills.items, ...shown.paid.items])
      expect(row.connectionId).toBe(connectionId);
    expect(shown.notes.items.every((row) => row.applicationId === applicationId)).toBe(true);
    const expected = {
      bills: kind === 'come from another holder with an application' ? 1 : /^come from/.test(kind) ? 0 : 2,
      paid: /^come from/.test(kind) ? 0 : 1,
      notes: applicationId && connectionId ? 1 : 0,
    };
    const none = kind === 'an application without connection';
    expect(shown.bills.total).toBe(none ? 0 : expected.bills);
    expect(shown.paid.total).toBe(none ? 0 : expected.paid);
    expect(shown.notes.total).toBe(expected.notes);
    expect(shown.home.applications.map(({ id }) => id)).toEqual(none ? [applicationId] : []);
  });
});

test.each([
  ['Rahima', rahima],
  ['Karim', karim],
  ['Salma', salma],
])(
  'the options of %s together are what is shown without one, and the badge counts the same bills',
  async (_, person) => {
    const all = await shownFor(person);
    const each = await Promise.all(
      (await options(person)).map(({ applicationId }) => shownFor(person, applicationId)),
    );
    const joined = (of: (shown: typeof all) => { id: string }[]) =>
      each.flatMap((shown) => of(shown).map(({ id }) => id)).sort();
    for (const of of [
      (shown: typeof all) => shown.home.connections,
      (shown: typeof all) => shown.bills.items,
      (shown: typeof all) => shown.paid.items,
      (shown: typeof all) => shown.notes.items,
    ])
      expect(joined(of)).toEqual(
        of(all)
          .map(({ id }) => id)
          .sort(),
      );
    const { invoice_count } = await app.call(counterItems, { as: person });
    expect(invoice_count.item_count).toBe(all.open.total);
  },
);
