/** A survey that is sent back reaches its surveyor: a notice, the state, and the reason on top of the form until it is handed in. */
import { expect, test } from 'vitest';
import { all, execute, one, sql } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import * as contract from '../contract.ts';
import { stepBench, stepCalls, subjectOf, totalSeen } from '../factory-steps.ts';
import { saveSurvey } from './contract.ts';

const app = await testApp();
const { prepared, people } = await stepBench(app);
const steps = stepCalls(app);
const { admin } = people;
const engineer = await app.staffWith([
  ...(['applications:view', 'applications:view-all', 'applications:approve-survey'] as const),
]);
const surveyor = await app.staffWith(['applications:view', 'applications:survey']);

async function submitted() {
  const made = await prepared('survey');
  const now = () => subjectOf(app, made);
  const named = async () => {
    const { id, version } = await now();
    return { applicationId: id, version };
  };
  await app.call(contract.assignUser, { as: admin, body: { ...(await named()), userId: surveyor.userId } });
  expect(await steps.survey(await now(), surveyor)).toBeUndefined();
  const seen = async (as = surveyor) => {
    const { survey, surveyState } = await app.call(contract.getApplication, { as, params: { id: made.id } });
    const { returned = null } = survey ?? {};
    const at = returned && new Date(returned.at).toISOString();
    return { state: survey?.state, inList: surveyState, returned: returned && { ...returned, at } };
  };
  return { ...made, now, named, seen };
}

const remark = 'The pipe of the road is on the other side.';

test('its surveyor is told, sees that it was sent back, by whom and why, until it is handed in again', async () => {
  const { id, now, named, seen } = await submitted();
  expect(await seen()).toEqual({ state: 'SUBMITTED', inList: 'SUBMITTED', returned: null });
  const body = { ...(await named()), action: 'return-survey' as const, remark };
  await app.call(contract.updateState, { as: engineer, body });
  const returned = { at: app.clock.now().toISOString(), by: 'Karim Uddin', remark };
  expect(await seen()).toEqual({ state: 'RETURNED', inList: 'RETURNED', returned });
  expect(
    await all(
      app.db,
      sql`select user_id as "user", path from platform.notices where kind = 'applications.survey_returned'`,
    ),
  ).toEqual([{ user: surveyor.userId, path: `/all-new-connections/${id}?tab=survey` }]);
  // What is typed meanwhile leaves the reason in its place.
  await app.call(saveSurvey, { as: surveyor, body: { ...(await named()), distanceM: '4' } });
  expect(await seen()).toMatchObject({ returned });
  expect(await steps.survey(await now(), surveyor)).toBeUndefined();
  expect(await seen()).toEqual({ state: 'SUBMITTED', inList: 'SUBMITTED', returned: null });
});

test('a revised survey reaches its surveyor in the same way, and the household hears that its demand note is cancelled', async () => {
  const { id, now, named, seen } = await submitted();
  const consumer = await app.consumer();
  await execute(
    app.owner.db,
    sql`update applications.applications set consumer_id = ${consumer.consumerId}::uuid where id = ${id}`,
  );
  const totalMinor = await totalSeen(app, id);
  const approved = { ...(await named()), action: 'approve-survey' as const, totalMinor };
  await app.call(contract.updateState, { as: engineer, body: approved });
  const revised = { ...(await named()), action: 'revise-survey' as const, remark };
  await app.call(contract.updateState, { as: admin, body: revised });
  const by = await one<{ name: string }>(
    app.db,
    sql`select name from identity.users where id = ${admin.userId}`,
  );
  const returned = { at: app.clock.now().toISOString(), by: by.name, remark };
  expect(await seen()).toEqual({ state: 'RETURNED', inList: 'RETURNED', returned });
  const noticesOf = (person: Person, kind: string) =>
    all(
      app.db,
      sql`select path from platform.notices where kind = ${kind} and user_id = ${person.userId} and path like ${`%${id}%`}`,
    );
  expect(await noticesOf(surveyor, 'applications.survey_returned')).toEqual([
    { path: `/all-new-connections/${id}?tab=survey` },
  ]);
  expect(await noticesOf(consumer, 'applications.note_cancelled')).toHaveLength(1);
  const told = sql`select from platform.outbox where event like ${`application.noteCancelled:${id}:%`} and channel = 'sms'`;
  expect(await all(app.owner.db, told)).toHaveLength(1);
  expect(await steps.survey(await now(), surveyor)).toBeUndefined();
  expect(await seen()).toEqual({ state: 'SUBMITTED', inList: 'SUBMITTED', returned: null });
});

test('what the surveyor wrote for the office, who they are and the place of the visit are not for the household', async () => {
  const { id, now } = await submitted();
  const consumer = await app.consumer();
  await execute(
    app.owner.db,
    sql`update applications.applications set consumer_id = ${consumer.consumerId}::uuid where id = ${id}`,
  );
  await execute(
    app.owner.db,
    sql`update applications.surveys set note = 'A line without a meter', latitude = 23.87, longitude = 90.39 where application_id = ${id}`,
  );
  expect(await steps['approve-survey'](await now(), engineer)).toBeUndefined();
  const read = async (as: Person) =>
    (await app.call(contract.getApplication, { as, params: { id } })).survey ?? undefined;
  expect(await read(engineer)).toMatchObject({ note: 'A line without a meter', surveyorId: surveyor.userId });
  const own = await read(consumer);
  expect(own).toMatchObject({ note: '', surveyorId: null, latitude: null, longitude: null });
  expect(own?.materials.length).toBeGreaterThan(0);
});
