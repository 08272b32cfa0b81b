/** The rates of the day of the visit are the price, so nobody visits before the letter that sends the surveyor. */
import { expect, test } from 'vitest';
import { one, sql } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { assignUser, getApplication } from '../contract.ts';
import { makeApplication } from '../factory.ts';
import { submitSurvey } from './contract.ts';

const app = await testApp();
const surveyor = await app.staff('surveyor');

test('with the survey the planned day is over: no visit is waited for any more', async () => {
  const made = await makeApplication(app, { upTo: 'READY_TO_SURVEY', surveyorId: surveyor.userId });
  const admin = await app.staff('admin');
  const at = async () => (await app.call(getApplication, { as: admin, params: { id: made.id } })).version;
  await app.call(assignUser, {
    as: admin,
    body: {
      applicationId: made.id,
      version: await at(),
      userId: surveyor.userId,
      visitOn: app.system().today,
    },
  });
  await app.call(submitSurvey, {
    as: surveyor,
    query: { type: 'FIXED' },
    body: {
      ...{ applicationId: made.id, version: await at(), visitedOn: app.system().today },
      ...{ distanceM: '7', roadType: 'brick', pipeSizeMm: 20 },
      materials: [{ materialId: made.materialId, quantity: '3' }],
    },
  });
  expect((await app.call(getApplication, { as: admin, params: { id: made.id } })).visitOn).toBeNull();
  const { told } = await one<{ told: number }>(
    app.owner.db,
    sql`select count(*)::int as told from applications.messages where application_id = ${made.id} and kind = 'visitOff'`,
  );
  expect(told).toBe(0);
});

test('a visit is on the day of the letter or later', async () => {
  const made = await makeApplication(app, { upTo: 'READY_TO_SURVEY', surveyorId: surveyor.userId });
  const { day, before } = await one<{ day: string; before: string }>(
    app.db,
    sql`select letter_issued_on as day, letter_issued_on - 1 as before from applications.applications where id = ${made.id}`,
  );
  const submit = async (visitedOn: string) => ({
    as: surveyor,
    query: { type: 'FIXED' as const },
    body: {
      ...{ applicationId: made.id, visitedOn, distanceM: '7', roadType: 'brick', pipeSizeMm: 20 as const },
      version: (await app.call(getApplication, { as: surveyor, params: { id: made.id } })).version,
      materials: [{ materialId: made.materialId, quantity: '3' }],
    },
  });
  const refusal = await app.refused(submitSurvey, await submit(before));
  expect([refusal.code, refusal.params]).toEqual(['applications.visit_before_letter', { day }]);
  expect(await app.codeOf(submitSurvey, await submit(day))).toBeUndefined();
});
