/** The next meters on the way: which they are, what they cost, and that the browser judges a use as the checks do. */
import { beforeAll, expect, test } from 'vitest';
import { staffDashboard } from '#domains/dashboard/contract.ts';
import { execute, sql, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { answered } from '#test/plans.ts';
import { startOn } from '#test/zone.ts';
import { listUnread } from '../contract.ts';
import { makeConnection, makeConnections } from '../factory.ts';
import { readingQueues } from '../work-queues.ts';
import * as contract from './contract.ts';
import { likelyUse } from './likely-use.rules.ts';
import { nextMetersQuery } from './next-meters.ts';

const TOWN = 3000;
const ROADS = 60;
const PERIODS = ['2026-07-01', '2026-08-01', '2026-09-01'];
const LAST = '2026-10-01';
const app = await testApp({ now: startOn('2026-11-15') });
const reader = await app.staff('reader');

beforeAll(async () => {
  await transaction(app.owner.db, (tx) =>
    makeConnections(tx, app.system(), {
      count: TOWN,
      connectedOn: '2026-06-30',
      periods: [...PERIODS, LAST],
      roads: ROADS,
    }),
  );
  await execute(
    app.owner.db,
    sql`delete from meters.readings r using meters.meters m where m.id = r.meter_id and r.period = ${LAST}
      and substr(m.number, 2)::int % 3 = 0`,
  );
  await execute(app.owner.db, sql`vacuum analyze`);
});

const workQueue = readingQueues[1]?.first ?? expect.fail();
const next = async (query: object) => (await app.call(contract.nextMeters, { as: reader, query })).items;
const route = (query: object) =>
  app.call(contract.listRoute, { as: reader, query: { read: 'no', ...query } });

test('they are those of the list of the way, from a connection, behind one, and in one sector', async () => {
  const { items, total } = await route({ limit: 200 });
  expect(total).toBe(TOWN / 3);
  const ids = items.map(({ connectionId }) => connectionId);
  const idsOf = (found: readonly { connectionId: string }[]) => found.map(({ connectionId }) => connectionId);
  expect(idsOf(await next({ limit: 20 }))).toEqual(ids.slice(0, 20));
  // The twentieth to fortieth are on more roads than one.
  expect(idsOf(await next({ limit: 20, from: ids[17] }))).toEqual(ids.slice(17, 37));
  expect(idsOf(await next({ limit: 20, after: ids[17] }))).toEqual(ids.slice(18, 38));
  const sector = await app.call(contract.listRoute, { as: reader, query: { limit: 1, offset: 900 } });
  const { sectorNumber } = sector.items[0] ?? {};
  const [{ id: sectorId } = { id: '' }] = await sectorsOf(String(sectorNumber));
  const there = await route({ sectorId, limit: 20 });
  expect(idsOf(await next({ sectorId, limit: 20 }))).toEqual(idsOf(there.items));
  const last = await route({ limit: 1, offset: TOWN / 3 });
  expect(await next({ after: last.items[0]?.connectionId })).toEqual([]);
});

const sectorsOf = async (number: string) =>
  (await sql<{ id: string }>`select id from settings.sectors where number = ${number}`.execute(app.db)).rows;

test('a meter that is read is not among them, nor one that came after the month', async () => {
  const [first] = await next({ limit: 1 });
  await app.call(contract.captureReading, {
    as: reader,
    body: {
      meterId: String(first?.meterId),
      period: LAST,
      readOn: '2026-11-01',
      registerLitres: Number(first?.previousLitres) + 1000,
    },
  });
  expect((await next({ limit: 1 }))[0]?.meterId).not.toBe(first?.meterId);
  const late = await transaction(app.db, (tx) =>
    makeConnection(tx, app.system(), { connectedOn: '2026-11-02' }),
  );
  expect(await next({ from: late.id, limit: 1 })).not.toMatchObject([{ connectionId: late.id }]);
});

test('of a connection with a reading of a later month nothing is asked: each that is offered can be saved, and all counts are one', async () => {
  const offered = await next({ limit: 12 });
  for (const meter of offered.filter((_, place) => place % 2 === 0)) {
    await app.call(contract.captureReading, {
      as: reader,
      body: {
        ...{ meterId: meter.meterId, period: '2026-11-01', readOn: '2026-11-14' },
        registerLitres: Number(meter.previousLitres) + 20_000,
      },
    });
  }
  const passed = offered.filter((_, place) => place % 2 === 0).map(({ connectionId }) => connectionId);
  const now = await next({ limit: 10 });
  expect(now.map(({ connectionId }) => connectionId).filter((id) => passed.includes(id))).toEqual([]);
  const whole = await route({ limit: 1 });
  const unread = await app.call(listUnread, { as: reader, query: { limit: 1 } });
  const home = await workQueue(app.db, app.actorOf(reader), 6);
  const figures = (await app.call(staffDashboard, { as: await app.staff('admin') })).connections;
  expect([unread.total, home.total, figures?.unread]).toEqual([whole.total, whole.total, whole.total]);
  const over = await app.call(listUnread, { as: reader, query: { passedOver: true, limit: 50 } });
  expect(over.items.map(({ connectionId }) => connectionId).sort()).toEqual(passed.toSorted());
  const { items } = await app.call(contract.listRoute, {
    as: reader,
    query: { search: over.items[0]?.meterNumber },
  });
  expect(items).toMatchObject([{ reading: null, notToRead: 'LATER_MONTH_READ' }]);
  for (const meter of now) {
    const registerLitres = Number(meter.previousLitres) + 20_000;
    const body = { meterId: meter.meterId, period: LAST, readOn: meter.expectedOn, registerLitres };
    await app.call(contract.captureReading, { as: reader, body });
  }
  expect((await route({ limit: 1 })).total).toBe(whole.total - now.length);
});

test('a connection of after the month says so in the list of the way, and is in no list of the unread', async () => {
  const late = await transaction(app.db, (tx) =>
    makeConnection(tx, app.system(), { connectedOn: '2026-11-03' }),
  );
  const query = { search: late.meterNumber };
  const shown = await app.call(contract.listRoute, { as: reader, query });
  expect(shown.items).toMatchObject([{ reading: null, notToRead: 'CONNECTED_LATER' }]);
  expect((await route(query)).total).toBe(0);
  const later = await app.call(contract.listRoute, { as: reader, query: { ...query, period: '2026-11-01' } });
  expect(later.items).toMatchObject([{ reading: null, notToRead: null }]);
});

test('each reads a few houses, not the town', async () => {
  const { items } = await route({ limit: 1, offset: 500 });
  const after = String(items[0]?.connectionId);
  const plan = await answered(app.db, nextMetersQuery(app.system(), { period: LAST, after, limit: 4 }));
  expect(plan.rowsRead).toBeLessThan(TOWN / 2);
  expect(plan.reads.filter((read) => /^Seq Scan (readings_2026|connections)/.test(read))).toEqual([]);
});

test('the browser judges a use as the checks do', async () => {
  const VERDICTS: Record<string, string> = { HIGH: 'high', VERY_HIGH: 'high', LOW: 'low', NEGATIVE: 'fall' };
  const seen = new Set<string>();
  const meters = await next({ limit: 5 });
  const uses = [1, 2.5, 6, 0.1, -0.5];
  for (const [index, meter] of meters.entries()) {
    const litres = Math.round(Number(meter.expectedLitres) * (uses[index] ?? 1));
    const registerLitres = Number(meter.previousLitres) + litres;
    const reading = await app.call(contract.captureReading, {
      as: reader,
      body: { meterId: meter.meterId, period: LAST, readOn: meter.expectedOn, registerLitres },
    });
    const { verdict, used, usual } = likelyUse(meter, registerLitres, meter.expectedOn);
    expect(used).toBe(litres);
    expect(usual).toBe(reading.expectedLitres);
    expect([registerLitres, verdict]).toEqual([
      registerLitres,
      reading.flags.map((flag) => VERDICTS[flag]).find(Boolean) ?? 'normal',
    ]);
    seen.add(verdict);
    expect(meter.history).toHaveLength(PERIODS.length);
  }
  expect([...seen].sort()).toEqual(['fall', 'high', 'low', 'normal']);
});
