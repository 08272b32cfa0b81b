/** A survey that nobody has: who begins it takes it; and what an application waits for after each step. */
import { expect, test } from 'vitest';
import { ownWork } from '#domains/dashboard/work/contract.ts';
import { all, execute, sql } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { duringChange } from '#test/race.ts';
import { errors, getApplication } from '../contract.ts';
import { makeApplication } from '../factory.ts';
import { saveSurvey, submitSurvey } from './contract.ts';

const app = await testApp();
const make = () => makeApplication(app, { upTo: 'READY_TO_SURVEY' });
const assign = (id: string, to: string | null) =>
  execute(app.db, sql`update applications.applications set assignee_id = ${to}::uuid where id = ${id}`);
const see = (as: Person, id: string) => app.call(getApplication, { as, params: { id } });
const keep = async (as: Person, id: string, from = as) => ({
  as,
  body: { applicationId: id, version: (await see(from, id)).version, roadType: 'brick' },
});

test('the survey that the home offers can be filled in, also if nobody has it; who begins it has it, and it is written down', async () => {
  const [surveyor, other] = [await app.staff('surveyor'), await app.staff('surveyor')];
  const { id } = await make();
  await assign(id, null);
  const { act } = await app.call(ownWork, { as: surveyor });
  expect(act?.to.path).toBe(`/all-new-connections/${id}`);
  const seen = await see(surveyor, id);
  expect(seen.next).toEqual({ step: 'survey', person: null });
  expect(seen.can.survey).toEqual({ allowed: true, reason: null });
  await app.call(saveSurvey, await keep(surveyor, id));
  const taken = await see(surveyor, id);
  expect([taken.assigneeId, taken.next?.person]).toEqual([surveyor.userId, taken.assigneeName]);
  expect(await app.codeOf(saveSurvey, await keep(other, id, surveyor))).not.toBeUndefined();
  await app.call(saveSurvey, await keep(surveyor, id));
  const audited = await all(
    app.db,
    sql`select from platform.audit where object_id = ${id} and action = 'application.assign'`,
  );
  expect(audited).toHaveLength(1);
});

test('of two who begin a survey that nobody has, exactly one has it and the other one is told who', async () => {
  const [first, second] = [await app.staff('surveyor'), await app.staff('surveyor')];
  const { id } = await make();
  await assign(id, null);
  const { version } = await see(first, id);
  const roadTypes = ['brick', 'soil'];
  const begin = (as: Person, roadType: string | undefined) =>
    app.codeOf(saveSurvey, { as, body: { applicationId: id, version, roadType } });
  // Both calls come while the row is locked, so both begin before either of them has it.
  const codes = await duringChange(
    app,
    (tx) => execute(tx, sql`select from applications.applications where id = ${id} for update`),
    () => Promise.all([begin(first, roadTypes[0]), begin(second, roadTypes[1])]),
  );
  expect(codes).toHaveLength(2);
  expect(codes).toContain(undefined);
  expect(codes).toContain(errors.not_assigned_to_you.code);
  const winner = codes.indexOf(undefined);
  const [has, other] = winner === 0 ? [first, second] : [second, first];
  const taken = await see(has, id);
  expect(taken.assigneeId).toBe(has.userId);
  expect(await app.refused(saveSurvey, { as: other, body: { applicationId: id, version } })).toMatchObject({
    code: errors.not_assigned_to_you.code,
    params: { name: taken.assigneeName },
  });
  const kept = await all(
    app.db,
    sql`select road_type as "roadType", surveyor_id as "surveyorId" from applications.surveys where application_id = ${id}`,
  );
  expect(kept).toEqual([{ roadType: roadTypes[winner], surveyorId: has.userId }]);
});

test('an assignee who may not survey does not keep it from who may; one who may does', async () => {
  const [surveyor, colleague] = [await app.staff('surveyor'), await app.staff('surveyor')];
  const admin = await app.staff('admin');
  const { id } = await make();
  await assign(id, (await app.staff('cashier')).userId);
  expect((await see(surveyor, id)).can.survey).toEqual({ allowed: true, reason: null });
  await assign(id, colleague.userId);
  expect((await see(admin, id)).can.survey).toEqual({ allowed: false, reason: 'not_assigned_to_you' });
});

test('after the survey it waits for its approval, not for who surveyed; then for an installer', async () => {
  const [surveyor, engineer] = [await app.staff('surveyor'), await app.staff('engineer')];
  const { id, materialId } = await make();
  await assign(id, null);
  await app.call(submitSurvey, {
    as: surveyor,
    query: { type: 'FIXED' },
    body: {
      ...{ applicationId: id, version: (await see(surveyor, id)).version, visitedOn: '2026-11-15' },
      ...{ distanceM: '7.5', roadType: 'brick', pipeSizeMm: 20, materials: [{ materialId, quantity: '1' }] },
    },
  });
  const submitted = await see(engineer, id);
  expect([submitted.assigneeId, submitted.next]).toEqual([null, { step: 'approve-survey', person: null }]);
  // Somebody who may do both is not named for the approval of their own survey.
  const admin = await app.staff('admin');
  await execute(
    app.db,
    sql`update applications.surveys set surveyor_id = ${admin.userId} where application_id = ${id}`,
  );
  await assign(id, admin.userId);
  expect((await see(engineer, id)).next).toEqual({ step: 'approve-survey', person: null });
  await assign(id, engineer.userId);
  expect((await see(engineer, id)).next?.person).toBe((await see(engineer, id)).assigneeName);
  const paid = await makeApplication(app, {
    upTo: 'READY_FOR_METER_INSTALLATION',
    surveyorId: surveyor.userId,
  });
  expect((await see(engineer, paid.id)).next).toEqual({ step: 'install', person: null });
});
