/**
 * A meter that was misread for several months: one correction names all of them, and no month is billed the error of another. Estimates
 * after a corrected figure keep their use. All of it or nothing.
 */
import { beforeAll, expect, test } from 'vitest';
import { createEstimates, sumEstimates } from '#domains/meters/estimates/contract.ts';
import type { MadeConnection } from '#domains/meters/factory.ts';
import { approveUnflagged, captureReading, reviewReading } from '#domains/meters/readings/contract.ts';
import { changeLimits } from '#domains/settings/changes/factory-limits.ts';
import { all, execute, one, sql } from '#platform/database/db.ts';
import { addDays, addMonths } from '#shared/dates.ts';
import { testApp } from '#test/app.ts';
import { billMonth, connect, makeOffice } from '../bill-run/factory-months.ts';
import { invoiceDetail, searchInvoice } from '../invoices/contract.ts';
import * as settings from '../settings/contract.ts';
import { approvedTariff } from '../tariffs/factory.ts';
import * as contract from './contract.ts';

const app = await testApp({ now: '2027-01-10T04:00:00Z' });
const office = await makeOffice(app);
const [asker, reviewer, reader, cashier] = [
  await app.staff('admin'),
  await app.staff('reviewer'),
  await app.staff('reader'),
  await app.staff('cashier'),
];
const approver = await app.staff('admin');
const [SEPTEMBER, OCTOBER, NOVEMBER, DECEMBER] = [
  '2026-09-01',
  '2026-10-01',
  '2026-11-01',
  '2026-12-01',
] as const;
const made: Record<string, MadeConnection> = {};
const of = (name: string) => made[name] as MadeConnection;

/** ৳10 a m³, ৳20 from 20 m³ on; at 100 m³ at the end of August. September, October and November are read as given. */
const misread = (readings: readonly [string, string, number][]) =>
  connect(office, {
    connectedOn: '2026-07-31',
    readings: [['2026-08-01', '2026-08-31', 100_000], ...readings],
  });
/** Read each month: 70 m³ in May, then 10 m³. */
const steady = (readings: readonly [string, string, number][]) =>
  connect(office, {
    connectedOn: '2026-04-30',
    readings: [
      ['2026-05-01', '2026-05-31', 70_000],
      ['2026-06-01', '2026-06-30', 80_000],
      ['2026-07-01', '2026-07-31', 90_000],
      ['2026-08-01', '2026-08-31', 100_000],
      ...readings,
    ],
  });
const wrong: readonly [string, string, number][] = [
  [SEPTEMBER, '2026-09-30', 210_000],
  [OCTOBER, '2026-10-31', 220_000],
  [NOVEMBER, '2026-11-30', 230_000],
];

/** @param isApproved if not, the estimates wait for their review */
async function estimate(period: string, isApproved = true) {
  const { count, litres } = await app.call(sumEstimates, { as: reviewer, query: { period } });
  await app.call(createEstimates, { as: reviewer, body: { period, count, litres } });
  if (!isApproved) return;
  const open = await all<{ id: string; version: number }>(
    app.db,
    sql`select id, version from meters.readings where period = ${period} and waiting and source = 'ESTIMATE'`,
  );
  for (const reading of open)
    await app.call(reviewReading, {
      as: asker,
      body: { ...reading, action: 'approve' as const, reason: 'locked house' },
    });
}

/** On the last day of the month. */
async function read({ meterId }: { meterId: string }, period: string, registerLitres: number) {
  const readOn = addDays(addMonths(period, 1), -1);
  const { id, version, state } = await app.call(captureReading, {
    as: reader,
    body: { meterId, period, readOn, registerLitres },
  });
  const body = { id, version, action: 'approve' as const, reason: 'seen' };
  if (state === 'FLAGGED') await app.call(reviewReading, { as: reviewer, body });
  else await app.call(approveUnflagged, { as: reviewer, body: { period } });
}

const billsOf = async ({ id }: { id: string }) => {
  const { items } = await app.call(searchInvoice, { as: asker, query: { connectionId: id, sort: 'number' } });
  return items.filter(({ isSupplement }) => !isSupplement);
};
const bill = async (connection: { id: string }, period: string) =>
  String((await billsOf(connection)).find((found) => found.period === period)?.id);
const later = async (invoiceId: string) =>
  (await app.call(contract.laterReadings, { as: asker, params: { id: invoiceId } })).items;

/** What is asked: the first figure, and those of the next months by their order. */
async function body(invoiceId: string, [first = 0, ...next]: readonly number[]) {
  const { version } = await app.call(invoiceDetail, { as: asker, params: { id: invoiceId } });
  const known = (await later(invoiceId)).filter(({ isEstimate }) => !isEstimate);
  return {
    ...{ invoiceId, version, registerLitres: first },
    later: next.map((registerLitres, index) => ({
      readingId: String(known[index]?.readingId),
      registerLitres,
    })),
  };
}
const preview = async (invoiceId: string, figures: readonly number[]) =>
  app.call(contract.previewAdjustment, { as: asker, body: await body(invoiceId, figures) });
const adjust = async (invoiceId: string, figures: readonly number[]) =>
  app.call(contract.adjustMeterReading, {
    as: asker,
    body: { ...(await body(invoiceId, figures)), reason: 'digit misread' },
  });
const codeOf = async (invoiceId: string, figures: readonly number[]) =>
  app.codeOf(contract.adjustMeterReading, {
    as: asker,
    body: { ...(await body(invoiceId, figures)), reason: 'digit misread' },
  });
const decide = (correctionId: string, accept: boolean) =>
  app.codeOf(contract.decideCorrection, { as: approver, body: { correctionId, accept } });

/** Register and use of its living readings from September on. */
const readingsOf = ({ id }: { id: string }) =>
  all<{ register: number; used: number; source: string; state: string }>(
    app.db,
    sql`select register_litres as register, consumption_litres as used, source, state from meters.readings
      where connection_id = ${id} and living and period >= ${SEPTEMBER} order by period`,
  );
const documentsOf = async ({ id }: { id: string }) =>
  (
    await all<{ minor: number }>(
      app.db,
      sql`select a.amount_minor as minor from billing.adjustments a join billing.invoices i on i.id = a.invoice_id
        where i.connection_id = ${id} order by i.period, a.id`,
    )
  ).map(({ minor }) => minor);

async function letAlone(minor: number): Promise<void> {
  const { limits, version } = await app.call(settings.getBillingLimits, { as: asker });
  await changeLimits(app, settings.updateBillingLimits, {
    limits: { ...limits, adjustAloneUpToMinor: minor },
    version,
  });
}

beforeAll(async () => {
  await letAlone(10_000_00);
  await approvedTariff(app.db, {
    effectiveFrom: '2025-01-01',
    blocks: [
      { from: '0', to: '20', rate: '10' },
      { from: '20', to: null, rate: '20' },
    ],
  });
  for (const name of ['all', 'some', 'waits', 'moved', 'other']) made[name] = await misread(wrong);
  made.estimated = await steady([[SEPTEMBER, '2026-09-30', 210_000]]);
  made.rising = await steady([[SEPTEMBER, '2026-09-30', 110_000]]);
  made.high = await steady([[SEPTEMBER, '2026-09-30', 210_000]]);
  made.below = await steady([[SEPTEMBER, '2026-09-30', 110_000]]);
  await execute(app.owner.db, sql`update meters.readings set state = 'BILLED' where period < ${SEPTEMBER}`);
  await billMonth(office, SEPTEMBER);
  await estimate(OCTOBER);
  await billMonth(office, OCTOBER);
  await read(of('high'), NOVEMBER, 260_000);
  await read(of('below'), NOVEMBER, 150_000);
  await billMonth(office, NOVEMBER);
  await estimate(NOVEMBER, false);
});

test('three months that were misread become right in one act: one credit note, and no supplementary bill in between', async () => {
  const september = await bill(of('all'), SEPTEMBER);
  expect(
    (await later(september)).map(({ period, registerLitres, isEstimate }) => [
      period,
      registerLitres,
      isEstimate,
    ]),
  ).toEqual([
    [OCTOBER, 220_000, false],
    [NOVEMBER, 230_000, false],
  ]);
  // 110 m³ cost 200 + 1,800; 10 m³ cost 100.
  const right = [110_000, 120_000, 130_000];
  const seen = await preview(september, right);
  expect(seen.bills.map(({ amountMinor, after }) => [amountMinor, after.usageLitres])).toEqual([
    [-1_900_00, 10_000],
    [0, 10_000],
    [0, 10_000],
  ]);
  expect((await readingsOf(of('all'))).map(({ register }) => register)).toEqual([210_000, 220_000, 230_000]);
  expect(await adjust(september, right)).toMatchObject({ state: 'DONE', amountMinor: -1_900_00 });
  expect(await readingsOf(of('all'))).toEqual(
    right.map((register) => ({ register, used: 10_000, source: 'MANUAL', state: 'BILLED' })),
  );
  expect(await documentsOf(of('all'))).toEqual([-1_900_00, 0, 0]);
  const { after } = await one<{ after: unknown }>(
    app.db,
    sql`select after from platform.audit where object_id = ${september} and action = 'invoice.adjust'`,
  );
  expect(after).toMatchObject({
    later: [{ registerLitres: 120_000 }, { registerLitres: 130_000 }],
    amountMinor: -1_900_00,
  });
});

test('what is noted rightly already stays, and the month after the last wrong one is measured again', async () => {
  // September was wrong, October right as it is noted, November wrong.
  const september = await bill(of('some'), SEPTEMBER);
  await adjust(september, [190_000, 220_000, 240_000]);
  expect((await readingsOf(of('some'))).map(({ register, used }) => [register, used])).toEqual([
    [190_000, 90_000],
    [220_000, 30_000],
    [240_000, 20_000],
  ]);
  expect(await documentsOf(of('some'))).toEqual([-400_00, 300_00, 100_00]);
});

test('all of it or nothing: a later figure that cannot be refuses the whole', async () => {
  const september = await bill(of('other'), SEPTEMBER);
  expect(await codeOf(september, [110_000, 105_000])).toBe('meters.no_consumption');
  expect(await codeOf(september, [110_000, 100_000_000_000])).toBe('meters.beyond_register');
  // A reading of another connection, of this bill, twice, or one that is not billed any more.
  const asked = await body(september, [110_000, 120_000]);
  const [october] = asked.later;
  const foreign = (await later(await bill(of('waits'), SEPTEMBER)))[0]?.readingId;
  const own = await one<{ id: string }>(
    app.db,
    sql`select id from meters.readings where connection_id = ${of('other').id} and living and period = ${SEPTEMBER}`,
  );
  const named = (...ids: (string | undefined)[]) =>
    app.codeOf(contract.previewAdjustment, {
      as: asker,
      body: { ...asked, later: ids.map((id) => ({ readingId: String(id), registerLitres: 120_000 })) },
    });
  expect(
    await Promise.all([named(foreign), named(own.id), named(october?.readingId, october?.readingId)]),
  ).toEqual([...['common.stale_version', 'common.stale_version', 'common.stale_version']]);
  expect(await documentsOf(of('other'))).toEqual([]);
  expect((await readingsOf(of('other'))).map(({ register }) => register)).toEqual([
    210_000, 220_000, 230_000,
  ]);
  await adjust(await bill(of('other'), OCTOBER), [215_000]);
  expect(await named(october?.readingId)).toBe('common.stale_version');
  expect(await app.codeOf(contract.laterReadings, { as: cashier, params: { id: september } })).toBe(
    'common.not_permitted',
  );
  const none = '0190ffff-ffff-7fff-8fff-ffffffffffff';
  expect(await app.codeOf(contract.laterReadings, { as: asker, params: { id: none } })).toBe(
    'common.not_found',
  );
});

/** Uses and documents of September, October and November, in litres and poisha. */
const usesOf = async (connection: { id: string }) => (await readingsOf(connection)).map(({ used }) => used);

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
  await adjust(await bill({ id }, NOVEMBER), [120_000]);
  expect(await usesOf({ id })).toEqual([10_000, 5_081, 4_919]);
  // 245.76 becomes 50.81, 177.12 becomes 49.19.
  expect(await documentsOf({ id })).toEqual([-194_95, -127_93]);
});

// The last one: it bills a month more.
test('a second person sees each figure, and approves the sum that was asked for or nothing', async () => {
  await letAlone(0);
  const september = await bill(of('waits'), SEPTEMBER);
  const { id, state } = await adjust(september, [110_000, 120_000, 130_000]);
  expect(state).toBe('REQUESTED');
  const { correction } = await app.call(invoiceDetail, { as: approver, params: { id: september } });
  expect(
    correction?.later.map(({ period, registerLitres, correctedLitres }) => [
      period,
      registerLitres,
      correctedLitres,
    ]),
  ).toEqual([
    [OCTOBER, 220_000, 120_000],
    [NOVEMBER, 230_000, 130_000],
  ]);
  expect(await documentsOf(of('waits'))).toEqual([]);
  expect(await decide(id, true)).toBeUndefined();
  expect(await documentsOf(of('waits'))).toEqual([-1_900_00, 0, 0]);

  // Only September was asked for; then the next month got a bill, which the same correction changes too.
  const november = await bill(of('moved'), NOVEMBER);
  const { id: asked } = await adjust(november, [225_000]);
  await read(of('moved'), DECEMBER, 240_000);
  await billMonth(office, DECEMBER);
  expect(await decide(asked, true)).toBe('billing.correction_moved');
  expect(await decide(asked, false)).toBeUndefined();
  expect(await documentsOf(of('moved'))).toEqual([]);
  await letAlone(10_000_00);
});
