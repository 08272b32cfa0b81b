/** The desk whose turn it is puts an application on hold and lets it go on. What the office holds goes on by the office. */
import { beforeEach, expect, test } from 'vitest';
import { one, sql, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { at } from '#test/zone.ts';
import { holdApplication, suspendApplication } from '../contract.ts';
import { holdBench } from '../factory-holds.ts';
import { noticeHeld } from '../pipeline/notices.ts';
import { deskBench } from './factory-desks.ts';

const app = await testApp({ now: at('2026-11-15', '10:00') });
const desks = await deskBench(app);
const { admin, reviewer, officer, colleague, assistant, deputy } = desks.people;
const { refusal, hold, resume, detail, holdsAndResumes, isRefused } = holdBench(app);
beforeEach(() => desks.cleanDesks());

test('the desk whose turn it is; its deputy while it is handed over', async () => {
  const made = await desks.waiting();
  for (const other of [colleague, assistant]) await isRefused(other, made);
  await holdsAndResumes(officer, made);
  await desks.handOver();
  await desks.onDay('2026-11-16');
  await isRefused(officer, made);
  await holdsAndResumes(deputy, made);
});

test('a desk goes on with the hold of a desk that was before it, and nobody else of the authority does', async () => {
  const made = await desks.waiting();
  expect(await hold(officer, made)).toBeUndefined();
  expect(await resume(assistant, made)).toBe('applications.hold_of_another');
  await desks.handOver();
  await desks.onDay('2026-11-16');
  expect(await resume(deputy, made)).toBeUndefined();
  expect(await hold(deputy, made)).toBeUndefined();
  // Of their own hold nobody asks when the desk is theirs again.
  await desks.onDay('2026-11-19');
  expect(await resume(deputy, made)).toBeUndefined();
});

test('what the office holds or suspends goes on by the office; the desk is told no reason of it', async () => {
  const made = await desks.waiting();
  expect(await hold(reviewer, made)).toBeUndefined();
  const seen = await detail(officer, made);
  expect(seen).toMatchObject({ overlay: 'HOLD', overlayReason: null, overlayOn: null, overlayBy: null });
  expect([seen.resumedBy, seen.can.resume]).toEqual([[], { allowed: false, reason: 'hold_of_another' }]);
  expect(await resume(officer, made)).toBe('applications.hold_of_another');
  expect(await resume(reviewer, made)).toBeUndefined();
  expect(await refusal(suspendApplication, admin, made)).toBeUndefined();
  expect(await resume(officer, made)).toBe('applications.not_on_hold');
});

test('a desk that holds until a day is told on it, with its own page', async () => {
  const made = await desks.waiting();
  const version = await desks.versionOf(made.id);
  const body = { applicationId: made.id, version, remark: 'The court sits', until: '2026-11-16' };
  await app.call(holdApplication, { as: officer, body });
  await desks.onDay('2026-11-16');
  await transaction(app.db, (tx) => noticeHeld(tx, app.system()));
  expect(await desks.toldOf('applications.look_again', `/noc-from-rajuk?id=${made.id}`)).toEqual([
    officer.userId,
  ]);
});

test('the office goes on with the hold of a desk, and nothing of it stays', async () => {
  const made = await desks.waiting();
  const kept = () =>
    one(
      app.owner.db,
      sql`select overlay_by as "by", overlay_own as own from applications.applications where id = ${made.id}`,
    );
  expect(await hold(officer, made)).toBeUndefined();
  expect(await kept()).toEqual({ by: officer.userId, own: true });
  expect(await resume(reviewer, made)).toBeUndefined();
  expect(await kept()).toEqual({ by: null, own: false });
});
