import { describe, expect, test } from 'vitest';
import { execute, sql, transaction } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import * as contract from './contract.ts';
import { type MadeConnection, type MadeReading, makeConnection } from './factory.ts';
import * as readings from './readings/contract.ts';

const app = await testApp();
const reader = await app.staff('reader');
const reviewer = await app.staff('reviewer');
const admin = await app.staff('admin');

const months: MadeReading[] = [
  ['2026-05-01', '2026-05-31', 20_000],
  ['2026-06-01', '2026-06-30', 40_000],
  ['2026-07-01', '2026-07-31', 60_000],
  ['2026-08-01', '2026-08-31', 80_000],
  ['2026-09-01', '2026-09-30', 100_000],
];

const connect = (given: Parameters<typeof makeConnection>[2] = {}) =>
  transaction(app.db, (tx) =>
    makeConnection(tx, app.system(), {
      connectedOn: '2026-04-30',
      readings: months,
      approve: true,
      ...given,
    }),
  );

const capture = (made: MadeConnection, registerLitres: number, as: Person = reader) =>
  app.call(readings.captureReading, {
    as,
    body: { meterId: made.meterId, period: '2026-10-01', readOn: '2026-10-31', registerLitres },
  });

const approve = (reading: readings.Reading, as: Person, reason?: string) => ({
  as,
  body: {
    id: reading.id,
    version: reading.version,
    action: 'approve' as const,
    ...(reason ? { reason } : {}),
  },
});

describe('taking a reading', () => {
  test('it is checked at once and shows what it was compared with', async () => {
    const reading = await capture(await connect(), 175_000);
    expect(reading).toMatchObject({
      state: 'FLAGGED',
      flags: ['HIGH'],
      consumptionLitres: 75_000,
      previousLitres: 100_000,
      expectedFrom: 'READINGS',
      figures: { factor: 2, readings: 5 },
      can: { approve: false, edit: true, reread: false, delete: false },
    });
  });

  test.each<[string, Partial<{ period: string; readOn: string; registerLitres: number }>, string]>([
    ['twice in a month', { period: '2026-09-01', readOn: '2026-09-30' }, 'already_read'],
    ['in the future', { period: '2026-11-01', readOn: '2026-11-16' }, 'reading_in_future'],
    ['before the meter sat there', { period: '2026-04-01', readOn: '2026-04-01' }, 'before_installation'],
    ['beyond what the register shows', { registerLitres: 100_000_000 }, 'beyond_register'],
    ['for a month that begins after it', { readOn: '2026-09-30' }, 'month_after_reading'],
    ['for a month of next year', { period: '2027-12-01', readOn: '2026-11-14' }, 'month_after_reading'],
  ])('refused: %s', async (_, given, code) => {
    const made = await connect();
    const body = {
      meterId: made.meterId,
      period: '2026-10-01',
      readOn: '2026-10-31',
      registerLitres: 120_000,
      ...given,
    };
    expect((await app.refused(readings.captureReading, { as: reader, body })).code).toBe(`meters.${code}`);
  });

  test('refused: on the day of the reading before', async () => {
    const made = await connect();
    const body = { meterId: made.meterId, readOn: '2026-11-05', registerLitres: 120_000 };
    await app.call(readings.captureReading, { as: reader, body: { ...body, period: '2026-10-01' } });
    const again = { as: reader, body: { ...body, period: '2026-11-01' } };
    expect(await app.codeOf(readings.captureReading, again)).toBe('meters.not_after_previous');
  });

  test('twenty at once leave one reading', async () => {
    const made = await connect();
    const body = {
      meterId: made.meterId,
      period: '2026-10-01',
      readOn: '2026-10-31',
      registerLitres: 120_000,
    };
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, () => app.call(readings.captureReading, { as: reader, body })),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const list = await app.call(readings.listReadings, {
      as: reader,
      query: { connectionId: made.id, period: '2026-10-01' },
    });
    expect(list.total).toBe(1);
  });
});

describe('reviewing', () => {
  test('a flagged reading needs a reason and somebody else than who took it', async () => {
    const reading = await capture(await connect(), 175_000, reviewer);
    expect((await app.refused(readings.reviewReading, approve(reading, reviewer, 'seen'))).code).toBe(
      'meters.own_reading',
    );
    const other = await app.staff('reviewer');
    expect((await app.refused(readings.reviewReading, approve(reading, other))).code).toBe(
      'meters.reason_required',
    );
    expect((await app.call(readings.reviewReading, approve(reading, other, 'a wedding'))).state).toBe(
      'APPROVED',
    );
    expect((await app.refused(readings.reviewReading, approve(reading, other, 'again'))).code).toBe(
      'common.stale_version',
    );
  });

  test('a very high one needs two of them', async () => {
    const reading = await capture(await connect(), 400_000);
    expect(reading.flags).toEqual(['VERY_HIGH']);
    const once = await app.call(readings.reviewReading, approve(reading, reviewer, 'leak seen'));
    expect([once.state, once.firstApprovedBy]).toEqual(['FLAGGED', 'Karim Uddin']);
    expect((await app.refused(readings.reviewReading, approve(once, reviewer, 'me again'))).code).toBe(
      'meters.second_approver_is_first',
    );
    expect((await app.call(readings.reviewReading, approve(once, admin, 'so do I'))).state).toBe('APPROVED');
  });

  test('a fallen register has no use to approve: it is corrected, and the first value stays', async () => {
    const made = await connect();
    const reading = await capture(made, 12_000);
    expect((await app.refused(readings.reviewReading, approve(reading, reviewer, 'why not'))).code).toBe(
      'meters.no_consumption',
    );
    const edited = await app.call(readings.editReading, {
      as: reviewer,
      body: {
        id: reading.id,
        version: reading.version,
        readOn: '2026-10-31',
        registerLitres: 120_000,
        reason: 'a digit was lost',
      },
    });
    expect([edited.state, edited.consumptionLitres]).toEqual(['VALID', 20_000]);
    const old = await app.call(readings.getReading, { as: reviewer, params: { id: reading.id } });
    expect([old.state, old.registerLitres, old.reviewReason]).toEqual([
      'SUPERSEDED',
      12_000,
      'a digit was lost',
    ]);
    expect(edited.id).not.toBe(old.id);
  });

  test('asked for again, the meter is among the unread until it is read again', async () => {
    const made = await connect();
    const reading = await capture(made, 175_000);
    await app.call(readings.reviewReading, {
      as: reviewer,
      body: { id: reading.id, version: reading.version, action: 'reread', reason: 'photo unclear' },
    });
    const unread = async () =>
      (
        await app.call(contract.listUnread, {
          as: reader,
          query: { period: '2026-10-01', search: made.meterNumber },
        })
      ).items;
    expect(await unread()).toMatchObject([{ meterId: made.meterId, monthsUnread: 1, lastLitres: 100_000 }]);
    expect((await capture(made, 121_000)).state).toBe('VALID');
    expect(await unread()).toEqual([]);
  });

  test('correcting one checks the next one again; not if that is approved', async () => {
    const made = await connect();
    const october = await capture(made, 102_000);
    const november = await app.call(readings.captureReading, {
      as: reader,
      body: { meterId: made.meterId, period: '2026-11-01', readOn: '2026-11-14', registerLitres: 140_000 },
    });
    expect([october.flags, november.flags]).toEqual([['LOW'], ['VERY_HIGH']]);
    await app.call(readings.editReading, {
      as: reader,
      body: {
        id: october.id,
        version: october.version,
        readOn: '2026-10-31',
        registerLitres: 120_000,
        reason: 'misread',
      },
    });
    const again = await app.call(readings.getReading, { as: reviewer, params: { id: november.id } });
    expect([again.consumptionLitres, again.previousLitres]).toEqual([20_000, 120_000]);
    // As it was before readings were decided in their order.
    await execute(app.owner.db, sql`update meters.readings set state = 'APPROVED' where id = ${november.id}`);
    const list = await app.call(readings.listReadings, {
      as: reviewer,
      query: { connectionId: made.id, period: '2026-10-01' },
    });
    const [edited] = list.items;
    const { id = '', version = 0 } = edited ?? {};
    const taken = { readOn: '2026-10-31', registerLitres: 121_000, reason: 'misread' };
    const review = { action: 'reread' as const, reason: 'mistake' };
    expect([
      await app.codeOf(readings.voidReading, { as: admin, params: { id }, body: { reason: 'mistake' } }),
      await app.codeOf(readings.editReading, { as: reader, body: { id, version, ...taken } }),
      await app.codeOf(readings.reviewReading, { as: reviewer, body: { id, version, ...review } }),
    ]).toEqual(Array.from({ length: 3 }, () => 'meters.later_readings_approved'));
  });

  test('everything unflagged of a month and sector is approved in one go', async () => {
    const made = await Promise.all([connect(), connect(), connect()]);
    const [first, second, third] = made as [MadeConnection, MadeConnection, MadeConnection];
    await capture(first, 120_000);
    await capture(second, 121_000);
    await capture(third, 175_000);
    const { items } = await app.call(readings.listReadings, {
      as: reviewer,
      query: { period: '2026-10-01', connectionId: first.id },
    });
    expect(items).toHaveLength(1);
    const { approved } = await app.call(readings.approveUnflagged, {
      as: reviewer,
      body: { period: '2026-10-01', flag: 'none' },
    });
    expect(approved).toBeGreaterThanOrEqual(2);
    const flagged = await app.call(readings.listReadings, {
      as: reviewer,
      query: { period: '2026-10-01', connectionId: third.id },
    });
    expect(flagged.items[0]?.state).toBe('FLAGGED');
  });
});

describe('lists', () => {
  test("the reader's way shows what is read and what is not", async () => {
    const made = await connect();
    const query = { period: '2026-10-01', roadId: made.roadId };
    const [before] = (await app.call(readings.listRoute, { as: reader, query })).items;
    expect(before).toMatchObject({ previousLitres: 100_000, previousOn: '2026-09-30', reading: null });
    await capture(made, 120_000);
    const [after] = (await app.call(readings.listRoute, { as: reader, query })).items;
    expect(after?.reading).toMatchObject({ registerLitres: 120_000, state: 'VALID' });
  });

  test('meters, a meter with its past, connections', async () => {
    const made = await connect();
    await app.call(contract.addMeter, { as: admin, body: { number: 'নতুন-১২' } });
    const stock = await app.call(contract.listMeters, {
      as: admin,
      query: { search: 'নতুন-১২', status: 'IN_STOCK' },
    });
    expect(stock.items.map(({ number }) => number)).toEqual(['নতুন-12']);
    const active = await app.call(contract.listMeters, {
      as: admin,
      query: { type: 'active', search: made.meterNumber },
    });
    expect(active.items).toMatchObject([
      { id: made.meterId, lastLitres: 100_000, connectionNumber: made.number },
    ]);
    const meter = await app.call(contract.getMeter, { as: admin, params: { id: made.meterId } });
    expect([meter.readings.length, meter.assignments.length]).toEqual([5, 1]);
    const connections = await app.call(contract.listConnections, {
      as: admin,
      query: { search: made.number },
    });
    expect(connections.items).toMatchObject([{ id: made.id, meterNumber: made.meterNumber }]);
  });

  test("a consumer sees own readings only and nobody's name", async () => {
    const consumer = await app.consumer();
    const own = await connect({ consumerId: consumer.consumerId ?? '' });
    await connect();
    const list = await app.call(readings.listReadings, { as: consumer, query: {} });
    expect(new Set(list.items.map(({ connectionId }) => connectionId))).toEqual(new Set([own.id]));
    const foreign = (await app.call(readings.listReadings, { as: admin, query: { limit: 200 } })).items.find(
      ({ connectionId }) => connectionId !== own.id,
    );
    const refusal = await app.refused(readings.getReading, {
      as: consumer,
      params: { id: foreign?.id ?? '' },
    });
    expect(refusal.status).toBe(404);
  });
});
