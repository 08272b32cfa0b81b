/** The day of an instant is the utility's, just after its midnight and just before it, in any zone of the server. */
import { afterAll, describe, expect, test } from 'vitest';
import { dayOf } from '#shared/dates.ts';
import { testDatabase } from '#test/database.ts';
import { betweenDays, dayOfInstant, duringDays, timeZoneOf } from './days.ts';
import { all, one, openDatabase, sql } from './db.ts';

const base = await testDatabase();

describe.each([
  ['Asia/Dhaka', '2026-11-14T19:00:00Z', '2026-11-15T17:00:00Z'],
  ['America/New_York', '2026-11-15T06:00:00Z', '2026-11-16T04:00:00Z'],
  ['UTC', '2026-11-15T01:00:00Z', '2026-11-15T23:00:00Z'],
])('in %s', (timeZone, atOne, atTwentyThree) => {
  const { db, close } = openDatabase(base.appUrl, { max: 1, timeZone });
  afterAll(close);

  test('01:00 and 23:00 are of the same day, in SQL and in TypeScript', async () => {
    for (const instant of [atOne, atTwentyThree]) {
      const { day } = await one<{ day: string }>(
        db,
        sql`select ${dayOfInstant(sql`${instant}::timestamptz`)} as day`,
      );
      expect([day, dayOf(new Date(instant), timeZone)]).toEqual(['2026-11-15', '2026-11-15']);
    }
    expect(await timeZoneOf(db)).toBe(timeZone);
  });

  test('a filter by days takes both, and nothing of the days beside', async () => {
    const from = async (day: string) => {
      const conditions = duringDays(sql`t.at`, { from: day, to: day });
      const rows = await all<{ at: string }>(
        db,
        sql`select t.at from unnest(${[atOne, atTwentyThree]}::timestamptz[]) as t (at)
          where ${sql.join(conditions, sql` and `)}`,
      );
      return rows.length;
    };
    expect([await from('2026-11-14'), await from('2026-11-15'), await from('2026-11-16')]).toEqual([0, 2, 0]);
  });
});

test('a filter of calendar days takes both ends, and one end alone is enough', async () => {
  const within = async (days: { from?: string; to?: string }) => {
    const rows = await all<{ day: string }>(
      base.database.db,
      sql`select t.day from unnest(${['2026-11-14', '2026-11-15', '2026-11-16']}::date[]) as t (day)
        where ${sql.join([sql`true`, ...betweenDays(sql`t.day`, days)], sql` and `)} order by 1`,
    );
    return rows.map(({ day }) => day.slice(-2));
  };
  expect(await within({ from: '2026-11-15', to: '2026-11-15' })).toEqual(['15']);
  expect(await within({ from: '2026-11-15' })).toEqual(['15', '16']);
  expect(await within({ to: '2026-11-15' })).toEqual(['14', '15']);
  expect(await within({})).toEqual(['14', '15', '16']);
});

test('a connection that was told no time zone is in Dhaka', async () => {
  const { db, close } = openDatabase(base.appUrl, { max: 1 });
  expect(await timeZoneOf(db)).toBe('Asia/Dhaka');
  await close();
});
