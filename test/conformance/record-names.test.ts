/** The audit log calls each kind of record by its number or name; a kind that has none is listed here with the reason. */
import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { makeApplication } from '#domains/applications/factory.ts';
import { approvedTariff } from '#domains/billing/tariffs/factory.ts';
import { closePeriod } from '#domains/ledger/actions/close-period.ts';
import * as closings from '#domains/ledger/closings/contract.ts';
import { listAudit } from '#domains/logs/contract.ts';
import { makeConnection } from '#domains/meters/factory.ts';
import { alarmOffice } from '#domains/payments/alarms/factory-alarms.ts';
import * as payments from '#domains/payments/contract.ts';
import { makeDebtor } from '#domains/payments/factory.ts';
import { proposeBackdated } from '#domains/payments/proposals/contract.ts';
import { askReturn, decideRefund, openRefund, payRefund } from '#domains/payments/refunds/contract.ts';
import { audit } from '#platform/audit.ts';
import { all, execute, first, one, type Sql, sql, transaction } from '#platform/database/db.ts';
import { allWords } from '#platform/words/all-words.ts';

const { app, cashier, reviewer, wrongAmount, propose } = await alarmOffice();
const admin = await app.staff('admin');

/** A record of the kind; its id is taken as audit rows give it. */
const KINDS: Record<string, Sql> = {
  access: sql`select id from meters.accesses`,
  alarm: sql`select id from payments.alarms`,
  application: sql`select id from applications.applications`,
  'bill-run': sql`select id from billing.bill_runs`,
  'billing-rules': sql`select id from settings.dated_entries`,
  'cash-closing': sql`select id from ledger.cash_closings`,
  'cash-float': sql`select cashier_id as id from ledger.cash_closings`,
  connection: sql`select id from meters.connections`,
  consumer: sql`select id from consumers.consumers`,
  'consumer-import': sql`select id from consumers.imports`,
  desk: sql`select id from applications.desks`,
  file: sql`select id from platform.files`,
  import: sql`select id from meters.imports`,
  'meter-change': sql`select id from meters.change_requests`,
  invoice: sql`select id from billing.invoices`,
  job: sql`select id from platform.job_alarms`,
  ledger_period: sql`select '2026-10-01' as id`,
  'list-view': sql`select id from identity.list_views`,
  meter: sql`select id from meters.meters`,
  payment: sql`select id from payments.payments`,
  'personal-data': sql`select id from consumers.consumers`,
  proposal: sql`select id from payments.proposals`,
  reading: sql`select id from meters.readings`,
  readings: sql`select '2026-10-01' as id`,
  refund: sql`select id from payments.refunds`,
  road: sql`select id from settings.roads`,
  role: sql`select id from roles.roles`,
  sector: sql`select id from settings.sectors`,
  sender: sql`select id from settings.senders`,
  session: sql`select id from identity.sessions`,
  'cheque-fee': sql`select id from settings.dated_entries`,
  'dunning-rules': sql`select id from settings.dated_entries`,
  'rebate-rules': sql`select id from settings.dated_entries`,
  'surcharge-rules': sql`select id from settings.dated_entries`,
  'empty-rules': sql`select id from settings.dated_entries`,
  'leak-rules': sql`select id from settings.dated_entries`,
  'plan-rules': sql`select id from settings.dated_entries`,
  tariff: sql`select id from billing.tariff_versions`,
  user: sql`select id from identity.users`,
  vat: sql`select id from settings.dated_entries`,
  'wallet-limits': sql`select id from settings.dated_entries`,
};

/** Kinds whose id is all that there is to say. */
const NAMELESS: Record<string, string> = {
  'audit-log': 'there is one',
  'demo-town': 'there is one',
  list: 'the word beside it says which list',
  dmas: 'the whole list',
  dunning_day: 'its id is the day that was worked',
  materials: 'the whole list',
  places: 'the whole list',
  roads: 'the whole list',
  sectors: 'the whole list',
  'reading-check': 'its id is its code and category',
  rebate: 'its id is the day for which they were credited',
  settings: 'its id is the key of the settings',
  surcharge: 'its id is the day for which they were charged',
};

/** Rows of tables that no action of this test fills; of each only what it must have. */
const ROWS = [
  sql`insert into meters.accesses (connection_id, holder_id, phone, name, may_pay, invited_at, code_hash, expires_at)
    select id, consumer_id, '+8801500000999', 'Ground floor', false, now(), 'x'::bytea, now() from meters.connections limit 1`,
  sql`insert into consumers.imports (file_id, file_name, titles, sample, uploaded_at)
    values (uuidv7(), 'consumers.csv', '{a}', '[]', now())`,
  sql`insert into meters.imports (file_id, file_name, uploaded_at) values (uuidv7(), 'readings.csv', now())`,
  sql`insert into platform.files (kind, original_name, name, media_type, bytes, sha256, state)
    values ('image', 'house.jpg', 'house_1.jpg', 'image/jpeg', 1, repeat('0', 64), 'kept')`,
  sql`insert into settings.senders (channel, in_use, value, updated_at, updated_by_name)
    values ('sms', false, '{}', now(), 'x') on conflict do nothing`,
  sql`insert into settings.dated_entries (key, valid_from, value, state, two_persons, reason, planned_by_name, planned_at)
    values ('vat', '2027-01-01', '{}', 'PLANNED', true, 'x', 'x', now())`,
  sql`insert into identity.list_views (owner_id, list, endpoint, name, audience, query, column_order, hidden_columns, created_at)
    select id, '/bills', 'x', 'Mine', 'own', '{}', '{}', '{}', now() from identity.users limit 1`,
  sql`insert into billing.bill_runs (period, issued_on, due_on, planned_at)
    values ('2026-01-01', '2026-02-01', '2026-02-21', now())`,
  sql`insert into meters.change_requests (number, connection_id, meter_id, new_meter_id, cause, reason, changed_on, final_litres, opening_litres,
      seal_number, asked_by, asked_by_name, asked_at)
    select '94000000018', a.connection_id, a.meter_id, (select m.id from meters.meters m where m.id <> a.meter_id limit 1), 'OLD', 'x', '2026-11-01',
      0, 0, 'S', uuidv7(), 'x', now() from meters.assignments a limit 1`,
  sql`insert into platform.job_alarms (job, reason, since, failed_at) values ('bill-run-post', 'x', now(), now())`,
];

async function makeRows(): Promise<void> {
  const { alarmId } = await wrongAmount();
  await propose(alarmId, 'BOOK');
  await makeApplication(app, { upTo: 'PENDING' });
  await approvedTariff(app.db, {});
  await transaction(app.db, (tx) =>
    makeConnection(tx, app.system(), {
      connectedOn: '2026-08-31',
      readings: [['2026-09-01', '2026-09-30', 25_000]],
    }),
  );
  const { connectionId } = await transaction(app.db, (tx) => makeDebtor(tx, app.system()));
  const body = { connectionId, amountMinor: 16_500, tender: { method: 'CASH' as const } };
  await app.call(payments.makePayment, { as: cashier, body });
  await app.call(closings.closeCash, {
    as: cashier,
    body: { day: '2026-11-15', counted: { by: 'total', totalMinor: 16_500 }, expectedMinor: 16_500 },
  });
  const of = { kind: 'ADVANCE' as const, connectionId, amountMinor: 5_000 };
  const { id } = await app.call(openRefund, { as: cashier, body: { of, reason: 'moves away' } });
  await app.call(decideRefund, { as: reviewer, body: { refundId: id, accept: true } });
  const tender = { method: 'BANK' as const, reference: 'TRX 1' };
  await app.call(payRefund, { as: await app.staff('cashier'), body: { refundId: id, tender } });
  const back = { refundId: id, reference: 'FT26319-0042', reason: 'the account is closed' };
  await app.call(askReturn, { as: cashier, body: back });
  await app.call(proposeBackdated, {
    as: cashier,
    body: {
      target: { kind: 'CONNECTION', connectionId },
      amountMinor: 100_00,
      tender: { method: 'CASH', paidOn: '2026-11-02' },
      reason: 'found',
    },
  });
  const consumer = await app.consumer();
  const own = await transaction(app.db, (tx) =>
    makeDebtor(tx, app.system(), { consumerId: String(consumer.consumerId) }),
  );
  await app.call(payments.makePayment, {
    as: consumer,
    body: { connectionId: own.connectionId, amountMinor: 11_500, tender: { method: 'GATEWAY' } },
  });
  for (const row of ROWS) await execute(app.owner.db, row);
}
await makeRows();

/** What domains say themselves: a record of each kind of theirs (factory-records.ts). */
for (const file of globSync('src/domains/*/factory-records.ts')) {
  const { records } = (await import(pathToFileURL(resolve(file)).href)) as {
    records: Record<string, Sql<{ id: string }>>;
  };
  for (const [kind, record] of Object.entries(records)) {
    const { id } = await one(app.owner.db, record);
    KINDS[kind] = sql`select ${id}::uuid as id`;
  }
}

async function nameOf(object: string, objectId: string): Promise<string | null | undefined> {
  await transaction(app.db, (tx) => audit(tx, app.system(), { action: 'role.edit', object, objectId }));
  const { items } = await app.call(listAudit, { as: admin, query: { object, objectId } });
  return items[0]?.objectName;
}

test('each kind of record of the words is named, or is listed as having no name', () => {
  const kinds = allWords.flatMap(({ objects }) => Object.keys(objects)).toSorted();
  expect([...Object.keys(KINDS), ...Object.keys(NAMELESS)].toSorted()).toEqual(kinds);
});

test.each(Object.keys(KINDS))('%s', async (kind) => {
  const rows = await all<{ id: string }>(app.owner.db, KINDS[kind] as Sql<{ id: string }>);
  const ids = rows.map(({ id }) => id).slice(0, 20);
  expect(ids).not.toEqual([]);
  for (const id of ids) expect(await nameOf(kind, id), id).toEqual(expect.stringMatching(/\S/));
});

test('the names say which: a day with its cashier, a month, a connection with its month', async () => {
  const closing = await one<{ id: string }>(app.db, sql`select id from ledger.cash_closings limit 1`);
  const reading = await one<{ id: string; number: string }>(
    app.db,
    sql`select r.id, c.number from meters.readings r join meters.connections c on c.id = r.connection_id
      where r.period = '2026-09-01' limit 1`,
  );
  expect(await nameOf('cash-closing', closing.id)).toBe('2026-11-15 · Karim Uddin');
  expect(await nameOf('ledger_period', '2026-10-01')).toBe('2026-10');
  expect(await nameOf('reading', reading.id)).toBe(`${reading.number} · 2026-09`);
});

test('the closing of a month is in the log with what it was and what it is', async () => {
  await transaction(app.db, (tx) => closePeriod(tx, app.system(), '2026-01-01'));
  const query = { object: 'ledger_period', action: 'period.close' };
  const [entry] = (await app.call(listAudit, { as: admin, query })).items;
  expect(entry).toMatchObject({ objectName: '2026-01', changed: ['state'] });
  const row = await first(
    app.db,
    sql`select before, after from platform.audit where action = 'period.close'`,
  );
  expect(row).toEqual({
    before: { month: '2026-01-01', state: 'OPEN' },
    after: { month: '2026-01-01', state: 'CLOSED' },
  });
});
