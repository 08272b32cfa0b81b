/** A reminder is told although the night in which it was due had no round. */
import { expect, test } from 'vitest';
import { paymentsOfNotes } from '#domains/payments/note-payments.ts';
import { all, sql } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { at } from '#test/zone.ts';
import { makeApplication } from './factory.ts';
import { runDailyRound } from './pipeline/actions/run-daily-round.ts';

const app = await testApp();

test('a reminder that was due in a night without a round is told in the next one, and not twice', async () => {
  const note = await makeApplication(app, { upTo: 'READY_TO_PAY' });
  const round = (today: string) =>
    runDailyRound(app.db, { ...app.system(), today, now: new Date(`${today}T01:00:00Z`) }, paymentsOfNotes);
  const reminders = async () =>
    (
      await all(
        app.db,
        sql`select 1 from platform.outbox where event like ${`application.payReminder:${note.id}%`}`,
      )
    ).length;
  const told: number[] = [];
  for (const today of ['2026-12-07', '2026-12-10', '2026-12-11', '2026-12-12', '2026-12-14', '2026-12-15']) {
    await round(today);
    told.push(await reminders());
  }
  expect(told).toEqual([0, 1, 1, 1, 2, 2]);
});

test('what the round tells is read in the morning, and not at night', async () => {
  const note = await makeApplication(app, { upTo: 'READY_TO_PAY' });
  const due = async (kind: string) =>
    (
      await all<{ dueAt: string }>(
        app.db,
        sql`select due_at as "dueAt" from platform.outbox where event like ${`application.${kind}:${note.id}%`} and channel = 'sms'`,
      )
    ).map(({ dueAt }) => new Date(dueAt).toISOString());
  for (const [day, kind] of [
    ['2026-12-10', 'payReminder'],
    ['2027-01-20', 'expired'],
  ] as const) {
    const actor = { ...app.system(), today: day, now: new Date(at(day, '00:10')) };
    await runDailyRound(app.db, actor, paymentsOfNotes);
    expect([kind, await due(kind)]).toEqual([kind, [new Date(at(day, '08:00')).toISOString()]]);
  }
});
