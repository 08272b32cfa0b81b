/** Specification §5: "Date of birth must be earlier than today", at the field, by each way in which an applicant is written. */
import { expect, test } from 'vitest';
import { execute, sql } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import { type Person, testApp } from '#test/app.ts';
import { getApplication } from '../contract.ts';
import { makeApplication } from '../factory.ts';
import { askCorrection } from '../review/contract.ts';
import { submitApplication, updateApplicant } from './contract.ts';
import { birthProblems } from './parts.rules.ts';

const app = await testApp();
const [admin, reviewer] = [await app.staff('admin'), await app.staff('reviewer')];
const household = await app.consumer();
const { today } = app.system();
const yesterday = addDays(today, -1);

const page = (id: string) => app.call(getApplication, { as: admin, params: { id } });
const at = async (id: string) => ({ applicationId: id, version: (await page(id)).version });
const made = (upTo: 'DRAFT' | 'PENDING') =>
  makeApplication(app, { upTo, consumerId: String(household.consumerId) });
const store = (id: string, dateOfBirth: string) =>
  execute(
    app.owner.db,
    sql`update applications.applications set applicant = applicant || ${JSON.stringify({ dateOfBirth })}::jsonb
      where id = ${id}`,
  );
const change = async (id: string, over: object, as: Person) => ({
  as,
  body: { ...(await at(id)), part: { ...(await page(id)).parts.applicant, ...over } } as never,
});
const problem = (part: string) => [{ path: `${part}.dateOfBirth`, code: 'common.birth_in_future' }];

test('a draft is not submitted with today or a later day, and its page says so before', async () => {
  const { id } = await made('DRAFT');
  for (const day of [today, '2999-01-01']) {
    await store(id, day);
    expect((await page(id)).incompleteFields).toEqual(['applicant.dateOfBirth']);
    const refusal = await app.refused(submitApplication, { as: household, body: await at(id) });
    expect([refusal.status, refusal.code]).toEqual([422, 'common.invalid_input']);
    expect(refusal.fields).toMatchObject(problem('applicant'));
  }
  await store(id, yesterday);
  expect((await page(id)).incompleteFields).toEqual([]);
  expect(await app.codeOf(submitApplication, { as: household, body: await at(id) })).toBeUndefined();
});

test('nor is a part changed to it, by the office or as a correction', async () => {
  const { id } = await made('PENDING');
  const refusal = await app.refused(updateApplicant, await change(id, { dateOfBirth: today }, admin));
  expect(refusal.fields).toMatchObject(problem('part'));
  expect(
    await app.codeOf(updateApplicant, await change(id, { dateOfBirth: yesterday }, admin)),
  ).toBeUndefined();
  const items = [{ part: 'applicant' as const, remark: 'see the ID' }];
  await app.call(askCorrection, { as: reviewer, body: { ...(await at(id)), remark: 'see', items } });
  const corrected = await change(id, { dateOfBirth: today }, household);
  expect((await app.refused(updateApplicant, corrected)).fields).toMatchObject(problem('part'));
});

test('a day of before this rule that stays prevents no correction of another field', async () => {
  const { id } = await made('PENDING');
  await store(id, '2999-01-01');
  const items = [{ part: 'applicant' as const, fields: ['phone' as const], remark: 'whose?' }];
  await app.call(askCorrection, { as: reviewer, body: { ...(await at(id)), remark: 'see', items } });
  const phone = '+8801711000001';
  expect(await app.codeOf(updateApplicant, await change(id, { phone }, household))).toBeUndefined();
});

test('what is no day is found by the schema, and none is asked for', () => {
  for (const dateOfBirth of [undefined, null, '', 'soon', '2999-02-31'])
    expect(birthProblems({ dateOfBirth }, today)).toEqual([]);
});
