/** Desks of the planning authority: who may have one, how long it has, and who hands it over. */
import { expect, test } from 'vitest';
import { getUser, setUserStatus } from '#domains/identity/users/contract.ts';
import { all, execute, one, sql } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { at } from '#test/zone.ts';
import { makeApplication } from '../factory.ts';
import * as settings from '../settings/contract.ts';
import { workSettings } from '../settings/settings.rules.ts';
import { createDesk } from './contract.ts';
import { deskCall } from './factory-desks.ts';

const app = await testApp({ now: at('2026-11-15', '10:00') });
const admin = await app.staff('admin');
const DESK = { roleCode: 'rajukSAE', name: 'SAE', position: 1, active: true };
const give = (officerId: string) => deskCall(app, admin, { ...DESK, officerId });
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
  expect(await app.codeOf(createDesk, await give(officer.userId))).toBe(
    'applications.officer_of_another_role',
  );
  const on = { id: officer.userId, version: next, status: 'active' as const, reason: 'Back' };
  await app.call(setUserStatus, { as: admin, body: on });
  expect(await app.codeOf(createDesk, await give(officer.userId))).toBeUndefined();
});

test('a desk that somebody else set up meanwhile is not written over, and the form gets what it is now', async () => {
  const director = await app.staff('rajukPD');
  const [mine, theirs] = [await deskCall(app, admin, DESK), await deskCall(app, director, DESK)];
  const position = 9;
  await app.call(createDesk, { ...theirs, body: { ...theirs.body, name: 'Zone 3', position } });
  const refused = await app.refused(createDesk, mine);
  expect(refused).toMatchObject({
    code: 'common.stale_version',
    now: { version: mine.body.version + 1, name: 'Zone 3', position },
  });
  const { version: _, ...unseen } = mine.body;
  expect(await app.codeOf(createDesk, { as: admin, body: unseen })).toBe('common.stale_version');
  expect(await app.codeOf(createDesk, await deskCall(app, admin, DESK))).toBeUndefined();
});

test('of two directors who set a desk up at once one is refused; a role without a desk gets one', async () => {
  const director = await app.staff('rajukPD');
  const both = [await deskCall(app, admin, DESK), await deskCall(app, director, DESK)];
  const codes = await Promise.all(both.map((asked) => app.codeOf(createDesk, asked)));
  expect(codes.toSorted()).toEqual(['common.stale_version', undefined]);
  const last = { roleCode: 'rajukPD', name: 'Project Director', position: 4 };
  await execute(app.owner.db, sql`delete from applications.desks where role_code = 'rajukPD'`);
  expect(await app.call(createDesk, { as: admin, body: last })).toMatchObject({ version: 1, ...last });
});

test('a desk that is handed over has its own row in the audit log', async () => {
  const [officer, next] = [await app.staff('rajukSAE'), await app.staff('rajukSAE')];
  await app.call(createDesk, await give(officer.userId));
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
