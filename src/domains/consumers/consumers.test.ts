import { expect, test } from 'vitest';
import { all, sql } from '#platform/db.ts';
import { type Person, testApp } from '#test/app.ts';
import * as contract from './contract.ts';

const app = await testApp({ now: '2026-11-15T04:00:00Z' });
const clerk = await app.staffWith(['consumers:view', 'consumers:edit', 'consumers:delete']);
const person = { name: 'Rahima Khatun', nameBn: 'রহিমা খাতুন', phone: '০১৭১১-২২৩৩৪৪', nid: '1234567890' };

test('a consumer is added, found in both scripts and by phone, and changed once', async () => {
  const made = await app.call(contract.createConsumer, { as: clerk, body: { ...person, email: '' } });
  expect(made).toMatchObject({ phone: '+8801711223344', email: null, nid: '1234567890' });
  for (const search of ['রহিমা', 'rahima KH', '০১৭১১২২', made.number]) {
    const { items } = await app.call(contract.listConsumers, { as: clerk, query: { search } });
    expect(items.map((item) => [item.id, item.nid])).toEqual([[made.id, '•••7890']]);
  }
  const body = { ...person, id: made.id, version: made.version, status: 'inactive' as const };
  const changed = await app.call(contract.editConsumer, { as: clerk, body });
  expect(changed.status).toBe('inactive');
  expect((await app.refused(contract.editConsumer, { as: clerk, body })).code).toBe('common.stale_version');
  const logged = await all<{ after: { nid: string; phone: string } }>(
    app.db,
    sql`select after from platform.audit where object_id = ${made.id}`,
  );
  expect(JSON.stringify(logged)).not.toContain('1234567890');
});

test('a date of birth lies before today', async () => {
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
