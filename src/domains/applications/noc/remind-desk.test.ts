/** Reminding a desk: who hears of it, how often it is possible, and what the list shows and is narrowed by. */
import { expect, test } from 'vitest';
import { all, execute, sql, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { at } from '#test/zone.ts';
import { makeApplication } from '../factory.ts';
import { openDesk } from './actions/open-desk.ts';
import { createDesk, decideNoc, listNoc, remindDesk } from './contract.ts';
import { deskCall } from './factory-desks.ts';

// A Thursday; Friday and Saturday are days off.
const app = await testApp({ now: at('2026-11-12', '10:00') });
const [first, second] = [await app.staff('rajukSAE'), await app.staff('rajukSAE')];
const desk = { roleCode: 'rajukSAE', name: 'SAE', position: 1, active: true };
const officerIs = async (officerId: string | null) =>
  app.call(createDesk, await deskCall(app, await app.staff('admin'), { ...desk, officerId }));

const remindedAbout = async (id: string) =>
  (
    await all<{ user: string; params: unknown }>(
      app.db,
      sql`select user_id as "user", params from platform.notices
        where kind = 'applications.desk_reminder' and path = ${`/noc-from-rajuk?id=${id}`} order by id`,
    )
  ).map(({ user, params }) => [user, params]);
const remind = async ({ id, version }: { id: string; version: number }, remark?: string) =>
  app.codeOf(remindDesk, { as: await app.staff('reviewer'), params: { id }, body: { version, remark } });
const versionOf = async (id: string) => {
  const as = await app.staff('reviewer');
  const { items } = await app.call(listNoc, { as, query: { desk: 'chain', limit: 100 } });
  return items.find((row) => row.id === id)?.version ?? 0;
};

test('the officer of the desk is told; a desk without one: all of its role', async () => {
  await officerIs(second.userId);
  const [made, other] = [
    await makeApplication(app, { upTo: 'WAITING_FOR_REVIEW' }),
    await makeApplication(app, { upTo: 'WAITING_FOR_REVIEW' }),
  ];
  const told = ({ number }: { number: string | null }) => ({ number, since: '2026-11-12' });
  expect(await remind(made, 'The household has no water.')).toBeUndefined();
  expect(await remindedAbout(made.id)).toEqual([[second.userId, told(made)]]);
  await officerIs(null);
  expect(await remind(other)).toBeUndefined();
  expect((await remindedAbout(other.id)).map(([user]) => user).toSorted()).toEqual(
    [first.userId, second.userId].toSorted(),
  );
  const steps = await all(
    app.db,
    sql`select t.remark, t.shared, t.details from applications.timeline t
      where t.application_id = ${made.id} and t.action = 'noc-remind'`,
  );
  expect(steps).toEqual([
    { remark: 'The household has no water.', shared: false, details: { desk: 'rajukSAE' } },
  ]);
});

test('a desk is reminded of an application one time in each working day, the next desk by itself', async () => {
  app.clock.set(at('2026-11-12', '10:00'));
  const { id, version } = await makeApplication(app, { upTo: 'WAITING_FOR_REVIEW' });
  expect(await remind({ id, version })).toBeUndefined();
  const again = async () => remind({ id, version: await versionOf(id) });
  expect(await again()).toBe('applications.reminded_already');
  app.clock.set(at('2026-11-14', '10:00'));
  expect(await again()).toBe('applications.reminded_already');
  app.clock.set(at('2026-11-15', '09:00'));
  expect(await again()).toBeUndefined();
  expect(await again()).toBe('applications.reminded_already');
  const approve = { version: await versionOf(id), decision: 'approve' as const };
  await app.call(decideNoc, { as: await app.staff('rajukSAE'), params: { id }, body: approve });
  expect(await again()).toBeUndefined();
});

test('a desk to which it is opened again, after a correction, can be reminded again', async () => {
  app.clock.set(at('2026-11-15', '10:00'));
  const { id, version } = await makeApplication(app, { upTo: 'WAITING_FOR_REVIEW' });
  expect(await remind({ id, version })).toBeUndefined();
  await transaction(app.db, (tx) => openDesk(tx, app.system(), id));
  expect(await remind({ id, version: await versionOf(id) })).toBeUndefined();
});

test('the list is narrowed by days at the desk and by sector; the utility sees its own people and reminders', async () => {
  app.clock.set(at('2026-11-15', '10:00'));
  const [old, fresh] = [
    await makeApplication(app, { upTo: 'WAITING_FOR_REVIEW' }),
    await makeApplication(app, { upTo: 'WAITING_FOR_REVIEW', phone: '01712999999' }),
  ];
  const opened = (id: string, instant: string) =>
    execute(
      app.owner.db,
      sql`update applications.noc_steps set opened_at = ${instant} where application_id = ${id} and state = 'OPEN'`,
    );
  await opened(old.id, at('2026-11-05', '10:00'));
  await opened(fresh.id, at('2026-11-06', '10:00'));
  const as = await app.staff('reviewer');
  await execute(
    app.owner.db,
    sql`update applications.applications set assignee_id = ${as.userId} where id = ${fresh.id}`,
  );
  await remind(fresh);
  const [sector] = await all<{ id: string }>(
    app.db,
    sql`select sector_id as id from settings.roads where id = ${fresh.roadId}`,
  );
  const found = async (query: object, who = as) =>
    (await app.call(listNoc, { as: who, query: { desk: 'chain', limit: 100, ...query } })).items;
  const late = (await found({ deskDays: 10 })).map(({ id }) => id);
  expect([late.includes(old.id), late.includes(fresh.id)]).toEqual([true, false]);
  const [row, ...others] = await found({ sectorId: sector?.id });
  expect(others).toEqual([]);
  expect(row).toMatchObject({ id: fresh.id, applicantPhone: '+8801712999999', remindFrom: '2026-11-16' });
  expect(row?.assigneeName).toBeTruthy();
  const [theirs] = await found({ sectorId: sector?.id }, await app.staff('rajukSAE'));
  expect([theirs?.id, theirs?.assigneeName]).toEqual([fresh.id, null]);
});
