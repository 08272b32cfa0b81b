/** A desk that is late with an application: its people and who manages the desks are told, one time for each deadline. */
import { beforeEach, expect, test } from 'vitest';
import { all, execute, sql, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { at } from '#test/zone.ts';
import { holdApplication, resumeApplication } from '../contract.ts';
import { openDesk } from './actions/open-desk.ts';
import { tellLateDesks } from './actions/tell-late-desks.ts';
import { createDesk } from './contract.ts';
import { deskBench, deskCall } from './factory-desks.ts';

// A Sunday; a desk has until Monday at ten o'clock.
const app = await testApp({ now: at('2026-11-15', '10:00') });
const bench = await deskBench(app);
const { reviewer, officer, deputy, director } = bench.people;

beforeEach(async () => {
  await execute(app.owner.db, sql`update applications.noc_steps set due_at = null`);
  await bench.cleanDesks();
});

const round = (instant: string) => {
  app.clock.set(instant);
  return tellLateDesks(app.db, app.system());
};
const told = () =>
  all<{ user: string; path: string; params: unknown }>(
    app.db,
    sql`select user_id as "user", path, params from platform.notices where kind = 'applications.desk_late'
      order by user_id, created_at`,
  );
const toldTo = async () => (await told()).map(({ user }) => user);
const both = [officer.userId, director.userId].toSorted();

test('the officer of the desk and the director are told when its day is over, and not again', async () => {
  const { id, number } = await bench.waiting();
  expect(await round(at('2026-11-16', '10:00'))).toBe(0);
  expect(await round(at('2026-11-16', '10:01'))).toBe(1);
  const notice = { path: `/noc-from-rajuk?id=${id}`, params: { number, count: 1 } };
  expect(await told()).toEqual(both.map((user) => ({ user, ...notice })));
  expect(await round(at('2026-11-17', '10:00'))).toBe(0);
  // It comes to the desk again: another deadline.
  await transaction(app.db, (tx) => openDesk(tx, app.system(), id));
  expect(await round(at('2026-11-18', '10:00'))).toBe(0);
  expect(await round(at('2026-11-18', '10:01'))).toBe(1);
  expect(await toldTo()).toHaveLength(4);
});

test('a deputy is told in the place of the officer; several at once are one notice', async () => {
  await bench.handOver();
  await bench.waiting();
  await bench.waiting();
  expect(await round(at('2026-11-16', '10:01'))).toBe(2);
  const path = '/noc-from-rajuk?page=1&desk=chain&overdue=true';
  const people = [deputy.userId, director.userId].toSorted();
  expect(await told()).toMatchObject(people.map((user) => ({ user, path, params: { count: 2 } })));
});

test('during a hold no desk is late, and what was told is not told again after it', async () => {
  const { id: applicationId, version } = await bench.waiting();
  const held = await app.call(holdApplication, {
    ...{ as: reviewer, body: { applicationId, version, remark: 'Road works' } },
  });
  expect(await round(at('2026-11-16', '10:01'))).toBe(0);
  await bench.onDay('2026-11-18');
  const again = await app.call(resumeApplication, {
    ...{ as: reviewer, body: { applicationId, version: held.version, remark: 'Done' } },
  });
  expect(await round(at('2026-11-19', '10:01'))).toBe(1);
  await bench.onDay('2026-11-22');
  const body = { applicationId, version: again.version, remark: 'Road works' };
  const more = await app.call(holdApplication, { as: reviewer, body });
  await app.call(resumeApplication, { as: reviewer, body: { ...body, version: more.version } });
  expect(await round(at('2026-11-23', '10:01'))).toBe(0);
});

test.each(['deleted_at', 'archived_at'])('what has %s is at no desk', async (column) => {
  const { id } = await bench.waiting();
  await execute(
    app.owner.db,
    sql`update applications.applications set ${sql.ref(column)} = now() where id = ${id}`,
  );
  expect(await round(at('2026-11-16', '10:01'))).toBe(0);
});

test('what the applicant corrects, and what somebody works on at this moment, is not told', async () => {
  const [asked, busy] = [await bench.waiting(), await bench.waiting()];
  await execute(
    app.owner.db,
    sql`update applications.applications set state = 'RECORRECTION', asked_state = 'WAITING_FOR_REVIEW' where id = ${asked.id}`,
  );
  const reached = await transaction(app.db, async (tx) => {
    await execute(tx, sql`select from applications.applications where id = ${busy.id} for update`);
    return round(at('2026-11-16', '10:01'));
  });
  expect(reached).toBe(0);
  expect(await round(at('2026-11-16', '10:02'))).toBe(1);
});

test('a desk with more days is late after them; they hold from the next application that comes to it', async () => {
  const body = { roleCode: 'rajukSAE', name: 'SAE', position: 1, officerId: officer.userId };
  const set = async (more: object) =>
    app.codeOf(createDesk, await deskCall(app, director, { ...body, ...more }));
  const before = await bench.waiting();
  for (const workingDays of [0, 61]) {
    const asked = await deskCall(app, director, { ...body, workingDays });
    expect((await app.refused(createDesk, asked)).fields).toMatchObject([{ path: 'workingDays' }]);
  }
  expect(await set({ workingDays: 3 })).toBeUndefined();
  const after = await bench.waiting();
  expect(await round(at('2026-11-16', '10:01'))).toBe(1);
  expect((await told()).map(({ path }) => path)[0]).toBe(`/noc-from-rajuk?id=${before.id}`);
  expect(await round(at('2026-11-18', '10:00'))).toBe(0);
  expect(await round(at('2026-11-18', '10:01'))).toBe(1);
  expect(await toldTo()).toHaveLength(4);
  expect((await told()).map(({ path }) => path)).toContain(`/noc-from-rajuk?id=${after.id}`);
  // Who does not name them leaves them as they are.
  await bench.onDay('2026-11-19');
  expect(await set({})).toBeUndefined();
  expect(await bench.deskOf()).toMatchObject({ workingDays: 3 });
  expect(await set({ workingDays: 1 })).toBeUndefined();
});
