/** The tabs of the two lists of readings count what their lists show, with the same other filters. */
import { expect, test } from 'vitest';
import { execute, sql, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { makeConnection } from '../factory.ts';
import * as contract from './contract.ts';

const app = await testApp();
const [reviewer, consumer] = [await app.staff('reviewer'), await app.consumer()];
const [SEPTEMBER, OCTOBER] = ['2026-09-01', '2026-10-01'];

const connect = (october?: number) =>
  transaction(app.db, (tx) =>
    makeConnection(tx, app.system(), {
      connectedOn: '2026-08-31',
      readings: [
        [SEPTEMBER, '2026-09-30', 20_000],
        ...(october === undefined ? [] : [[OCTOBER, '2026-10-31', october] as [string, string, number]]),
      ],
    }),
  );
const [usual, high, unread] = [await connect(40_000), await connect(900_000), await connect()];
const sectorOf = async (connectionId: string) => {
  const { items } = await app.call(contract.listRoute, {
    as: reviewer,
    query: { period: OCTOBER, limit: 100 },
  });
  const row = items.find((item) => item.connectionId === connectionId);
  return row?.meterNumber ?? '';
};

test('each state has as many as its list, with each of its other filters', async () => {
  const number = await sectorOf(usual.id);
  for (const narrowed of [
    {},
    { flag: 'any' as const },
    { flag: 'none' as const },
    { search: number },
    { deviationAbove: 50 },
  ]) {
    const query = { period: OCTOBER, ...narrowed };
    const { counts } = await app.call(contract.countReadings, { as: reviewer, query });
    for (const state of ['FLAGGED', 'VALID', 'APPROVED', 'BILLED'] as const) {
      const { total } = await app.call(contract.listReadings, { as: reviewer, query: { ...query, state } });
      expect([state, counts[state] ?? 0], JSON.stringify(narrowed)).toEqual([state, total]);
    }
  }
});

test('what one press approves is counted by month, sector and file alone', async () => {
  const { total } = await app.call(contract.listReadings, {
    as: reviewer,
    query: { period: OCTOBER, state: 'VALID', flag: 'none' },
  });
  const { counts, unflagged } = await app.call(contract.countReadings, {
    as: reviewer,
    query: { period: OCTOBER, search: 'nobody is called that', flag: 'any' },
  });
  expect([unflagged, counts]).toEqual([total, {}]);
  expect(total).toBeGreaterThan(0);
});

test('the way counts what is read, what is not, and all', async () => {
  const ask = (query: object) =>
    app.call(contract.countRoute, { as: reviewer, query: { period: OCTOBER, ...query } });
  const totalOf = async (query: object) =>
    (await app.call(contract.listRoute, { as: reviewer, query: { period: OCTOBER, ...query } })).total;
  const number = await sectorOf(unread.id);
  for (const narrowed of [{}, { search: number }])
    expect(await ask(narrowed)).toEqual({
      no: await totalOf({ ...narrowed, read: 'no' }),
      yes: await totalOf({ ...narrowed, read: 'yes' }),
      all: await totalOf(narrowed),
    });
  expect(await ask({ search: number })).toEqual({ no: 1, yes: 0, all: 1 });
});

test('a consumer counts own readings only', async () => {
  const { counts } = await app.call(contract.countReadings, { as: consumer, query: { period: OCTOBER } });
  expect(counts).toEqual({});
  expect(await app.call(contract.countRoute, { as: consumer, query: { period: OCTOBER } })).toEqual({
    ...{ no: 0, yes: 0, all: 0 },
  });
  await execute(
    app.db,
    sql`update meters.connections set consumer_id = ${consumer.consumerId} where id = ${high.id}`,
  );
  expect((await app.call(contract.countRoute, { as: consumer, query: { period: OCTOBER } })).all).toBe(1);
});
