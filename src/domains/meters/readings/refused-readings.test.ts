/** Readings that are not taken, over HTTP, each for its own reason. */
import { expect, test } from 'vitest';
import { transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { startOn } from '#test/zone.ts';
import { addMeter } from '../actions/add-meter.ts';
import { setReadingCheck } from '../checks/contract.ts';
import { type MadeReading, makeConnection } from '../factory.ts';
import { captureReading } from './contract.ts';

const app = await testApp({ now: startOn('2026-11-02') });
const as = await app.staff('admin');
const actor = { ...app.system(), permissions: new Set<never>() };

const connection = (readings: MadeReading[] = []) =>
  transaction(app.db, (tx) => makeConnection(tx, actor, { connectedOn: '2026-06-30', readings }));
const capture = (meterId: string, period: string, readOn: string, registerLitres: number) =>
  app.codeOf(captureReading, { as, body: { meterId, period, readOn, registerLitres } });

test('of a meter that sits nowhere', async () => {
  const meter = await transaction(app.db, (tx) =>
    addMeter(tx, actor, {
      number: 'STOCK-1',
      make: 'Itron',
      sizeMm: 20,
      registerDigits: 5,
      sealNumber: null,
    }),
  );
  expect(await capture(meter.id, '2026-10-01', '2026-10-31', 1000)).toBe('meters.not_installed');
  const { meterId } = await connection();
  expect(await capture(meterId, '2026-10-01', '2026-10-31', 1000)).toBeUndefined();
});

test('of a meter that is none', async () => {
  const none = '0190ffff-ffff-7fff-8fff-ffffffffffff';
  expect(await capture(none, '2026-10-01', '2026-10-31', 1000)).toBe('meters.unknown_meter');
});

test('before one that was taken already', async () => {
  const { meterId } = await connection([['2026-10-01', '2026-10-31', 20_000]]);
  expect(await capture(meterId, '2026-09-01', '2026-09-30', 10_000)).toBe('meters.later_reading_exists');
});

test('of a use that the utility does not take', async () => {
  const month = (n: number) => `2026-0${n}`;
  const steady: MadeReading[] = [7, 8, 9].map((n, at) => [
    `${month(n)}-01`,
    `${month(n)}-28`,
    (at + 1) * 20_000,
  ]);
  const { meterId } = await connection(steady);
  const limits = {
    code: 'VERY_HIGH' as const,
    category: 'residential',
    factor: '3',
    litres: 10_000,
    readings: null,
  };
  const set = (effect: 'REFUSE' | 'REVIEW', changedAt: string | null) =>
    app.call(setReadingCheck, { as, body: { ...limits, effect, changedAt } });
  const { changedAt } = await set('REFUSE', null);
  expect(await capture(meterId, '2026-10-01', '2026-10-31', 900_000)).toBe('meters.check_refused');
  await set('REVIEW', changedAt);
  expect(await capture(meterId, '2026-10-01', '2026-10-31', 900_000)).toBeUndefined();
  const { litres: _, ...rest } = limits;
  const refusal = await app.refused(setReadingCheck, {
    as,
    body: { ...rest, category: 'commercial', litres: null, effect: 'REVIEW', changedAt: null },
  });
  expect(refusal.fields.map(({ code }) => code)).toEqual(['meters.check_litres']);
});

test('for a month before the connection began', async () => {
  const { meterId } = await connection();
  expect(await capture(meterId, '2026-05-01', '2026-10-31', 1000)).toBe('meters.before_installation');
  expect(await capture(meterId, '2026-06-01', '2026-06-30', 1000)).toBeUndefined();
});
