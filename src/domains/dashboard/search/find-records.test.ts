import { expect, test } from 'vitest';
import { makeApplication } from '#domains/applications/factory.ts';
import { createConsumer } from '#domains/consumers/actions/register-consumer.ts';
import { makeConnection } from '#domains/meters/factory.ts';
import { makePayment } from '#domains/payments/contract.ts';
import { makeDebtor } from '#domains/payments/factory.ts';
import { one, sql, transaction } from '#platform/database/db.ts';
import type { Permission } from '#shared/permissions.ts';
import { type Person, testApp } from '#test/app.ts';
import { addressOf } from '../web/number-address.rules.ts';
import { search } from './contract.ts';

const app = await testApp();
const admin = await app.staff('admin');
const rahima = await transaction(app.db, (tx) =>
  createConsumer(tx, app.system(), {
    name: 'Rahima 100% Khatun',
    nameBn: 'রহিমা খাতুন',
    phone: '+8801555000111',
    nid: '1990123456789',
  }),
);
const debtor = await transaction(app.db, (tx) =>
  makeDebtor(tx, app.system(), { consumerId: rahima.id, months: 1 }),
);
const facts = await one<{
  consumer: string;
  connection: string;
  plot: string;
  sector: string;
  road: string;
  meter: string | null;
  invoice: string;
}>(
  app.db,
  sql`select u.number as consumer, c.number as connection, c.plot_number as plot, s.number as sector, d.number as road,
      i.number as invoice, (select m.number from meters.assignments a join meters.meters m on m.id = a.meter_id
        where a.connection_id = c.id limit 1) as meter
    from meters.connections c join consumers.consumers u on u.id = c.consumer_id
    join settings.roads d on d.id = c.road_id join settings.sectors s on s.id = d.sector_id
    join billing.invoices i on i.connection_id = c.id where c.id = ${debtor.connectionId}`,
);

async function found(as: Person, text: string) {
  const { groups } = await app.call(search, { as, query: { text } });
  return groups;
}
const sourcesOf = async (as: Person, text: string) => (await found(as, text)).map(({ source }) => source);

test.each([
  ['name in English, words in any order', 'khatun rahima'],
  ['name in Bengali', 'খাতুন'],
  ['phone as dialled', '01555-000 111'],
  ['phone in Bengali digits', '০১৫৫৫০০০১১১'],
  ['last four digits of the phone', '0111'],
  ['last six digits of the phone', '০০০১১১'],
  ['identity number', '1990123456789'],
  ['consumer number', facts.consumer],
  ['how the phone begins', '015550'],
  ['how the consumer number begins', facts.consumer.slice(0, -1)],
])('a consumer is found by %s', async (_how, text) => {
  const consumers = (await found(admin, text)).find(({ source }) => source === 'consumers');
  expect(consumers?.items[0]).toMatchObject({ id: rahima.id, nameBn: 'রহিমা খাতুন' });
});

test('what was typed exactly comes first: a number, a phone, a plot', async () => {
  const [bill] = await found(admin, facts.invoice);
  expect([bill?.source, bill?.items[0]?.exact]).toEqual(['invoices', true]);
  expect((await found(admin, '01555000111'))[0]?.source).toBe('consumers');
  const plot = `S-${facts.sector} R-${facts.road} P-${facts.plot}`;
  const [place] = await found(admin, plot);
  expect([place?.source, place?.items[0]?.number]).toEqual(['connections', facts.connection]);
});

test('everybody who may see the bill finds its place and its connection, by road and plot, by road, by number', async () => {
  const road = `S-${facts.sector} R-${facts.road}`;
  const people = [
    await app.staff('cashier'),
    await app.staffWith(['invoices:view']),
    await app.staff('reviewer'),
  ];
  for (const person of people) {
    for (const typed of [`${road} P-${facts.plot}`, road, facts.connection, facts.connection.slice(0, -2)]) {
      const connections = (await found(person, typed)).find(({ source }) => source === 'connections');
      expect([typed, connections?.items[0]?.number]).toEqual([typed, facts.connection]);
    }
  }
  const stranger = await app.staffWith(['sectors:view']);
  expect(await sourcesOf(stranger, `${road} P-${facts.plot}`)).not.toContain('connections');
});

test('a receipt, a meter, an application, a user and a sector', async () => {
  const payment = await app.call(makePayment, {
    as: admin,
    body: { connectionId: debtor.connectionId, amountMinor: 5000, tender: { method: 'CASH' } },
  });
  const [receipt] = await found(admin, String(payment.receiptNumber));
  expect([receipt?.source, receipt?.items[0]?.id]).toEqual(['payments', payment.id]);
  const made = await makeApplication(app, { upTo: 'PENDING', name: 'Shirin Sultana' });
  expect((await found(admin, 'shirin')).find(({ source }) => source === 'applications')?.items[0]?.id).toBe(
    made.id,
  );
  const person = await one<{ email: string | null; phone: string }>(
    app.db,
    sql`select email, phone from identity.users where id = ${admin.userId}`,
  );
  expect(await sourcesOf(admin, person.phone)).toContain('users');
  expect(await sourcesOf(admin, `sector ${facts.sector}`)).toContain('sectors');
  if (facts.meter) expect(await sourcesOf(admin, facts.meter)).toContain('meters');
});

test.each([
  ['last but one', facts.invoice.slice(0, -1)],
  ['first four', facts.invoice.slice(0, 4)],
])('a bill is found by the digits up to the %s', async (_which, digits) => {
  const bills = (await found(admin, digits)).find(({ source }) => source === 'invoices');
  expect(bills?.items.every(({ number }) => number?.startsWith(digits))).toBe(true);
});

test('a national ID finds people and applications for those who may see it, and nothing for a cashier', async () => {
  const [reviewer, cashier] = [await app.staff('reviewer'), await app.staff('cashier')];
  const { id } = await makeApplication(app, { upTo: 'PENDING' });
  const { nid } = await one<{ nid: string }>(
    app.db,
    sql`update applications.applications set applicant = applicant || '{"nid": "5544332211998"}' where id = ${id}
      returning applicant ->> 'nid' as nid`,
  );
  expect([await sourcesOf(reviewer, nid), await sourcesOf(reviewer, '1990123456789')]).toEqual([
    ['applications'],
    ['consumers'],
  ]);
  expect([await sourcesOf(cashier, nid), await sourcesOf(cashier, '1990123456789')]).toEqual([[], []]);
});

test('wildcards are letters (G36)', async () => {
  expect((await found(admin, '100%'))[0]?.items.map(({ id }) => id)).toEqual([rahima.id]);
  for (const text of ['%%%', '___', '\\\\\\', "';--", '%khatun%'])
    expect(await found(admin, text)).toEqual([]);
});

test('one letter finds nothing, a hundred letters are taken, a hundred and one refused', async () => {
  expect(await found(admin, 'r')).toEqual([]);
  expect(await found(admin, 'x'.repeat(100))).toEqual([]);
  const refusal = await app.refused(search, { as: admin, query: { text: 'x'.repeat(101) } });
  expect(refusal.status).toBe(422);
});

test.each<[Permission, string, string]>([
  ['consumers:view', 'rahima', 'consumers'],
  ['meters:view', facts.connection, 'connections'],
  ['invoices:view', facts.connection, 'connections'],
  ['invoices:view', facts.invoice, 'invoices'],
])('%s opens its own source and no other', async (permission, text, source) => {
  const one = await app.staffWith([permission]);
  expect(await sourcesOf(one, text)).toEqual([source]);
  const other = await app.staffWith(['materials:view']);
  expect(await sourcesOf(other, text)).toEqual([]);
});

test("a consumer finds their own papers and nothing of anybody else's (G21)", async () => {
  const [own, other] = [await app.consumer('Nodi Begum'), await app.consumer('Karim')];
  const consumerId = String(own.consumerId);
  await transaction(app.db, (tx) =>
    makeConnection(tx, app.system(), { consumerId, connectedOn: '2026-01-01' }),
  );
  const hers = await transaction(app.db, (tx) => makeDebtor(tx, app.system(), { consumerId, months: 1 }));
  const { number } = await one<{ number: string }>(
    app.db,
    sql`select number from billing.invoices where connection_id = ${hers.connectionId}`,
  );
  expect(await sourcesOf(own, number)).toEqual(['invoices']);
  const connection = await one<{ number: string; place: string }>(
    app.db,
    sql`select c.number, concat('S-', s.number, ' R-', d.number, ' P-', c.plot_number) as place from meters.connections c
      join settings.roads d on d.id = c.road_id join settings.sectors s on s.id = d.sector_id where c.id = ${hers.connectionId}`,
  );
  expect(await sourcesOf(own, connection.number)).toEqual(['connections']);
  // The message of late bills leads by this number.
  const { groups } = await app.call(search, { as: own, query: { text: connection.number } });
  expect(addressOf(groups)).toEqual({ path: '/pay', query: { connectionId: hers.connectionId } });
  expect(await sourcesOf(own, connection.place)).toEqual(['connections']);
  expect(await sourcesOf(other, connection.place)).toEqual([]);
  for (const text of [number, 'nodi', facts.invoice, facts.consumer, 'rahima'])
    expect(await found(other, text)).toEqual([]);
});
