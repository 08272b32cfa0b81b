import { expect, test } from 'vitest';
import { makeApplication } from '#domains/applications/factory.ts';
import { makeConnection } from '#domains/meters/factory.ts';
import { makePayment } from '#domains/payments/contract.ts';
import { makeDebtor } from '#domains/payments/factory.ts';
import { all, sql, transaction } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import * as contract from './contract.ts';
import { findTwins } from './record/contract.ts';

const app = await testApp();
const clerk = await app.staffWith(['consumers:view', 'consumers:edit', 'consumers:delete']);
const person = { name: 'Rahima Khatun', nameBn: 'রহিমা খাতুন', phone: '০১৭১১-২২৩৩৪৪', nid: '1234567890' };

test('a consumer is added, found in both scripts and by phone, and changed once', async () => {
  const made = await app.call(contract.createConsumer, { as: clerk, body: { ...person, email: '' } });
  expect(made).toMatchObject({ phone: '+8801711223344', email: null, nid: '1234567890' });
  for (const search of ['রহিমা', 'rahima KH', '০১৭১১২২', made.number]) {
    const { items } = await app.call(contract.listConsumers, { as: clerk, query: { search } });
    expect(items.map((item) => [item.id, item.nid])).toEqual([[made.id, '•••7890']]);
  }
  const silent = { ...person, id: made.id, version: made.version, status: 'inactive' as const };
  expect((await app.refused(contract.editConsumer, { as: clerk, body: silent })).code).toBe(
    'consumers.reason_missing',
  );
  const body = { ...silent, reason: 'moved away' };
  const changed = await app.call(contract.editConsumer, { as: clerk, body });
  expect(changed.status).toBe('inactive');
  expect((await app.refused(contract.editConsumer, { as: clerk, body })).code).toBe('common.stale_version');
  const logged = await all<{ after: { nid: string; phone: string } }>(
    app.db,
    sql`select after from platform.audit where object_id = ${made.id}`,
  );
  expect(JSON.stringify(logged)).not.toContain('1234567890');
});

test('a date of birth is before today', async () => {
  const body = { ...person, dateOfBirth: '2026-11-15' };
  const refusal = await app.refused(contract.createConsumer, { as: clerk, body });
  expect([refusal.code, refusal.fields[0]?.path]).toEqual(['consumers.born_in_future', 'dateOfBirth']);
});

test('who signs in is not deleted; others are', async () => {
  const holder = await app.consumer();
  const remove = (id: string) => ({ as: clerk, params: { id } });
  expect((await app.refused(contract.deleteConsumer, remove(String(holder.consumerId)))).code).toBe(
    'consumers.has_account',
  );
  const made = await app.call(contract.createConsumer, { as: clerk, body: person });
  await app.call(contract.deleteConsumer, remove(made.id));
  expect((await app.refused(contract.getConsumer, remove(made.id))).status).toBe(404);
  expect((await app.refused(contract.listConsumers, { as: holder })).status).toBe(402);
});

test('the register is a file that hides what the list hides', async () => {
  await app.call(contract.createConsumer, { as: clerk, body: { ...person, nid: '9876543210' } });
  const file = (as: Person) =>
    app.server.inject({
      url: '/api/main/consumers/download?format=csv&search=rahima',
      headers: { authorization: `Bearer ${as.idToken}` },
    });
  const { statusCode, body } = await file(clerk);
  expect(statusCode).toBe(200);
  expect(body).toContain('•••3210');
  expect(body).not.toContain('9876543210');
  expect((await file(await app.consumer())).statusCode).toBe(402);
});

test('never deleted with money or anything else on it; the refusal names the reason', async () => {
  const remove = async (id: string) => {
    const { code, params } = await app.refused(contract.deleteConsumer, { as: clerk, params: { id } });
    return [code, params.count];
  };
  const make = async () => (await app.call(contract.createConsumer, { as: clerk, body: person })).id;
  const [connected, billed, paid, applied, drafted] = await Promise.all(Array.from({ length: 5 }, make));
  const ids = { connected, billed, paid, applied, drafted } as Record<string, string>;
  await transaction(app.db, (tx) => makeConnection(tx, app.system(), { consumerId: String(ids.connected) }));
  await transaction(app.db, (tx) =>
    makeDebtor(tx, app.system(), { consumerId: String(ids.billed), months: 2 }),
  );
  const debtor = await transaction(app.db, (tx) =>
    makeDebtor(tx, app.system(), { consumerId: String(ids.paid) }),
  );
  await app.call(makePayment, {
    as: await app.staff('cashier'),
    body: { connectionId: debtor.connectionId, amountMinor: 100, tender: { method: 'CASH' } },
  });
  await makeApplication(app, { upTo: 'PENDING', consumerId: String(ids.applied) });
  await makeApplication(app, { upTo: 'DRAFT', consumerId: String(ids.drafted) });
  expect(await remove(String(ids.connected))).toEqual(['consumers.has_connections', 1]);
  expect(await remove(String(ids.billed))).toEqual(['consumers.has_invoices', 2]);
  expect(await remove(String(ids.paid))).toEqual(['consumers.has_payments', 1]);
  expect(await remove(String(ids.applied))).toEqual(['consumers.has_applications', 1]);
  expect(await remove(String(ids.drafted))).toEqual(['consumers.has_applications', 1]);
});

test('who may be the same person is told while typing, and is in nobody\u2019s way', async () => {
  const twin = {
    name: 'Shirina Sultana',
    phone: '01799887766',
    nid: '1112223334',
    dateOfBirth: '1980-02-03',
  };
  const known = await app.call(contract.createConsumer, { as: clerk, body: twin });
  const asked = async (query: object) => {
    const { items } = await app.call(findTwins, { as: clerk, query });
    return items.map(({ number, why }) => [number, why.join()]);
  };
  expect(await asked({ phone: '+880 1799-887766' })).toEqual([[known.number, 'phone']]);
  expect(await asked({ nid: '১১১২২২৩৩৩৪', phone: '0179' })).toEqual([[known.number, 'nid']]);
  expect(await asked({ nameBn: 'শিরিনা সুলতানা', dateOfBirth: '1980-02-03' })).toEqual([[known.number, 'name']]);
  expect(await asked({ name: 'Karim Mia', dateOfBirth: '1980-02-03' })).toEqual([]);
  expect(await asked({ ...twin, id: known.id })).toEqual([]);
  const again = await app.call(contract.createConsumer, { as: clerk, body: twin });
  expect(again.number).not.toBe(known.number);
});
