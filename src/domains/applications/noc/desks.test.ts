/** Desks of the planning authority: who may have one, how long it has, and who hands it over. */
import { expect, test } from 'vitest';
import { getUser, setUserStatus } from '#domains/identity/users/contract.ts';
import { all, one, sql } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { at } from '#test/zone.ts';
import { makeApplication } from '../factory.ts';
import * as settings from '../settings/contract.ts';
import { workSettings } from '../settings/settings.rules.ts';
import { createDesk } from './contract.ts';

const app = await testApp({ now: at('2026-11-15', '10:00') });
const admin = await app.staff('admin');
const DESK = { roleCode: 'rajukSAE', name: 'SAE', position: 1, active: true };
const give = (officerId: string) => ({ as: admin, body: { ...DESK, officerId } });
const deskRows = () =>
  all<{ before: unknown; after: unknown }>(
    app.db,
    sql`select before, after from platform.audit where action = 'noc.desk' and before ? 'officerId' order by id`,
  );

test('an officer who is disabled gets no desk', async () => {
  const officer = await app.staff('rajukSAE');
  const params = { id: officer.userId };
  const { version } = await app.call(getUser, { as: admin, params });
  const off = { id: officer.userId, version, status: 'disabled' as const, reason: 'Transferred' };
  const { version: next } = await app.call(setUserStatus, { as: admin, body: off });
  expect(await app.codeOf(createDesk, give(officer.userId))).toBe('applications.officer_of_another_role');
  const on = { id: officer.userId, version: next, status: 'active' as const, reason: 'Back' };
  await app.call(setUserStatus, { as: admin, body: on });
  expect(await app.codeOf(createDesk, give(officer.userId))).toBeUndefined();
});

test('a desk that is handed over has its own row in the audit log', async () => {
  const [officer, next] = [await app.staff('rajukSAE'), await app.staff('rajukSAE')];
  await app.call(createDesk, give(officer.userId));
  const { version } = await app.call(getUser, { as: admin, params: { id: officer.userId } });
  const body = { id: officer.userId, version, status: 'disabled' as const, reason: 'Transferred' };
  await app.call(setUserStatus, { as: admin, body: { ...body, handOverTo: next.userId } });
  expect(await deskRows()).toEqual([
    { before: { officerId: officer.userId }, after: { officerId: next.userId } },
  ]);
});

test.each([
  ['09:00', '17:00'],
  ['08:00', '14:00'],
])('a desk has a day of the office, which works from %s to %s', async (opensAt, closesAt) => {
  const read = await app.call(settings.getApplicationSettings, { as: admin });
  const work = { ...workSettings.parse(read.settings) };
  work.office = { ...work.office, opensAt, closesAt };
  await app.call(settings.updateApplicationSettings, { as: admin, body: { work, version: read.version } });
  const { id } = await makeApplication(app, { upTo: 'WAITING_FOR_REVIEW' });
  const { due } = await one<{ due: Date }>(
    app.db,
    sql`select due_at as due from applications.noc_steps where application_id = ${id} and state = 'OPEN'`,
  );
  // Sunday 15 November 2026, 10:00; the next day the office works again.
  expect(new Date(due).toISOString()).toBe(at('2026-11-16', '10:00'));
});
