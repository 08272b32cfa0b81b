/**
 * A real reading after estimated months: each litre between the two real figures is billed one time. If the estimates were too
 * high, they are made again between them and their bills are credited; it is no fall of the register and no full turn.
 */
import { beforeAll, expect, test } from 'vitest';
import { addMeter } from '#domains/meters/actions/add-meter.ts';
import { changeMeter } from '#domains/meters/actions/change-meter.ts';
import { createEstimates, sumEstimates } from '#domains/meters/estimates/contract.ts';
import { confirmFinals, type MadeConnection } from '#domains/meters/factory.ts';
import {
  captureReading,
  getReading,
  listReadings,
  reviewReading,
} from '#domains/meters/readings/contract.ts';
import { all, execute, one, sql, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { billMonth, connect, makeOffice } from '../bill-run/factory-months.ts';
import { invoiceDetail, searchInvoice } from '../invoices/contract.ts';
import { billData } from '../invoices/pdf/bill-pdf.ts';
import { getInvoice } from '../invoices/queries.ts';
import { approvedTariff } from '../tariffs/factory.ts';

const app = await testApp({ now: '2027-01-10T04:00:00Z' });
const office = await makeOffice(app);
const [asker, reviewer, reader] = [
  await app.staff('reviewer'),
  await app.staff('reviewer'),
  await app.staff('reader'),
];
const household = await app.consumer();
const [OCTOBER, NOVEMBER, DECEMBER] = ['2026-10-01', '2026-11-01', '2026-12-01'] as const;
const made: Record<string, MadeConnection> = {};

/** 1 m³ a day until the end of September, then the register shows 92; ৳10 a m³, ৳20 from 20 m³ on. */
const connectRead = (given: { consumerId?: string } = {}) =>
  connect(office, {
    ...given,
    connectedOn: '2026-06-30',
    readings: [
      ['2026-07-01', '2026-07-31', 31_000],
      ['2026-08-01', '2026-08-31', 62_000],
      ['2026-09-01', '2026-09-30', 92_000],
    ],
  });

async function estimate(period: string) {
  const { count, litres } = await app.call(sumEstimates, { as: asker, query: { period } });
  await app.call(createEstimates, { as: asker, body: { period, count, litres } });
  const open = await all<{ id: string; version: number }>(
    app.db,
    sql`select id, version from meters.readings where period = ${period} and waiting and source = 'ESTIMATE'`,
  );
  for (const reading of open) {
    const body = { ...reading, action: 'approve' as const, reason: 'locked house' };
    await app.call(reviewReading, { as: reviewer, body });
  }
}
const read = ({ meterId }: { meterId: string }, registerLitres: number) =>
  app.call(captureReading, {
    as: reader,
    body: { meterId, period: DECEMBER, readOn: '2026-12-31', registerLitres },
  });
const approve = (reading: { id: string; version: number }, reason = 'seen on its photo') =>
  app.codeOf(reviewReading, {
    as: reviewer,
    body: { id: reading.id, version: reading.version, action: 'approve', reason },
  });
const billsOf = async (connectionId: string) =>
  (await app.call(searchInvoice, { as: asker, query: { connectionId, sort: 'number' } })).items;
/** What its bills and their credit notes bill together. */
const billedLitres = async (connectionId: string) =>
  (
    await one<{ litres: number }>(
      app.db,
      sql`select (sum(coalesce(a.usage_after_litres, i.usage_litres)))::bigint as litres from billing.invoices i
        left join lateral (select usage_after_litres from billing.adjustments where invoice_id = i.id order by id desc limit 1) a on true
        where i.connection_id = ${connectionId} and i.cancelled_on is null and i.adjusts_id is null`,
    )
  ).litres;

beforeAll(async () => {
  await approvedTariff(app.db, {
    effectiveFrom: '2025-01-01',
    blocks: [
      { from: '0', to: '20', rate: '10' },
      { from: '20', to: null, rate: '20' },
    ],
  });
  made.low = await connectRead({ consumerId: String(household.consumerId) });
  for (const name of ['high', 'changed', 'wrong', 'fallen']) made[name] = await connectRead();
  await execute(app.owner.db, sql`update meters.readings set state = 'BILLED' where period < ${OCTOBER}`);
  await estimate(OCTOBER);
  await billMonth(office, OCTOBER);
  await estimate(NOVEMBER);
  await billMonth(office, NOVEMBER);
  // Its November is estimated and not billed yet.
  made.open = await connectRead();
  await execute(
    app.owner.db,
    sql`update meters.readings set state = 'BILLED' where period < ${OCTOBER} and connection_id = ${made.open?.id}`,
  );
  await estimate(OCTOBER);
  await estimate(NOVEMBER);
});
const of = (name: string) => made[name] as MadeConnection;

test('a real figure below the estimates makes them lower, credits their bills, and is billed with the rest', async () => {
  const { id } = of('low');
  const before = await billsOf(id);
  expect(before.map(({ usageLitres, totalMinor }) => [usageLitres, totalMinor])).toEqual([
    [31_000, 42_000],
    [30_000, 40_000],
  ]);
  // 30 m³ in 92 days; 61 were estimated until the end of November.
  const reading = await read(of('low'), 122_000);
  expect(reading).toMatchObject({ flags: ['BELOW_ESTIMATE'], consumptionLitres: null, state: 'FLAGGED' });
  expect(reading.figures).toMatchObject({ waterLitres: 30_000, estimatedLitres: 61_000, waterDays: 92 });
  expect(await approve(reading)).toBeUndefined();
  const readings = await all<{ litres: number; register: number; state: string; method: string | null }>(
    app.db,
    sql`select r.consumption_litres as litres, r.register_litres as register, r.state, e.method from meters.readings r
      left join meters.estimates e on e.reading_id = r.id
      where r.connection_id = ${id} and r.living and r.period >= ${OCTOBER} order by r.period`,
  );
  expect(readings).toEqual([
    { litres: 10_108, register: 102_108, state: 'BILLED', method: 'BETWEEN' },
    { litres: 9_783, register: 111_891, state: 'BILLED', method: 'BETWEEN' },
    { litres: 10_109, register: 122_000, state: 'APPROVED', method: null },
  ]);
  // Each month by its own blocks: nothing is above 20 m³ any more.
  const [october, november] = await billsOf(id);
  expect([october?.adjustedMinor, november?.adjustedMinor]).toEqual([10_108 - 42_000, 9_783 - 40_000]);
  const corrected = await all(
    app.db,
    sql`select reason, two_person as "twoPerson" from billing.corrections where invoice_id = ${october?.id}`,
  );
  expect(corrected).toEqual([
    { reason: 'The meter was read: it shows less than was estimated', twoPerson: true },
  ]);
});

test('a real figure above the estimates: the next bill has what is left of the water', async () => {
  const reading = await read(of('high'), 200_000);
  expect(reading.consumptionLitres).toBe(47_000);
  expect(reading.flags).not.toContain('BELOW_ESTIMATE');
  expect(await approve(reading)).toBeUndefined();
});

test('the last figure of a meter that went is no full turn either, and what it showed less comes off the new one', async () => {
  const { id } = of('changed');
  const other = await transaction(app.db, async (tx) => {
    const meter = await addMeter(tx, app.system(), {
      ...{ number: 'N900001', make: 'Itron', sizeMm: 20, registerDigits: 5, sealNumber: null },
    });
    // The estimates reached 153.
    await changeMeter(tx, app.system(), {
      ...{ connectionId: id, changedOn: '2026-12-10', finalLitres: 130_000 },
      ...{ newMeterId: meter.id, openingLitres: 0, reason: 'old' },
    });
    await confirmFinals(tx, id);
    return meter;
  });
  const reading = await read({ meterId: other.id }, 40_000);
  expect(reading).toMatchObject({ consumptionLitres: 17_000, registerLitres: 40_000 });
  expect(reading.flags).not.toContain('ROLL_OVER');
  expect(await approve(reading)).toBeUndefined();
});

test('below the last real figure it is a fall, as ever', async () => {
  expect(await read(of('fallen'), 91_000)).toMatchObject({ flags: ['NEGATIVE'], consumptionLitres: null });
});

test('estimates that no bill has are made again, too, and nothing is credited', async () => {
  const { id } = of('open');
  expect(await approve(await read(of('open'), 122_000))).toBeUndefined();
  const states = await all<{ state: string; litres: number }>(
    app.db,
    sql`select state, consumption_litres as litres from meters.readings where connection_id = ${id} and living
      and period >= ${OCTOBER} order by period`,
  );
  expect(states).toEqual([
    { state: 'ESTIMATED', litres: 10_108 },
    { state: 'ESTIMATED', litres: 9_783 },
    { state: 'APPROVED', litres: 10_109 },
  ]);
});

test('a bill that does not come out the same is not credited, and the reading waits', async () => {
  const [bill] = await billsOf(of('wrong').id);
  const percent = (sewer: string) =>
    execute(
      app.owner.db,
      sql`update billing.invoices set explanation =
        jsonb_set(explanation::jsonb, '{0,sewerPercent}', to_jsonb(${sewer}::text))::json where id = ${bill?.id}`,
    );
  const reading = await read(of('wrong'), 122_000);
  await percent('50');
  expect(await approve(reading)).toBe('meters.estimate_bill_changed');
  await percent('0');
  expect(await app.call(getReading, { as: reviewer, params: { id: reading.id } })).toMatchObject({
    state: 'FLAGGED',
    consumptionLitres: null,
  });
});

test('then each litre between two real figures is billed one time, and the bill says of the estimates', async () => {
  await billMonth(office, DECEMBER);
  expect(await billedLitres(of('low').id)).toBe(30_000);
  expect(await billedLitres(of('high').id)).toBe(108_000);
  expect(await billedLitres(of('changed').id)).toBe(38_000 + 40_000);
  const bills = await billsOf(of('low').id);
  const [october, december] = [bills[0], bills[2]];
  const asks = (id = '') => app.call(invoiceDetail, { as: household, params: { id } });
  expect(await asks(october?.id)).toMatchObject({ estimate: 'RECENT', afterEstimates: null });
  expect(await asks(december?.id)).toMatchObject({
    estimate: null,
    afterEstimates: {
      ...{ realOn: '2026-09-30', waterLitres: 30_000, estimatedLitres: 19_891, months: 2 },
    },
  });
});

test('paper says it, too, in both languages; the list of readings names the rule', async () => {
  const [october, , december] = await billsOf(of('low').id);
  const remarks = async (id: string, language: 'en' | 'bn') => {
    const actor = app.system();
    const bill = await getInvoice(app.db, actor, id);
    const data = await billData(app.db, bill, { language, publicUrl: 'https://a.test', actor });
    return [...data.remarks, ...data.readings.map(([, value]) => value)].join(' ');
  };
  expect(await remarks(String(october?.id), 'en')).toMatch(
    /estimated: Mean of the last readings.*123 m³ \(estimated\)/,
  );
  expect(await remarks(String(october?.id), 'bn')).toMatch(/শেষ রিডিংগুলোর গড়.*\(আনুমানিক\)/);
  expect(await remarks(String(october?.id), 'en')).toContain('shows less than was estimated');
  expect(await remarks(String(december?.id), 'en')).toMatch(
    /last read on 30 Sep 2026.* 30 m³ .* 19.891 m³ .* 10.109 m³/,
  );
  expect(await remarks(String(december?.id), 'bn')).toMatch(/৩০ ঘনমিটার.*১৯.৮৯১ ঘনমিটার.*১০.১০৯ ঘনমিটার/);
  const query = { period: OCTOBER, connectionId: of('low').id };
  const { items } = await app.call(listReadings, { as: reviewer, query });
  expect(items).toMatchObject([{ method: 'BETWEEN', flags: ['ESTIMATED'] }]);
});
