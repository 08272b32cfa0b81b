/** A hold has a day on which somebody should look at the application again. */
import { expect, test } from 'vitest';
import { paymentsOfNotes } from '#domains/payments/note-payments.ts';
import { all, execute, sql } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import * as contract from './contract.ts';
import { makeApplication } from './factory.ts';
import { runDailyRound } from './pipeline/actions/run-daily-round.ts';

const app = await testApp();

/** Who is told by the round of a day. */
async function lookedAgain(today: string, id: string): Promise<string[]> {
  await runDailyRound(
    app.db,
    { ...app.system(), today, now: new Date(`${today}T01:00:00Z`) },
    paymentsOfNotes,
  );
  const notices = await all<{ user: string }>(
    app.owner.db,
    sql`select user_id as "user" from platform.notices
      where kind = 'applications.look_again' and path = ${`/all-new-connections/${id}`}`,
  );
  return notices.map(({ user }) => user);
}

test('a hold is until tomorrow or later, and on that day who put it on hold is told', async () => {
  const as = await app.staff('reviewer');
  const made = await makeApplication(app, { upTo: 'PENDING' });
  const hold = (until: string) => ({
    ...{ as, body: { applicationId: made.id, version: made.version, remark: 'road works', until } },
  });
  for (const day of ['2026-11-14', '2026-11-15'])
    expect(await app.codeOf(contract.holdApplication, hold(day))).toBe('applications.until_past');
  const admin = await app.staff('admin');
  const suspend = { ...hold('2026-11-15'), as: admin };
  expect(await app.codeOf(contract.suspendApplication, suspend)).toBe('applications.until_past');
  const tooFar = { ...hold('2027-11-16'), as: admin };
  expect(await app.codeOf(contract.suspendApplication, tooFar)).toBe('applications.until_too_far');
  // A year at most, so that somebody looks at it again.
  const far = await app.refused(contract.holdApplication, hold('2027-11-16'));
  expect([far.code, far.params, far.fields.map(({ path }) => path)]).toEqual([
    ...['applications.until_too_far', { days: 365 }, ['until']],
  ]);
  const other = await makeApplication(app, { upTo: 'PENDING' });
  const year = { ...hold('2027-11-15').body, applicationId: other.id, version: other.version };
  expect(await app.codeOf(contract.holdApplication, { as, body: year })).toBeUndefined();
  await app.call(contract.holdApplication, hold('2026-12-01'));
  const told = (today: string) => lookedAgain(today, made.id);
  expect(await told('2026-11-30')).toEqual([]);
  expect(await told('2026-12-01')).toEqual([as.userId]);
  expect(await told('2026-12-02')).toEqual([as.userId]);
});

test('of who left, all who may put something on hold are told', async () => {
  const [leaver, colleague] = [await app.staff('reviewer'), await app.staff('reviewer')];
  const { id, version } = await makeApplication(app, { upTo: 'PENDING' });
  await app.call(contract.holdApplication, {
    ...{ as: leaver, body: { applicationId: id, version, remark: 'road works', until: '2026-12-01' } },
  });
  await execute(app.owner.db, sql`update identity.users set status = 'disabled' where id = ${leaver.userId}`);
  const told = await lookedAgain('2026-12-01', id);
  expect([told.includes(colleague.userId), told.includes(leaver.userId)]).toEqual([true, false]);
});

test('the page says since when it is held; staff also by whom and which roles go on with it', async () => {
  const [admin, reviewer, owner] = [
    await app.staff('admin'),
    await app.staff('reviewer'),
    await app.consumer(),
  ];
  const seen = async (id: string, as: typeof admin) => {
    const { overlayOn, overlayReason, overlayBy, resumedBy } = await app.call(contract.getApplication, {
      as,
      params: { id },
    });
    return { overlayOn, overlayReason, overlayBy, roles: resumedBy.map(({ code }) => code) };
  };
  const make = () => makeApplication(app, { upTo: 'PENDING', consumerId: String(owner.consumerId) });
  const nameOf = async ({ userId }: typeof admin) =>
    (await all<{ name: string }>(app.db, sql`select name from identity.users where id = ${userId}`))[0]?.name;
  const [held, stopped] = [await make(), await make()];
  const body = (made: typeof held) => ({
    applicationId: made.id,
    version: made.version,
    remark: 'road works',
  });
  expect(await seen(held.id, admin)).toEqual({
    ...{ overlayOn: null, overlayReason: null, overlayBy: null, roles: [] },
  });
  await app.call(contract.holdApplication, { as: reviewer, body: body(held) });
  await app.call(contract.suspendApplication, { as: admin, body: body(stopped) });
  const since = { overlayOn: '2026-11-15', overlayReason: 'road works' };
  expect(await seen(held.id, admin)).toMatchObject({ ...since, overlayBy: await nameOf(reviewer) });
  expect((await seen(held.id, admin)).roles).toEqual(expect.arrayContaining(['admin', 'reviewer']));
  expect(await seen(stopped.id, admin)).toEqual({
    ...since,
    overlayBy: await nameOf(admin),
    roles: ['admin'],
  });
  // The applicant reads no names, and that the office goes on with it.
  expect(await seen(stopped.id, owner)).toEqual({ ...since, overlayBy: null, roles: [] });
});
