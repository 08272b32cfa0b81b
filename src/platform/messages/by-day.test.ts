/** A text message that the program writes at night goes out in the morning; a code, a mail and what was written before do not wait. */
import { beforeEach, expect, test } from 'vitest';
import { testDatabase } from '#test/database.ts';
import { at } from '#test/zone.ts';
import { all, execute, sql, transaction } from '../database/db.ts';
import { sendByDay } from './by-day.ts';
import { enqueueMessage, type NewMessage } from './outbox.ts';

const { db } = await testDatabase();
const message = { channel: 'sms', recipient: '+8801711000000', language: 'en', text: 'x' } as const;

beforeEach(async () => {
  await execute(db, sql`delete from platform.outbox`);
});

/** When the messages go out that are written at this instant; null: at once. */
async function dueAt(now: string, ...messages: Partial<NewMessage>[]) {
  await transaction(db, async (tx) => {
    for (const [nth, more] of messages.entries())
      await enqueueMessage(tx, { event: `e ${nth}`, ...message, ...more });
    await sendByDay(tx, new Date(now));
  });
  const rows = await all<{ dueAt: string; isNow: boolean }>(
    db,
    sql`select due_at as "dueAt", due_at = created_at as "isNow" from platform.outbox order by event`,
  );
  return rows.map((row) => (row.isNow ? null : new Date(row.dueAt).toISOString()));
}

test.each([
  ['00:00', at('2027-03-14', '08:00')],
  ['07:59', at('2027-03-14', '08:00')],
  ['08:00', null],
  ['20:59', null],
  ['21:00', at('2027-03-15', '08:00')],
  ['23:59', at('2027-03-15', '08:00')],
])('at %s', async (time, expected) => {
  const [due] = await dueAt(at('2027-03-14', time), {});
  expect(due).toBe(expected && new Date(expected).toISOString());
});

test('a code, a mail and what another transaction wrote go out at once', async () => {
  await transaction(db, (tx) => enqueueMessage(tx, { event: 'a', ...message }));
  const code = { expiresAt: new Date(Date.now() + 600_000) };
  const due = await dueAt(at('2027-03-14', '02:00'), code, { channel: 'email', recipient: 'a@b.test' });
  expect(due).toEqual([null, null, null]);
});
