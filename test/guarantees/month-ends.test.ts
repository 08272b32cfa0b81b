/**
 * Around each end of a month the business day, the month and the last day to pay are those of Dhaka, in any zone of the
 * server and of its database. Every half hour of 36 hours is asked.
 */
import { afterAll, expect, test } from 'vitest';
import { dayOfInstant } from '#platform/database/days.ts';
import { all, openDatabase, sql } from '#platform/database/db.ts';
import { addDays, addMonths, dayOf, firstOfMonth } from '#shared/dates.ts';
import { testDatabase } from '#test/database.ts';

const ZONE = 'Asia/Dhaka';
const SERVERS = ['UTC', ZONE, 'America/New_York'];
const HALF_HOUR_MS = 1_800_000;
const STEPS = 72;
const DAYS_TO_PAY = 21;

/** Midnight in Dhaka, six hours before that in UTC, at the end of each month of a year with 29 February. */
const midnights = Array.from({ length: 12 }, (_, month) =>
  Date.parse(`${addMonths('2028-02-01', month)}T00:00:00+06:00`),
);
const instants = midnights.flatMap((midnight) =>
  Array.from({ length: STEPS + 1 }, (_, step) => new Date(midnight + (step - STEPS / 2) * HALF_HOUR_MS)),
);

const { appUrl } = await testDatabase();
const zoneOfServer = process.env.TZ;
afterAll(() => {
  process.env.TZ = zoneOfServer;
});

/** Day, month and last day to pay of each instant, as TypeScript and PostgreSQL say in this zone of the server. */
async function daysIn(server: string): Promise<{ program: string[]; database: string[] }> {
  process.env.TZ = server;
  const { db, close } = openDatabase(appUrl, { max: 1, timeZone: ZONE, settings: { timezone: server } });
  const rows = await all<{ row: string }>(
    db,
    sql`select d.day || ' ' || date_trunc('month', d.day)::date || ' ' || d.day + ${DAYS_TO_PAY}::int as row
      from unnest(${instants.map((instant) => instant.toISOString())}::timestamptz[]) with ordinality as t (at, n)
      cross join lateral (select ${dayOfInstant(sql`t.at`)} as day) d order by t.n`,
  );
  await close();
  return {
    program: instants.map((instant) => {
      const day = dayOf(instant, ZONE);
      return `${day} ${firstOfMonth(day)} ${addDays(day, DAYS_TO_PAY)}`;
    }),
    database: rows.map(({ row }) => row),
  };
}

/** By hand: the day changes at 18:00 UTC. */
const expected = instants.map((instant) => {
  const day = new Date(instant.getTime() + 6 * 3_600_000).toISOString().slice(0, 10);
  const due = new Date(Date.parse(day) + DAYS_TO_PAY * 86_400_000).toISOString().slice(0, 10);
  return `${day} ${day.slice(0, 7)}-01 ${due}`;
});

test.each(SERVERS)(
  '12 month ends, every half hour of 36 hours, with a server in %s (G17)',
  async (server) => {
    const { program, database } = await daysIn(server);
    expect(expected.some((row) => row.startsWith('2028-02-29'))).toBe(true);
    expect(program).toEqual(expected);
    expect(database).toEqual(expected);
  },
);
