import { describe, expect, test } from 'vitest';
import { systemActor } from '#platform/actor.ts';
import { all, execute, one, sql, transaction } from '#platform/database/db.ts';
import { addDays, addMonths } from '#shared/dates.ts';
import { testDatabase } from '#test/database.ts';
import { changeMeter } from '../actions/change-meter.ts';
import { type MadeReading, makeConnection } from '../factory.ts';
import { captureReading } from './actions/capture-reading.ts';

const { db, owner } = await testDatabase();
const actor = systemActor(new Date('2026-11-15T04:00:00Z'), '2026-11-15');

/** Registers in m³ at the ends of consecutive months from January 2025; null: not read. Installed 2024-12-31. */
function monthly(registers: (number | null)[]): MadeReading[] {
  return registers.flatMap((cubicMetres, month) => {
    const period = addMonths('2025-01-01', month);
    return cubicMetres === null
      ? []
      : [[period, addDays(addMonths(period, 1), -1), Math.round(cubicMetres * 1000)] as MadeReading];
  });
}

type Row = {
  flags: string[];
  consumption_litres: number | null;
  expected_from: string | null;
  figures: Record<string, number> | null;
};

async function lastOf(
  readings: MadeReading[],
  given: { openingLitres?: number; category?: string } = {},
): Promise<Row> {
  return transaction(db, async (tx) => {
    const made = await makeConnection(tx, actor, {
      connectedOn: '2024-12-31',
      ...given,
      category: given.category ?? crypto.randomUUID(),
      readings,
    });
    return one<Row>(
      tx,
      sql`select flags, consumption_litres, expected_from, figures from meters.readings
        where connection_id = ${made.id} order by period desc limit 1`,
    );
  });
}

const steady = [20, 40, 60, 80, 100, 120];

describe('flags of the last reading of a sequence', () => {
  test.each<[string, (number | null)[], string[], number | null]>([
    ['as usual', [...steady, 140], [], 20_000],
    ['twice as much is not high yet', [...steady, 159], [], 39_000],
    ['high', [...steady, 165], ['HIGH'], 45_000],
    ['three times a small use is below ten cubic metres more', [1, 2, 3, 4, 7], [], 3_000],
    ['very high', [...steady, 220], ['VERY_HIGH'], 100_000],
    ['low', [...steady, 124], ['LOW'], 4_000],
    ['nothing used', [...steady, 120], ['ZERO'], 0],
    ['nothing used in the first month', [0], [], 0],
    ['the register stands still since the installation', [0, 0], ['SAME_VALUE'], 0],
    ['register fell', [...steady, 100], ['NEGATIVE'], null],
    ['roll-over', [99_900, 99_920, 99_940, 99_960, 99_980, 3], ['ROLL_OVER'], 23_000],
    ['roll-over with high use', [99_900, 99_920, 99_940, 99_960, 99_980, 40], ['ROLL_OVER', 'HIGH'], 60_000],
    ['a month without reading', [...steady, null, 160], ['GAP'], 40_000],
    ['two months after the installation', [null, 20], ['GAP'], 20_000],
  ])('%s', async (_, registers, flags, consumption) => {
    const row = await lastOf(
      monthly(registers),
      registers[0] === 99_900 ? { openingLitres: 99_880_000 } : {},
    );
    expect([row.flags, row.consumption_litres]).toEqual([flags, consumption]);
  });

  test('the same month last year counts if there are not three readings before', async () => {
    const readings = monthly([20, ...Array<null>(11).fill(null), 900]);
    const row = await lastOf(readings);
    expect([row.expected_from, row.flags]).toEqual(['LAST_YEAR', ['HIGH', 'GAP']]);
  });

  test('others of the category count if nothing else is known', async () => {
    const category = crypto.randomUUID();
    for (const use of [18, 20, 22]) await lastOf(monthly([use]), { category });
    const row = await lastOf([['2025-02-01', '2025-02-28', 95_000]], { category });
    expect([row.expected_from, row.flags]).toEqual(['CATEGORY', ['HIGH', 'GAP']]);
  });
});

test('a change of meter inside the month adds both parts, and the next month goes on from the new one', async () => {
  const next = await transaction(db, (tx) => makeConnection(tx, actor, { connectedOn: '2024-12-31' }));
  await execute(owner.db, sql`delete from meters.assignments where meter_id = ${next.meterId}`);
  await transaction(db, async (tx) => {
    const made = await makeConnection(tx, actor, { connectedOn: '2024-12-31', readings: monthly([20, 40]) });
    await execute(tx, sql`update meters.meters set status = 'IN_STOCK' where id = ${next.meterId}`);
    await changeMeter(tx, actor, {
      connectionId: made.id,
      changedOn: '2025-03-15',
      finalLitres: 49_000,
      newMeterId: next.meterId,
      openingLitres: 5_000,
      reason: 'stopped',
    });
    for (const [period, readOn, registerLitres] of [
      ['2025-03-01', '2025-03-31', 16_000],
      ['2025-04-01', '2025-04-30', 36_000],
    ] as MadeReading[]) {
      await captureReading(tx, actor, { meterId: next.meterId, period, readOn, registerLitres });
    }
    const rows = await all(
      tx,
      sql`select consumption_litres, previous_litres, previous_on from meters.readings
        where connection_id = ${made.id} and period >= '2025-03-01' order by period`,
    );
    expect(rows).toEqual([
      { consumption_litres: 20_000, previous_litres: 5_000, previous_on: '2025-02-28' },
      { consumption_litres: 20_000, previous_litres: 16_000, previous_on: '2025-03-31' },
    ]);
  });
});

test('checks are data: off, refused, other limits for a category', async () => {
  const category = crypto.randomUUID();
  await execute(
    db,
    sql`insert into meters.reading_checks (code, category, effect, factor, litres) values
    ('HIGH', ${category}, 'REVIEW', 1.2, 1000), ('GAP', ${category}, 'OFF', 1.5, null), ('NEGATIVE', ${category}, 'REFUSE', null, null)`,
  );
  expect((await lastOf(monthly([...steady, 145]), { category })).flags).toEqual(['HIGH']);
  expect((await lastOf(monthly([...steady, null, 160]), { category })).flags).toEqual([]);
  await expect(lastOf(monthly([...steady, 100]), { category })).rejects.toThrow('meters.check_refused');
});

test('an estimate of the same month last year is not what is expected', async () => {
  const expectedAfter = (source: string) =>
    transaction(owner.db, async (tx) => {
      const made = await makeConnection(tx, actor, {
        ...{ connectedOn: '2025-09-30', category: crypto.randomUUID() },
        readings: [
          ['2025-10-01', '2025-10-31', 31_000],
          ['2026-09-01', '2026-09-30', 90_000],
        ],
      });
      await execute(
        tx,
        sql`update meters.readings set source = ${source} where connection_id = ${made.id} and period = '2025-10-01'`,
      );
      const body = { period: '2026-10-01', readOn: '2026-10-31', registerLitres: 120_000 };
      const { id } = await captureReading(tx, actor, { meterId: made.meterId, ...body });
      return one(tx, sql`select expected_from as "from" from meters.readings where id = ${id}`);
    });
  expect(await expectedAfter('MANUAL')).toEqual({ from: 'LAST_YEAR' });
  expect(await expectedAfter('ESTIMATE')).toEqual({ from: 'CATEGORY' });
});
