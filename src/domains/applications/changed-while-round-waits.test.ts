/** The daily round waits for who works on an application, and then asks again whether it is still to be ended or reminded. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { paymentsOfNotes } from '#domains/payments/note-payments.ts';
import { all, execute, one, type Sql, sql, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { makeApplication } from './factory.ts';
import { runDailyRound } from './pipeline/actions/run-daily-round.ts';

const app = await testApp();

const round = (today: string) =>
  runDailyRound(app.db, { ...app.system(), today, now: new Date(`${today}T01:00:00Z`) }, paymentsOfNotes);
const isWaiting = async () =>
  (
    await one<{ n: number }>(
      app.owner.db,
      sql`select count(*)::int as n from pg_locks l join pg_stat_activity a using (pid) where not l.granted and a.datname = current_database()`,
    )
  ).n > 0;

/** The round of a day has read its list and waits for the application; meanwhile it is changed. */
async function roundMeets(today: string, id: string, set: Sql) {
  let running: ReturnType<typeof round> | undefined;
  await transaction(app.owner.db, async (tx) => {
    await execute(tx, sql`select from applications.applications where id = ${id} for update`);
    running = round(today);
    for (let tries = 0; !(await isWaiting()); tries += 1) {
      if (tries > 200) throw new Error('the round does not wait');
      await sleep(25);
    }
    await execute(tx, sql`update applications.applications set ${set} where id = ${id}`);
  });
  return running;
}
const messages = (kind: string, id: string) =>
  all(app.db, sql`select 1 from platform.outbox where event like ${`application.${kind}:${id}%`}`);

test('what got more days meanwhile is not ended', async () => {
  const { id } = await makeApplication(app, { upTo: 'READY_TO_PAY' });
  const { last } = await one<{ last: string }>(
    app.db,
    sql`select (expires_on + 1)::text as last from applications.applications where id = ${id}`,
  );
  const done = await roundMeets(last, id, sql`expires_on = expires_on + 30`);
  const { state } = await one<{ state: string }>(
    app.db,
    sql`select state from applications.applications where id = ${id}`,
  );
  expect([state, done?.expired]).toEqual(['READY_TO_PAY', 0]);
});

test('what got more days meanwhile is not reminded', async () => {
  const { id } = await makeApplication(app, { upTo: 'READY_TO_PAY' });
  const { day } = await one<{ day: string }>(
    app.db,
    sql`select (expires_on - 7)::text as day from applications.applications where id = ${id}`,
  );
  const done = await roundMeets(day, id, sql`expires_on = expires_on + 30`);
  expect([await messages('payReminder', id), done?.reminded]).toEqual([[], 0]);
});
