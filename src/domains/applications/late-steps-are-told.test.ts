/** A step that runs late is told to its people before, to who assigns work when it is, and to administrators far beyond: each one time. */
import { expect, test } from 'vitest';
import { all, execute, one, sql, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import * as contract from './contract.ts';
import { makeApplication } from './factory.ts';
import { escalateLate } from './pipeline/actions/escalate-late.ts';
import { acceptApplication } from './review/contract.ts';
import { updateApplicationSettings } from './settings/contract.ts';
import { workSettings } from './settings/settings.rules.ts';

const app = await testApp();
const at = (day: string, time: string) => new Date(`${day}T${time}:00+06:00`).toISOString();
/** Of an application that came on Sunday 15 November at 10:00: its eight hours end on Monday at 10:00. */
const START = at('2026-11-15', '10:00');

async function round(instant: string) {
  app.clock.set(instant);
  return escalateLate(app.db, app.system());
}

/** Who was told of it, and the page that it leads to. */
const told = (kind: string, number: string | null) =>
  all<{ user: string; path: string }>(
    app.owner.db,
    sql`select user_id as "user", path from platform.notices
      where kind = ${`applications.${kind}`} and params ->> 'number' = ${number} order by user_id`,
  );
const toldTo = async (kind: string, number: string | null) =>
  (await told(kind, number)).map(({ user }) => user);

/** Nothing and nobody of the tests before is there any more; one person of each role is. */
async function begin() {
  await execute(app.owner.db, sql`update applications.applications set due_at = null`);
  await execute(app.owner.db, sql`delete from platform.notices`);
  await execute(app.owner.db, sql`update identity.users set status = 'disabled' where consumer_id is null`);
  app.clock.set(START);
  const [reviewer, engineer, admin] = [
    await app.staff('reviewer'),
    await app.staff('engineer'),
    await app.staff('admin'),
  ];
  return { reviewer, engineer, admin };
}

async function pending() {
  app.clock.set(START);
  const { id, version } = await makeApplication(app, { upTo: 'PENDING' });
  const { number } = await one<{ number: string }>(
    app.db,
    sql`select number from applications.applications where id = ${id}`,
  );
  return { id, version, number };
}

test('each level at its time in working hours, once, and the list has it', async () => {
  const { reviewer, engineer, admin } = await begin();
  const made = await pending();
  const path = `/all-new-connections/${made.id}`;
  // A fifth of eight hours is 96 minutes: Sunday 16:23 and 16:24.
  expect(await round(at('2026-11-15', '16:23'))).toEqual({ 1: 0, 2: 0, 3: 0 });
  expect(await round(at('2026-11-15', '16:24'))).toEqual({ 1: 1, 2: 0, 3: 0 });
  expect(await told('soon_late', made.number)).toEqual([{ user: reviewer.userId, path }]);
  expect(await round(at('2026-11-16', '09:59'))).toEqual({ 1: 0, 2: 0, 3: 0 });
  expect(await round(at('2026-11-16', '10:00'))).toEqual({ 1: 0, 2: 1, 3: 0 });
  expect(await toldTo('late', made.number)).toEqual([engineer.userId, reviewer.userId].toSorted());
  // Half of eight hours more.
  expect(await round(at('2026-11-16', '13:59'))).toEqual({ 1: 0, 2: 0, 3: 0 });
  expect(await round(at('2026-11-16', '14:00'))).toEqual({ 1: 0, 2: 0, 3: 1 });
  expect(await told('far_late', made.number)).toEqual([{ user: admin.userId, path }]);
  expect(await round(at('2026-11-17', '10:00'))).toEqual({ 1: 0, 2: 0, 3: 0 });
  const listed = async (escalation: number) =>
    (
      await app.call(contract.listApplications, {
        ...{ as: await app.staff('reviewer'), query: { escalation, limit: 100 } },
      })
    ).items.map((item) => [item.id, item.escalation]);
  expect(await listed(3)).toEqual([[made.id, 3]]);
  const other = await pending();
  expect((await listed(1)).map(([id]) => id)).not.toContain(other.id);
});

test('who has it is told before, and not everybody of the work; of a leaver’s work everybody is', async () => {
  const { reviewer, engineer } = await begin();
  const colleague = await app.staff('reviewer');
  const [made, left] = [await pending(), await pending()];
  const assign = (id: string, person: string) =>
    execute(app.owner.db, sql`update applications.applications set assignee_id = ${person} where id = ${id}`);
  await assign(made.id, colleague.userId);
  await assign(left.id, engineer.userId);
  await execute(
    app.owner.db,
    sql`update identity.users set status = 'disabled' where id = ${engineer.userId}`,
  );
  await round(at('2026-11-15', '16:30'));
  expect(await toldTo('soon_late', made.number)).toEqual([colleague.userId]);
  expect(await toldTo('soon_late', left.number)).toEqual([reviewer.userId]);
});

test('on hold nothing runs late; the next step begins at nothing', async () => {
  await begin();
  const made = await pending();
  await round(at('2026-11-15', '16:30'));
  const held = await app.call(contract.holdApplication, {
    ...{
      as: await app.staff('reviewer'),
      body: { applicationId: made.id, version: made.version, remark: 'Road works' },
    },
  });
  expect(await round(at('2026-11-18', '10:00'))).toEqual({ 1: 0, 2: 0, 3: 0 });
  const as = await app.staff('reviewer');
  const resumed = await app.call(contract.resumeApplication, {
    ...{ as, body: { applicationId: made.id, version: held.version, remark: 'Done' } },
  });
  await app.call(acceptApplication, {
    ...{ as, body: { applicationId: made.id, version: resumed.version } },
  });
  const { escalation } = await one<{ escalation: number }>(
    app.db,
    sql`select escalation from applications.applications where id = ${made.id}`,
  );
  expect(escalation).toBe(0);
});

test('at the authority the officer of the desk is told, with the way to it', async () => {
  await begin();
  const officer = await app.staff('rajukSAE');
  const { id } = await makeApplication(app, { upTo: 'WAITING_FOR_REVIEW' });
  const { number } = await one<{ number: string }>(
    app.db,
    sql`select number from applications.applications where id = ${id}`,
  );
  // Eight of forty hours are left on Thursday at 10:00.
  expect(await round(at('2026-11-19', '10:00'))).toMatchObject({ 1: 1 });
  expect(await told('soon_late', number)).toEqual([
    { user: officer.userId, path: `/noc-from-rajuk?id=${id}` },
  ]);
});

test('while a deputy has the desk, the deputy is told', async () => {
  await begin();
  const [officer, deputy] = [await app.staff('rajukSAE'), await app.staff('rajukAE')];
  await execute(
    app.owner.db,
    sql`with desk as (
        update applications.desks set officer_id = ${officer.userId} where role_code = 'rajukSAE' returning id)
      insert into applications.desk_delegations
        (desk_id, officer_id, officer_name, deputy_id, first_day, last_day, reason, created_at, created_by)
      select id, ${officer.userId}, 'Officer', ${deputy.userId}, '2026-11-19', '2026-11-19', 'On leave', now(),
        ${officer.userId} from desk`,
  );
  const { id } = await makeApplication(app, { upTo: 'WAITING_FOR_REVIEW' });
  const { number } = await one<{ number: string }>(
    app.db,
    sql`select number from applications.applications where id = ${id}`,
  );
  await round(at('2026-11-19', '10:00'));
  expect(await toldTo('soon_late', number)).toEqual([deputy.userId]);
  await execute(app.owner.db, sql`update applications.desks set officer_id = null`);
});

test('what somebody works on at this moment keeps nothing waiting, and is told a minute later', async () => {
  await begin();
  const [busy, other] = [await pending(), await pending()];
  const reached = await transaction(app.db, async (tx) => {
    await execute(tx, sql`select from applications.applications where id = ${busy.id} for update`);
    return round(at('2026-11-16', '10:00'));
  });
  expect(reached).toMatchObject({ 2: 1 });
  expect(await toldTo('late', other.number)).not.toEqual([]);
  expect(await round(at('2026-11-16', '10:01'))).toMatchObject({ 2: 1 });
});

test('several at once are one notice with their number', async () => {
  const { engineer } = await begin();
  await pending();
  await pending();
  expect(await round(at('2026-11-16', '10:00'))).toMatchObject({ 2: 2 });
  const notices = await all<{ params: { count: number }; path: string }>(
    app.owner.db,
    sql`select n.params, n.path from platform.notices n
      where n.kind = 'applications.late' and n.user_id = ${engineer.userId}`,
  );
  expect(notices).toMatchObject([
    { params: { count: 2 }, path: '/all-new-connections?page=1&open=true&escalation=2' },
  ]);
});

test('the settings say when, and that nobody is told before', async () => {
  const { admin: as } = await begin();
  const work = workSettings.parse({ escalation: { soonPercent: 0, farPercent: 100 } });
  await app.call(updateApplicationSettings, { as, body: { work, version: 0 } });
  await pending();
  expect(await round(at('2026-11-16', '09:59'))).toEqual({ 1: 0, 2: 0, 3: 0 });
  expect(await round(at('2026-11-16', '16:00'))).toEqual({ 1: 0, 2: 1, 3: 0 });
  expect(await round(at('2026-11-17', '09:59'))).toEqual({ 1: 0, 2: 0, 3: 0 });
  expect(await round(at('2026-11-17', '10:00'))).toEqual({ 1: 0, 2: 0, 3: 1 });
});
