import { expect, test } from 'vitest';
import { makeRoad } from '#domains/settings/factory.ts';
import { execute, sql, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { startOn } from '#test/zone.ts';
import { makeConnection } from '../factory.ts';
import * as contract from './contract.ts';

const app = await testApp({ now: startOn('2026-11-02') });
const PERIOD = '2026-10-01';

test('from meter to meter along the way: the next unread one after each, and nothing after the last', async () => {
  const road = await transaction(app.db, (tx) => makeRoad(tx, app.system()));
  const connect = async (routeOrder: number) => {
    const given = { roadId: road.id, connectedOn: '2026-09-01' };
    const made = await transaction(app.db, (tx) => makeConnection(tx, app.system(), given));
    await execute(
      app.owner.db,
      sql`update meters.connections set route_order = ${routeOrder} where id = ${made.id}`,
    );
    return made;
  };
  const [last, first, middle] = [await connect(10), await connect(2), await connect(9)];
  const reader = await app.staff('reader');
  const next = async (after: string) => {
    const query = {
      period: PERIOD,
      read: 'no' as const,
      sort: 'route' as const,
      limit: 1,
      roadId: road.id,
      after,
    };
    return (await app.call(contract.listRoute, { as: reader, query })).items[0]?.meterNumber;
  };
  const take = (meterId: string) =>
    app.call(contract.captureReading, {
      as: reader,
      body: { meterId, period: PERIOD, readOn: '2026-10-31', registerLitres: 5000 },
    });
  expect(await next(first.id)).toBe(middle.meterNumber);
  await take(middle.meterId);
  expect(await next(first.id)).toBe(last.meterNumber);
  await take(last.meterId);
  expect(await next(last.id)).toBeUndefined();
});
