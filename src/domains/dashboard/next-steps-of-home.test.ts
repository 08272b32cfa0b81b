/** What the home of an applicant says of the visit to the plot: the day while it is to come, and that the survey is handed in. */
import { expect, test } from 'vitest';
import { getApplication } from '#domains/applications/contract.ts';
import { makeApplication } from '#domains/applications/factory.ts';
import { submitSurvey } from '#domains/applications/survey/contract.ts';
import { execute, sql } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import { testApp } from '#test/app.ts';
import { consumerDashboard } from './contract.ts';

const app = await testApp();

test('the day of a visit, until it is past; after the survey nobody is waited for', async () => {
  const [as, surveyor] = [await app.consumer('Rahima'), await app.staff('surveyor')];
  const { today } = app.system();
  const consumerId = String(as.consumerId);
  const made = await makeApplication(app, {
    ...{ upTo: 'READY_TO_SURVEY', consumerId, surveyorId: surveyor.userId },
  });
  const home = async () => {
    const [application] = (await app.call(consumerDashboard, { as })).applications;
    return [application?.visitOn, application?.isSurveyed];
  };
  expect(await home()).toEqual([null, false]);
  for (const [day, shown] of [
    [today, today],
    [addDays(today, -1), null],
  ]) {
    await execute(
      app.owner.db,
      sql`update applications.applications set visit_on = ${day}::date where id = ${made.id}`,
    );
    expect(await home()).toEqual([shown, false]);
  }
  const { version } = await app.call(getApplication, { as: surveyor, params: { id: made.id } });
  await app.call(submitSurvey, {
    as: surveyor,
    query: { type: 'FIXED' },
    body: {
      ...{
        applicationId: made.id,
        version,
        visitedOn: today,
        distanceM: '7',
        roadType: 'brick',
        pipeSizeMm: 20,
      },
      materials: [{ materialId: made.materialId, quantity: '3' }],
    },
  });
  expect(await home()).toEqual([null, true]);
});
