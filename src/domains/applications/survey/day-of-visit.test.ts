/** The rates of the day of the visit are the price, so nobody visits before the letter that sends the surveyor. */
import { expect, test } from 'vitest';
import { one, sql } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { getApplication } from '../contract.ts';
import { makeApplication } from '../factory.ts';
import { submitSurvey } from './contract.ts';

const app = await testApp();
const surveyor = await app.staff('surveyor');

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
