/**
 * Who has an application puts it on hold and lets it go on (domain.md §5.1, desk owner): the surveyor, who approves the survey, the
 * installer, who confirms the installation. Desks: noc/holds-of-a-desk.test.ts.
 */
import { expect, test } from 'vitest';
import { type Person, testApp } from '#test/app.ts';
import { at } from '#test/zone.ts';
import { assignUser, holdApplication, resumeApplication } from './contract.ts';
import { type MadeApplication, makeApplication } from './factory.ts';
import { holdBench } from './factory-holds.ts';
import { stepCalls, subjectOf } from './factory-steps.ts';

const app = await testApp({ now: at('2026-11-15', '10:00') });
const admin = await app.staff('admin');
const calls = stepCalls(app);
const { versionOf, refusal, detail, holdsAndResumes, isRefused } = holdBench(app);

async function assign({ id }: MadeApplication, { userId }: Person) {
  const body = { applicationId: id, version: await versionOf(id), userId };
  await app.call(assignUser, { as: admin, body });
}

test('the surveyor to whom it is assigned, until the survey is submitted', async () => {
  const [surveyor, other] = [await app.staff('surveyor'), await app.staff('surveyor')];
  const engineer = await app.staff('engineer');
  const made = await makeApplication(app, { upTo: 'READY_TO_SURVEY' });
  await assign(made, surveyor);
  expect((await detail(engineer, made)).can.hold).toEqual({ allowed: false, reason: 'hold_not_yours' });
  await isRefused(engineer, made);
  await isRefused(other, made, 'common.not_found');
  await holdsAndResumes(surveyor, made);
  expect(await calls.survey(await subjectOf(app, made), surveyor)).toBeUndefined();
  await isRefused(surveyor, made);
  await holdsAndResumes(engineer, made);
});

test('not a survey that nobody has, nor what waits for money', async () => {
  const surveyor = await app.staff('surveyor');
  const free = await makeApplication(app, { upTo: 'READY_TO_SURVEY' });
  await isRefused(surveyor, free);
  const paying = await makeApplication(app, { upTo: 'READY_TO_PAY' });
  await isRefused(await app.staff('engineer'), paying);
});

test('who approves surveys does not hold their own', async () => {
  const both = await app.staffWith([
    ...(['applications:view', 'applications:view-all', 'applications:hold-own'] as const),
    ...(['applications:survey', 'applications:approve-survey'] as const),
  ]);
  const made = await makeApplication(app, { upTo: 'READY_TO_SURVEY' });
  await assign(made, both);
  expect(await calls.survey(await subjectOf(app, made), both)).toBeUndefined();
  await isRefused(both, made);
});

test('the installer, and after the installation who confirms it and did not note it', async () => {
  const [installer, engineer] = [await app.staff('installer'), await app.staff('engineer')];
  const made = await makeApplication(app, { upTo: 'READY_FOR_METER_INSTALLATION' });
  await isRefused(installer, made, 'common.not_found');
  await assign(made, installer);
  await holdsAndResumes(installer, made);
  await isRefused(engineer, made);
  expect(await calls.install(await subjectOf(app, made), installer)).toBeUndefined();
  await isRefused(installer, made);
  await holdsAndResumes(engineer, made);
});

test('who notes the letter or accepts it, by the word of that step', async () => {
  const words = ['applications:view', 'applications:view-all', 'applications:hold-own'] as const;
  const accepts = await app.staffWith([...words, 'applications:accept']);
  const letters = await app.staffWith([...words, 'applications:letter']);
  const [fresh, approved] = [
    await makeApplication(app, { upTo: 'PENDING' }),
    await makeApplication(app, { upTo: 'WAITING_FOR_METER_NUMBER' }),
  ];
  await isRefused(letters, fresh);
  await isRefused(accepts, approved);
  await holdsAndResumes(accepts, fresh);
  await holdsAndResumes(letters, approved);
});

test('who has no word of holding is refused', async () => {
  const made = await makeApplication(app, { upTo: 'WAITING_FOR_REVIEW' });
  for (const call of [holdApplication, resumeApplication])
    expect(await refusal(call, await app.staff('cashier'), made)).toBe('common.not_permitted');
});
