/** A meter is changed between two readings: every litre and every day is in exactly one reading. */
import { expect, test } from 'vitest';
import { staffDashboard } from '#domains/dashboard/contract.ts';
import { all, one, sql, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { addMeter } from './actions/add-meter.ts';
import { changeMeter } from './actions/change-meter.ts';
import * as meters from './contract.ts';
import { type MadeConnection, type MadeReading, makeConnection } from './factory.ts';
import { checkImport, listImportRows, uploadImport } from './imports/contract.ts';
import { captureReadings } from './readings/actions/capture-readings.ts';
import * as readings from './readings/contract.ts';

const app = await testApp();
const reader = await app.staff('reader');
const OCTOBER = '2026-10-01';

/** Connected on 31 August; the first meter goes on `changedOn` with 49 m³. */
async function change(
  changedOn: string,
  taken: MadeReading[],
): Promise<MadeConnection & { newMeterId: string }> {
  const actor = app.system();
  return transaction(app.db, async (tx) => {
    const made = await makeConnection(tx, actor, { connectedOn: '2026-08-31', readings: taken });
    const fields = { make: 'Itron', sizeMm: 20, registerDigits: 5, sealNumber: null };
    const { id: newMeterId } = await addMeter(tx, actor, { number: `N${made.meterNumber}`, ...fields });
    const swap = { connectionId: made.id, changedOn, finalLitres: 49_000, newMeterId, openingLitres: 5_000 };
    await changeMeter(tx, actor, { ...swap, reason: 'stopped' });
    return { ...made, newMeterId };
  });
}

/** The meter that is there goes, too; the next one begins with 2 m³. */
const changeAgain = (
  { id: connectionId, meterNumber }: MadeConnection,
  changedOn: string,
  finalLitres: number,
) =>
  transaction(app.db, async (tx) => {
    const fields = { make: 'Itron', sizeMm: 20, registerDigits: 5, sealNumber: null };
    const { id: newMeterId } = await addMeter(tx, app.system(), {
      number: `T${meterNumber}-${changedOn}`,
      ...fields,
    });
    const swap = { connectionId, changedOn, finalLitres, newMeterId, openingLitres: 2_000 };
    await changeMeter(tx, app.system(), { ...swap, reason: 'stopped' });
    return newMeterId;
  });

const september: MadeReading = ['2026-09-01', '2026-09-30', 20_000];
const early: MadeReading = [OCTOBER, '2026-10-05', 30_000];
const late = { period: OCTOBER, readOn: '2026-10-31', registerLitres: 16_000 };

test('the first reading after a change before any reading counts from the first meter on', async () => {
  const { newMeterId } = await change('2026-09-15', []);
  const body = { meterId: newMeterId, period: '2026-09-01', readOn: '2026-09-30', registerLitres: 16_000 };
  const reading = await app.call(readings.captureReading, { as: reader, body });
  expect(reading).toMatchObject({ consumptionLitres: 60_000, previousLitres: 5_000 });
  const kept = await one<{ previousOn: string }>(
    app.db,
    sql`select previous_on as "previousOn" from meters.readings where id = ${reading.id}`,
  );
  expect(kept.previousOn).toBe('2026-08-31');
});

test('the old meter was read in the month: the new one is read in the next month, with all of it', async () => {
  const { newMeterId } = await change('2026-10-20', [september, early]);
  const body = { meterId: newMeterId, ...late };
  expect(await app.codeOf(readings.captureReading, { as: reader, body })).toBe('meters.already_read');
  const round = { period: OCTOBER, source: 'MOBILE' as const, readings: [body] };
  const { refused } = await transaction(app.db, (tx) => captureReadings(tx, app.system(), round));
  expect(refused).toEqual([{ meterId: newMeterId, reason: 'ALREADY_READ' }]);
  const next = { ...body, period: '2026-11-01', readOn: '2026-11-14', registerLitres: 18_000 };
  const reading = await app.call(readings.captureReading, { as: reader, body: next });
  // 19 m³ of the old meter since 5 October, 13 of the new one.
  expect(reading).toMatchObject({ consumptionLitres: 32_000 });
});

test('two changes: of the meter that went on the day of a reading nothing is counted again', async () => {
  const made = await change('2026-10-31', [september]);
  // 29 m³ of the first meter since September, 1 of the second one, which was read on the day on which it came.
  const october = await app.call(readings.captureReading, {
    as: reader,
    body: { meterId: made.newMeterId, period: OCTOBER, readOn: '2026-10-31', registerLitres: 6_000 },
  });
  expect(october.consumptionLitres).toBe(30_000);
  const third = await changeAgain(made, '2026-11-05', 16_000);
  const body = { meterId: third, period: '2026-11-01', readOn: '2026-11-14', registerLitres: 9_000 };
  // 10 m³ of the second meter, 7 of the third one.
  expect(await app.call(readings.captureReading, { as: reader, body })).toMatchObject({
    consumptionLitres: 17_000,
  });
});

test('two changes on one day: the meter that was there between them is counted one time', async () => {
  const made = await change('2026-10-20', [september]);
  const third = await changeAgain(made, '2026-10-20', 8_000);
  const body = { meterId: third, period: OCTOBER, readOn: '2026-10-20', registerLitres: 3_000 };
  // 29 m³ of the first meter since September, 3 of the second one, 1 of the third one.
  expect(await app.call(readings.captureReading, { as: reader, body })).toMatchObject({
    consumptionLitres: 33_000,
  });
  const fourth = await changeAgain(made, '2026-11-05', 10_000);
  const next = { meterId: fourth, period: '2026-11-01', readOn: '2026-11-14', registerLitres: 6_000 };
  // 7 m³ of the third one, 4 of the fourth one.
  expect(await app.call(readings.captureReading, { as: reader, body: next })).toMatchObject({
    consumptionLitres: 11_000,
  });
});

test('the new meter was read in the month: an earlier day of the old one is refused', async () => {
  const { meterId, newMeterId } = await change('2026-10-20', [september]);
  await app.call(readings.captureReading, { as: reader, body: { meterId: newMeterId, ...late } });
  const body = { meterId, period: OCTOBER, readOn: '2026-10-05', registerLitres: 30_000 };
  expect(await app.codeOf(readings.captureReading, { as: reader, body })).toBe('meters.already_read');
});

test('one file with both meters of a month: the second is refused', async () => {
  const { meterNumber } = await change('2026-10-20', [september]);
  const reviewer = await app.staff('reviewer');
  const content = `Meter No,Reading,Date\n${meterNumber},30,2026-10-05\nN${meterNumber},16,2026-10-31\n`;
  const { data } = await app.sendFile(uploadImport, { as: reviewer, content, name: 'october.csv' });
  const mapping = { meter: 0, register: 1, month: null, day: 2, remark: null, unit: 'm3' as const };
  await app.call(checkImport, { as: reviewer, params: { id: data.id }, body: mapping });
  const rows = await app.call(listImportRows, { as: reviewer, params: { id: data.id }, query: {} });
  expect(rows.items.map(({ reason }) => reason)).toEqual([null, 'ALREADY_READ']);
});

test('lists and the dashboard do not ask for the new meter in a month that the old one was read in', async () => {
  const admin = await app.staff('admin');
  const unread = async () => (await app.call(staffDashboard, { as: admin })).connections?.unread;
  const before = await unread();
  const { newMeterId } = await change('2026-10-20', [september, early]);
  const list = await app.call(meters.listUnread, { as: reader, query: { period: OCTOBER, limit: 100 } });
  expect(list.items.map(({ meterId }) => meterId)).not.toContain(newMeterId);
  expect(await unread()).toBe(before);
  const route = await app.call(readings.listRoute, {
    as: reader,
    query: { period: OCTOBER, read: 'no', limit: 100 },
  });
  expect(route.items.map(({ meterId }) => meterId)).not.toContain(newMeterId);
  const open = await all(
    app.db,
    sql`select from meters.assignments where meter_id = ${newMeterId} and removed_on is null`,
  );
  expect(open).toHaveLength(1);
});
