import { describe, expect, test } from 'vitest';
import { systemActor } from '#platform/actor.ts';
import { all, execute, one, sql, transaction } from '#platform/database/db.ts';
import { testDatabase } from '#test/database.ts';
import { takeOverConnections } from '../actions/take-over-connections.ts';
import { type MadeReading, makeConnection } from '../factory.ts';
import { approveFlagged } from './actions/approve-flagged.ts';
import { captureReading } from './actions/capture-reading.ts';
import { captureReadings } from './actions/capture-readings.ts';

const { db } = await testDatabase();
const system = systemActor(new Date('2026-11-15T04:00:00Z'), '2026-11-15');
const reviewer = { ...system, userId: '00000000-0000-7000-8000-00000000000a' };
const second = { ...system, userId: '00000000-0000-7000-8000-00000000000b' };
const period = '2026-04-01';

const HISTORY: MadeReading[] = [
  ['2026-01-01', '2026-01-31', 20_000],
  ['2026-02-01', '2026-02-28', 40_000],
  ['2026-03-01', '2026-03-31', 60_000],
];
const household = () =>
  transaction(db, (tx) => makeConnection(tx, system, { readings: HISTORY, connectedOn: '2026-01-01' }));
const columns = sql`register_litres, previous_litres, previous_on, consumption_litres, expected_litres, expected_from,
  recent_litres, recent_days, flags, figures, state`;

describe('many readings at once', () => {
  test('get the verdicts that single ones get', async () => {
    for (const registerLitres of [82_000, 160_000, 50_000, 60_000]) {
      const [alone, together] = [await household(), await household()];
      const reading = { readOn: '2026-04-30', registerLitres };
      await transaction(db, (tx) =>
        captureReading(tx, system, { meterId: alone.meterId, period, ...reading }),
      );
      const readings = [{ meterId: together.meterId, ...reading }];
      await transaction(db, (tx) => captureReadings(tx, system, { period, source: 'MANUAL', readings }));
      const rows = await all(
        db,
        sql`select ${columns} from meters.readings where meter_id in (${alone.meterId}, ${together.meterId}) and period = ${period}`,
      );
      expect(rows).toHaveLength(2);
      expect(rows[0]).toEqual(rows[1]);
    }
  });

  test('come back with the reason if they cannot be taken', async () => {
    const { meterId } = await household();
    const line = { meterId, readOn: '2026-04-30', registerLitres: 80_000 };
    const round = {
      period,
      source: 'MOBILE' as const,
      readings: [line, { ...line, registerLitres: 81_000 }],
    };
    expect(await transaction(db, (tx) => captureReadings(tx, system, round))).toEqual({
      taken: 1,
      flagged: 0,
      refused: [{ meterId, reason: 'DUPLICATE_IN_FILE' }],
    });
    const again = await transaction(db, (tx) => captureReadings(tx, system, { ...round, readings: [line] }));
    expect(again.refused).toEqual([{ meterId, reason: 'ALREADY_READ' }]);
  });
});

test('flagged readings are approved together, very high ones by two people', async () => {
  const month = '2026-05-01';
  const [high, veryHigh] = [await household(), await household()];
  const readings = [
    { meterId: high.meterId, readOn: '2026-05-31', registerLitres: 170_000 },
    { meterId: veryHigh.meterId, readOn: '2026-05-31', registerLitres: 900_000 },
  ];
  await transaction(db, (tx) => captureReadings(tx, system, { period: month, source: 'MANUAL', readings }));
  // What came before is decided.
  await execute(db, sql`update meters.readings set state = 'APPROVED' where living and period < ${month}`);
  const approve = (actor: typeof reviewer) =>
    transaction(db, (tx) => approveFlagged(tx, actor, { period: month, reason: 'asked the household' }));
  expect(await approve(reviewer)).toEqual({ approved: 1, first: 1 });
  expect(await approve(reviewer)).toEqual({ approved: 0, first: 0 });
  expect(await approve(second)).toEqual({ approved: 1, first: 0 });
});

test('connections are taken over with their meter and the reading that was billed last', async () => {
  const { roadId, consumerId } = await household();
  const meter = { number: 'OLD-1', make: 'Itron', sizeMm: 20, registerDigits: 5, sealNumber: null };
  const place = {
    consumerId,
    roadId,
    plotNumber: '77',
    category: 'residential',
    pipeSizeMm: 20,
    routeOrder: 1,
  };
  const old = { ...place, connectedOn: '2020-01-01', meter, openingLitres: 0 };
  const lastBilled = { period: '2026-03-01', readOn: '2026-03-31', registerLitres: 500_000 };
  const [made] = await transaction(db, (tx) => takeOverConnections(tx, system, [{ ...old, lastBilled }]));
  const readings = [{ meterId: made?.meterId ?? '', readOn: '2026-04-30', registerLitres: 520_000 }];
  await transaction(db, (tx) => captureReadings(tx, system, { period, source: 'MANUAL', readings }));
  expect(
    await one(
      db,
      sql`select consumption_litres, previous_on from meters.readings where connection_id = ${made?.id} and period = ${period}`,
    ),
  ).toEqual({ consumption_litres: 20_000, previous_on: '2026-03-31' });
});
