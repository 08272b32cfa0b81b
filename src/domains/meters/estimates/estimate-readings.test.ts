/** Meters that nobody read are estimated after the deadline: by which rule, from what, how often in a row, and who reviews it. */
import { expect, test } from 'vitest';
import { all, execute, one, sql, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { type MadeReading, makeConnection, makeConnections } from '../factory.ts';
import { approveUnflagged, getReading, reviewReading } from '../readings/contract.ts';
import { createEstimates, listEstimates, sumEstimates } from './contract.ts';

const app = await testApp();
const reviewer = await app.staff('reviewer');
const second = await app.staff('reviewer');
const period = '2026-10-01';

/** A connection that is alone on its road, so that a call for the road is about it. */
const connect = (readings: MadeReading[], category = 'residential', connectedOn = '2025-08-31') =>
  transaction(app.db, (tx) =>
    makeConnection(tx, app.system(), { connectedOn, category, readings, approve: true }),
  );
const shown = async (roadId: string, month = period) =>
  (await app.call(listEstimates, { as: reviewer, query: { period: month, roadId } })).items[0];
const estimate = async (roadId: string, month = period) => {
  const { count, litres } = await app.call(sumEstimates, { as: reviewer, query: { period: month, roadId } });
  return app.call(createEstimates, { as: reviewer, body: { period: month, roadId, count, litres } });
};
const readingOf = (connectionId: string, month = period) =>
  one<{
    id: string;
    version: number;
    state: string;
    source: string;
    register: number;
    flags: string[];
    days: number[];
  }>(
    app.db,
    sql`select id, version, state, source, register_litres as register, flags, recent_days as days from meters.readings
      where connection_id = ${connectionId} and period = ${month} and living`,
  );
const months: MadeReading[] = [
  ['2026-07-01', '2026-07-31', 31_000],
  ['2026-08-01', '2026-08-31', 62_000],
  ['2026-09-01', '2026-09-30', 92_000],
];

test('the same month last year comes first, then the mean of the last readings, then the median of the category', async () => {
  const year = await connect([
    ['2025-09-01', '2025-09-30', 10_000],
    ['2025-10-01', '2025-10-31', 72_000],
    ...months.map(([month, day, litres]): MadeReading => [month, day, litres + 100_000]),
  ]);
  expect(await shown(year.roadId)).toMatchObject({
    ...{ method: 'LAST_YEAR', litres: 62_000, registerLitres: 254_000, basisLitres: 62_000, basisDays: 31 },
    ...{ readOn: '2026-10-31', inRow: 1, leftOut: null },
  });
  const mean = await connect(months, 'residential', '2026-06-30');
  expect(await shown(mean.roadId)).toMatchObject({
    method: 'RECENT',
    litres: 31_000,
    basisLitres: 92_000,
    basisDays: 92,
  });
  // Two readings of this category in September, 3 and 1 m³ a day: the middle is 2. A new connection has nothing else.
  await connect([['2026-09-01', '2026-09-30', 90_000]], 'commercial', '2026-08-31');
  await connect([['2026-09-01', '2026-09-30', 30_000]], 'commercial', '2026-08-31');
  const fresh = await connect([], 'commercial', '2026-09-30');
  expect(await shown(fresh.roadId)).toMatchObject({
    method: 'CATEGORY',
    litres: 62_000,
    registerLitres: 62_000,
  });
  const alone = await connect([], 'institutional', '2026-09-30');
  expect(await shown(alone.roadId)).toMatchObject({ method: null, litres: null, leftOut: 'NO_BASIS' });
});

test('an estimate is a reading that waits for somebody else, and is not among the real ones', async () => {
  const made = await connect(months, 'residential', '2026-06-30');
  expect(await estimate(made.roadId)).toEqual({ estimated: 1 });
  const reading = await readingOf(made.id);
  expect(reading).toMatchObject({
    state: 'FLAGGED',
    source: 'ESTIMATE',
    register: 123_000,
    days: [30, 31, 31],
  });
  expect(reading.flags).toContain('ESTIMATED');
  expect(
    await all(
      app.db,
      sql`select method, litres, in_row as "inRow", basis_days as "basisDays" from meters.estimates
    where reading_id = ${reading.id}`,
    ),
  ).toEqual([{ method: 'RECENT', litres: 31_000, inRow: 1, basisDays: 92 }]);
  // Nothing is left to be estimated, and what is not flagged is approved without it.
  expect(await shown(made.roadId)).toBeUndefined();
  await app.call(approveUnflagged, { as: second, body: { period, connectionId: made.id } });
  const body = {
    id: reading.id,
    version: reading.version,
    action: 'approve' as const,
    reason: 'locked house',
  };
  await expect(app.call(reviewReading, { as: reviewer, body })).rejects.toThrow('meters.own_reading');
  await app.call(reviewReading, { as: second, body });
  expect(await readingOf(made.id)).toMatchObject({ state: 'ESTIMATED' });
  const { can } = await app.call(getReading, { as: second, params: { id: reading.id } });
  expect(can).toMatchObject({ reopen: true, approve: false });
  await app.call(reviewReading, {
    as: second,
    body: { ...body, version: reading.version + 1, action: 'reopen' },
  });
  expect(await readingOf(made.id)).toMatchObject({ state: 'FLAGGED' });
});

test('not before the deadline, and only what was shown', async () => {
  const made = await connect(months, 'residential', '2026-06-30');
  const body = { period, roadId: made.roadId, count: 1, litres: 31_001 };
  await expect(app.call(createEstimates, { as: reviewer, body })).rejects.toThrow('meters.estimates_moved');
  await expect(
    app.call(createEstimates, { as: reviewer, body: { ...body, count: 2, litres: 31_000 } }),
  ).rejects.toThrow('meters.estimates_moved');
  expect(await shown(made.roadId)).toMatchObject({ litres: 31_000 });
  await expect(
    app.call(createEstimates, { as: reviewer, body: { ...body, period: '2026-11-01' } }),
  ).rejects.toThrow('meters.estimate_too_early');
});

test('after three estimates in a row the meter is read, not estimated; what was estimated is no history', async () => {
  const made = await connect(months.slice(0, 3), 'residential', '2026-06-30');
  // What the settings say: two in a row, and any part of the months before may be estimated.
  await execute(
    app.owner.db,
    sql`insert into settings.entries (key, value) values ('estimates', '{"mostInRow": 2, "order": ["RECENT", "CATEGORY"]}')`,
  );
  try {
    await estimate(made.roadId);
    const reading = await readingOf(made.id);
    await execute(app.owner.db, sql`update meters.estimates set in_row = 2 where reading_id = ${reading.id}`);
    expect(await shown(made.roadId, '2026-11-01')).toMatchObject({
      leftOut: 'LIMIT',
      inRow: 3,
      litres: null,
    });
    await execute(app.owner.db, sql`update meters.estimates set in_row = 1 where reading_id = ${reading.id}`);
    expect(await shown(made.roadId, '2026-11-01')).toMatchObject({
      leftOut: null,
      inRow: 2,
      method: 'RECENT',
    });
    // One of four months is estimated, which is more than a tenth; and estimates give a category no median.
    await execute(
      app.owner.db,
      sql`update settings.entries set value = value || '{"mostEstimatedPercent": 10}' where key = 'estimates'`,
    );
    expect(await shown(made.roadId, '2026-11-01')).toMatchObject({ inRow: 2, leftOut: 'NO_BASIS' });
    // The year after, its October is not what a use is taken from.
    await execute(app.owner.db, sql`delete from settings.entries where key = 'estimates'`);
    expect((await shown(made.roadId, '2027-10-01'))?.method).not.toBe('LAST_YEAR');
  } finally {
    await execute(app.owner.db, sql`delete from settings.entries where key = 'estimates'`);
  }
});

test('a thousand meters in one statement', async () => {
  await transaction(app.owner.db, (tx) =>
    makeConnections(tx, app.system(), {
      ...{ count: 1000, connectedOn: '2026-05-31', roads: 1 },
      periods: ['2026-06-01', '2026-07-01', '2026-08-01', '2026-09-01'],
    }),
  );
  const [{ roadId }] = (await all<{ roadId: string }>(
    app.db,
    sql`select c.road_id as "roadId" from meters.meters m
    join meters.assignments a on a.meter_id = m.id join meters.connections c on c.id = a.connection_id where m.number = 'B000000001'`,
  )) as [{ roadId: string }];
  expect(await estimate(roadId)).toEqual({ estimated: 1000 });
  // Each as much a day as before.
  const wrong = await all(
    app.db,
    sql`select from meters.readings r join meters.meters m on m.id = r.meter_id
    where m.number ~ '^B' and r.period = ${period} and r.consumption_litres <> 31 * (300 + substr(m.number, 2)::int % 700)`,
  );
  expect(wrong).toHaveLength(0);
});
