/** Those who can mend the sending are told once in the utility's day, not in that of UTC. */
import { expect, test } from 'vitest';
import { listNotices } from '#domains/identity/notices/contract.ts';
import { transaction } from '#platform/database/db.ts';
import { instantOf } from '#shared/dates.ts';
import { testApp } from '#test/app.ts';
import { tellUndeliverable } from './tell-undeliverable.ts';

const app = await testApp();

// Half an hour after and before midnight: one of the two is another day in UTC, east and west of Greenwich.
test.each(['Asia/Dhaka', 'America/St_Johns'])('in %s', async (timeZone) => {
  const admin = await app.staff('admin');
  const told = async (day: string, time: string) => {
    const now = instantOf(day, time, timeZone);
    await transaction(app.db, (tx) => tellUndeliverable(tx, { now: () => now, timeZone }, 'sms'));
    const { items } = await app.call(listNotices, { as: admin, query: {} });
    return items.filter(({ kind }) => kind === 'logs.sms_undelivered').length;
  };
  const day = timeZone === 'Asia/Dhaka' ? '2026-11-14' : '2026-11-20';
  const next = timeZone === 'Asia/Dhaka' ? '2026-11-15' : '2026-11-21';
  expect([await told(day, '00:30'), await told(day, '23:30'), await told(next, '00:30')]).toEqual([1, 1, 2]);
});
