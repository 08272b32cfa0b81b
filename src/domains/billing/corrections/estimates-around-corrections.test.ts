/** Estimates before and after a reading that is corrected: they go on from the right figure, and are never made higher. */
import { beforeAll, expect, test } from 'vitest';
import type { MadeConnection } from '#domains/meters/factory.ts';
import { all, execute, one, sql } from '#platform/database/db.ts';
import { billMonth } from '../bill-run/factory-months.ts';
import { invoiceDetail } from '../invoices/contract.ts';
import * as contract from './contract.ts';
import { misreadOffice, NOVEMBER, OCTOBER, SEPTEMBER } from './factory-misread.ts';

const {
  app,
  office,
  asker,
  steady,
  codeOf,
  estimate,
  read,
  bill,
  later,
  preview,
  adjust,
  readingsOf,
  usesOf,
  documentsOf,
  newMeter,
} = await misreadOffice();
const made: Record<string, MadeConnection> = {};
const of = (name: string) => made[name] as MadeConnection;

beforeAll(async () => {
  made.estimated = await steady([[SEPTEMBER, '2026-09-30', 210_000]]);
  made.rising = await steady([[SEPTEMBER, '2026-09-30', 110_000]]);
  made.high = await steady([[SEPTEMBER, '2026-09-30', 210_000]]);
  made.below = await steady([[SEPTEMBER, '2026-09-30', 110_000]]);
  made.changed = await steady([[SEPTEMBER, '2026-09-30', 110_000]]);
  made.named = await steady([[SEPTEMBER, '2026-09-30', 210_000]]);
  await execute(app.owner.db, sql`update meters.readings set state = 'BILLED' where period < ${SEPTEMBER}`);
  await billMonth(office, SEPTEMBER);
  await estimate(OCTOBER);
  await billMonth(office, OCTOBER);
  await read(of('high'), NOVEMBER, 260_000);
  await read({ meterId: await newMeter(of('changed')) }, NOVEMBER, 5_000);
  await read(of('below'), NOVEMBER, 150_000);
  await billMonth(office, NOVEMBER);
  await estimate(NOVEMBER, false);
});

test('estimates after the corrected figure go on from it, and a mean of wrong readings is taken again', async () => {
  // The mean of 153 days with the wrong 210 m³: 31 days of it are 42.549 m³. With 110 m³ they are 22.288 m³.
  expect(await usesOf(of('estimated'))).toEqual([110_000, 42_549, 41_176]);
  const september = await bill(of('estimated'), SEPTEMBER);
  expect((await later(september)).map(({ period, isEstimate }) => [period, isEstimate])).toEqual([
    [OCTOBER, true],
  ]);
  const { bills } = await preview(september, [110_000]);
  expect(
    bills.map(({ amountMinor, after }) => [amountMinor, after.previousLitres, after.currentLitres]),
  ).toEqual([
    [-1_900_00, 100_000, 110_000],
    [-405_22, 110_000, 132_288],
  ]);
  await adjust(september, [110_000]);
  // November is not billed yet: it waits for its review again.
  expect(await readingsOf(of('estimated'))).toEqual([
    { register: 110_000, used: 10_000, source: 'MANUAL', state: 'BILLED' },
    { register: 132_288, used: 22_288, source: 'ESTIMATE', state: 'BILLED' },
    { register: 153_857, used: 21_569, source: 'ESTIMATE', state: 'FLAGGED' },
  ]);
  expect(await documentsOf(of('estimated'))).toEqual([-1_900_00, -405_22]);
  const { method, basis, inRow } = await one<{ method: string; basis: number; inRow: number }>(
    app.db,
    sql`select e.method, e.basis_litres as basis, e.in_row as "inRow" from meters.estimates e join meters.readings r on r.id = e.reading_id
      where r.connection_id = ${of('estimated').id} and r.living and r.period = ${NOVEMBER}`,
  );
  expect({ method, basis, inRow }).toEqual({ method: 'RECENT', basis: 110_000, inRow: 2 });
});

test('an estimate is never made higher: what a higher mean would give is left to the next real reading', async () => {
  const { id } = of('rising');
  expect(await usesOf({ id })).toEqual([10_000, 22_288, 21_569]);
  await adjust(await bill({ id }, SEPTEMBER), [140_000]);
  expect(await readingsOf({ id })).toMatchObject([
    { register: 140_000, used: 40_000 },
    { register: 162_288, used: 22_288 },
    { register: 183_857, used: 21_569 },
  ]);
  expect(await documentsOf({ id })).toEqual([500_00, 0]);
});

test('between two figures that are both corrected the estimate is no more than what went through the meter', async () => {
  const { id } = of('high');
  expect(await usesOf({ id })).toEqual([110_000, 42_549, 7_451]);
  const september = await bill({ id }, SEPTEMBER);
  const enough = await preview(september, [110_000, 160_000]);
  expect(enough.bills.map(({ after }) => after.usageLitres)).toEqual([10_000, 22_288, 27_712]);
  await adjust(september, [110_000, 120_000]);
  // 10 m³ in 61 days, of which 31 are estimated.
  expect(await usesOf({ id })).toEqual([10_000, 5_081, 4_919]);
});

test('a real figure after an estimate is corrected to less than was estimated: the estimate becomes lower, and its bill is credited', async () => {
  const { id } = of('below');
  expect(await usesOf({ id })).toEqual([10_000, 22_288, 17_712]);
  // A check that refuses readings looks at the use that is left after the estimate became lower.
  const low = (effect: 'REVIEW' | 'REFUSE') =>
    execute(app.owner.db, sql`update meters.reading_checks set effect = ${effect} where code = 'LOW'`);
  await low('REFUSE');
  expect(await codeOf(await bill({ id }, NOVEMBER), [120_000])).toBe('meters.check_refused');
  await low('REVIEW');
  await adjust(await bill({ id }, NOVEMBER), [120_000]);
  expect(await usesOf({ id })).toEqual([10_000, 5_081, 4_919]);
  const log = await all<{ action: string }>(
    app.owner.db,
    sql`select l.action from platform.audit l join meters.readings r on r.id = l.object_id::uuid
      where r.connection_id = ${id} and r.living and l.action = 'reading.edit' and l.object = 'reading'`,
  );
  expect(log).toHaveLength(2);
  // 245.76 becomes 50.81, 177.12 becomes 49.19.
  expect(await documentsOf({ id })).toEqual([-194_95, -127_93]);
});

test('after a changed meter the estimate before the change is made again one time, and its bill is one', async () => {
  const { id } = of('changed');
  expect(await usesOf({ id })).toEqual([10_000, 22_288, 12_712]);
  await adjust(await bill({ id }, SEPTEMBER), [130_000]);
  // 140 − 130 on the meter that went and 5 on the new one, of which 31 of 61 days are estimated.
  expect(await usesOf({ id })).toEqual([30_000, 7_622, 7_378]);
  const billed = await all<{ litres: number }>(
    app.db,
    sql`select a.usage_after_litres as litres from billing.adjustments a join billing.invoices i on i.id = a.invoice_id
      where i.connection_id = ${id} order by i.period`,
  );
  expect(billed.map(({ litres }) => litres)).toEqual([30_000, 7_622, 7_378]);
});

test('an estimate that is named is a figure, also if the register showed what was estimated', async () => {
  const { id } = of('named');
  const september = await bill({ id }, SEPTEMBER);
  const { version } = await app.call(invoiceDetail, { as: asker, params: { id: september } });
  const [october] = await later(september);
  await app.call(contract.adjustMeterReading, {
    as: asker,
    body: {
      ...{ invoiceId: september, version, registerLitres: 110_000, reason: 'misread' },
      later: [{ readingId: String(october?.readingId), registerLitres: 252_549 }],
    },
  });
  expect(await readingsOf({ id })).toMatchObject([
    { register: 110_000, used: 10_000 },
    { register: 252_549, used: 142_549, source: 'MANUAL' },
    { source: 'ESTIMATE' },
  ]);
});
