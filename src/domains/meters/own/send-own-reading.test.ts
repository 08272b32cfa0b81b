/** A household's own figure: in the days of the settings, checked, reviewed by staff, in the place of an estimate that is not billed. */
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { postRun } from '#domains/billing/bill-run/contract.ts';
import { approveRun, calculateMonth, connect, makeOffice } from '#domains/billing/bill-run/factory-months.ts';
import { approvedTariff } from '#domains/billing/tariffs/factory.ts';
import { uploadFile } from '#domains/identity/files/contract.ts';
import { all, execute, one, sql, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { addMeter } from '../actions/add-meter.ts';
import { changeMeter } from '../actions/change-meter.ts';
import {
  createEstimates,
  getEstimateSettings,
  sumEstimates,
  updateEstimateSettings,
} from '../estimates/contract.ts';
import { ownWindow } from '../estimates/estimate.rules.ts';
import { readEstimateSettings } from '../estimates/queries.ts';
import type { MadeConnection } from '../factory.ts';
import { captureReading, reviewReading } from '../readings/contract.ts';
import { listVisits } from '../visits/contract.ts';
import { listOwnMeters, openOwnPhoto, sendOwnReading } from './contract.ts';

const app = await testApp({ now: '2026-11-08T04:00:00Z' });
const office = await makeOffice(app);
const [asker, reviewer, second, admin] = [
  await app.staff('reviewer'),
  await app.staff('reviewer'),
  await app.staff('reviewer'),
  await app.staff('admin'),
];
const [household, neighbour] = [await app.consumer(), await app.consumer('Karim Mia')];
const OCTOBER = '2026-10-01';
const made: Record<string, MadeConnection> = {};
const of = (name: string) => made[name] as MadeConnection;

const connectRead = () =>
  connect(office, {
    ...{ connectedOn: '2026-06-30', consumerId: String(household.consumerId) },
    readings: [
      ['2026-07-01', '2026-07-31', 31_000],
      ['2026-08-01', '2026-08-31', 62_000],
      ['2026-09-01', '2026-09-30', 92_000],
    ],
  });
const bodyOf = (
  name: string,
  registerLitres = 120_000,
  more: { period?: string; photoId?: string; unusual?: boolean } = {},
) => ({
  ...{ connectionId: of(name).id, period: OCTOBER, registerLitres },
  ...more,
});
const send = (
  name: string,
  litres?: number,
  more: { period?: string; photoId?: string; unusual?: boolean } = {},
  as = household,
) => app.codeOf(sendOwnReading, { as, body: bodyOf(name, litres, more) });
const staffRead = (name: string, period: string, readOn: string, registerLitres: number) =>
  app.call(captureReading, {
    as: asker,
    body: { meterId: of(name).meterId, period, readOn, registerLitres },
  });
type Row = { id: string; version: number; source: string; state: string; flags: string[] };
const readingOf = (name: string) =>
  one<Row>(
    app.db,
    sql`select id, version, source, state, flags from meters.readings
      where connection_id = ${of(name).id} and period = ${OCTOBER} and living`,
  );
/** The file of the newest visit. */
const photoOf = (name: string) =>
  one<{ id: string | null }>(
    app.owner.db,
    sql`select photo_file_id as id from meters.read_attempts where connection_id = ${of(name).id} order by visited_at desc limit 1`,
  );
const approve = ({ id, version }: Row, as = reviewer) =>
  app.codeOf(reviewReading, { as, body: { id, version, action: 'approve', reason: 'seen on the photo' } });

beforeAll(async () => {
  await approvedTariff(app.db, {
    effectiveFrom: '2025-01-01',
    blocks: [{ from: '0', to: null, rate: '10' }],
  });
  for (const name of ['posting', 'billed', 'estimated', 'low']) made[name] = await connectRead();
  await execute(app.owner.db, sql`update meters.readings set state = 'BILLED' where period < ${OCTOBER}`);
  const { count, litres } = await app.call(sumEstimates, { as: asker, query: { period: OCTOBER } });
  await app.call(createEstimates, { as: asker, body: { period: OCTOBER, count, litres } });
  for (const name of ['fresh', 'asked', 'read', 'later', 'today']) made[name] = await connectRead();
});

test('the settings say in which days: their rules, and two people at once', async () => {
  const { settings, version } = await app.call(getEstimateSettings, { as: admin });
  expect(settings).toMatchObject({ ownFromDay: 25, ownToDay: 10, mostInRow: 3, deadlineDay: 5 });
  const save = (changes: object, at = version) =>
    app.codeOf(updateEstimateSettings, {
      as: admin,
      body: { settings: { ...settings, ...changes }, version: at },
    });
  expect(await save({ ownFromDay: 8, ownToDay: 8 })).toBe('meters.own_window');
  expect(await save({ order: [] })).toBe('common.invalid_input');
  expect(await save({ ownToDay: 7 })).toBeUndefined();
  expect(await save({ ownToDay: 9 })).toBe('common.stale_version');
  expect(await send('fresh')).toBe('meters.own_window_closed');
  expect(await save({ ownAllowed: false }, version + 1)).toBeUndefined();
  expect(await app.call(listOwnMeters, { as: household })).toMatchObject({ isOpen: false });
  expect(await save({ order: ['RECENT', 'CATEGORY'], mostInRow: 2 }, version + 2)).toBeUndefined();
  expect(await readEstimateSettings(app.db)).toMatchObject({ order: ['RECENT', 'CATEGORY'], mostInRow: 2 });
});

test('the window of a month is from a day of it until a day of the next one', async () => {
  const settings = await readEstimateSettings(app.db);
  expect(ownWindow('2026-10-24', settings)).toMatchObject({ period: OCTOBER, isOpen: false });
  expect(ownWindow('2026-10-25', settings)).toMatchObject({ period: OCTOBER, isOpen: true });
  expect(ownWindow('2026-11-10', settings)).toMatchObject({
    period: OCTOBER,
    isOpen: true,
    to: '2026-11-10',
  });
  expect(ownWindow('2026-11-11', settings)).toMatchObject({ period: '2026-11-01', from: '2026-11-25' });
  expect(await send('fresh', 120_000, { period: '2026-11-01' })).toBe('meters.own_window_closed');
});

test('the figure with its photo waits for staff, is never approved as one that passed, and can be sent again until then', async () => {
  expect(await send('fresh', 119_000)).toBeUndefined();
  const content = await sharp({
    create: { width: 40, height: 40, channels: 3, background: '#888' },
  })
    .jpeg()
    .toBuffer();
  const photo = (await app.sendFile(uploadFile, { as: household, content, name: 'meter.jpg' })).data;
  expect(await send('fresh', 120_000, { photoId: photo.id })).toBeUndefined();
  expect(await readingOf('fresh')).toMatchObject({ source: 'SELF', state: 'FLAGGED', flags: ['SELF_READ'] });
  const query = { connectionId: of('fresh').id, period: OCTOBER };
  const { items } = await app.call(listVisits, { as: reviewer, query });
  expect(items.map(({ hasPhoto }) => hasPhoto).toSorted()).toEqual([false, true]);
  // It is seen as long as it waits, by who sent it; another figure keeps it, another photo takes its place.
  const own = async (as = household) => (await app.call(openOwnPhoto, { as, query })).url;
  expect(await own()).toContain('/files');
  expect(await own(neighbour)).toBeNull();
  app.clock.advance(1);
  expect(await send('fresh', 120_500)).toBeUndefined();
  expect(await photoOf('fresh')).toEqual({ id: photo.id });
  expect(await own()).toContain('/files');
  app.clock.advance(1);
  const better = (await app.sendFile(uploadFile, { as: household, content, name: 'again.jpg' })).data;
  expect(await send('fresh', 120_000, { photoId: better.id })).toBeUndefined();
  expect(await photoOf('fresh')).toEqual({ id: better.id });
  const visits = await app.call(listVisits, { as: reviewer, query });
  expect(visits.items.map(({ hasPhoto }) => hasPhoto)).toEqual([true, true, true, false]);
  expect(await approve(await readingOf('fresh'))).toBeUndefined();
  expect(await readingOf('fresh')).toMatchObject({ state: 'APPROVED' });
  // It was decided: its photo is the office's now.
  expect(await own()).toBeNull();
  expect(await send('fresh', 121_000)).toBe('meters.already_read');
  expect(await send('today', 120_000, { photoId: photo.id })).toBe('meters.own_photo_unknown');
});

test('one digit too many, too few, or a fall is asked about one time, with what is usual; the same figure is meant then', async () => {
  const refusal = async (litres: number) => {
    const { code, params } = await app.refused(sendOwnReading, {
      as: household,
      body: bodyOf('asked', litres),
    });
    return [code, params];
  };
  // 31 m³ in July, 31 in August, 30 in September: about one a day.
  const [code, params] = await refusal(402_000);
  expect([code, params]).toEqual(['meters.own_unusual', { used: 310_000, usual: expect.any(Number) }]);
  const { usual } = params as { usual: number };
  expect(usual).toBeGreaterThan(30_000);
  expect(usual).toBeLessThan(50_000);
  expect((await refusal(93_000))[0]).toBe('meters.own_unusual');
  expect(await refusal(91_000)).toEqual(['meters.own_lower', { fall: 1_000 }]);
  // Nothing is kept of what was asked about.
  const shown = await app.call(listOwnMeters, { as: household });
  expect(shown.items.find(({ connectionId }) => connectionId === of('asked').id)?.reading).toBeNull();
  expect(await send('asked', 402_000, { unusual: true })).toBeUndefined();
  expect(await readingOf('asked')).toMatchObject({ source: 'SELF', state: 'FLAGGED' });
  // The figure that waits is not what the next one is compared with.
  expect(await send('asked', 130_000)).toBeUndefined();
});

test('it takes the place of an estimate that is not billed, and of no other', async () => {
  expect(await readingOf('estimated')).toMatchObject({ source: 'ESTIMATE', state: 'FLAGGED' });
  expect(await send('estimated')).toBeUndefined();
  expect(await readingOf('estimated')).toMatchObject({ source: 'SELF', state: 'FLAGGED' });
  const shown = await app.call(listOwnMeters, { as: household });
  expect(shown.items.find(({ connectionId }) => connectionId === of('estimated').id)).toMatchObject({
    ...{ lastLitres: 92_000, lastOn: '2026-09-30', canSend: true },
    reading: { registerLitres: 120_000, isOwn: true },
  });
  const billed = await readingOf('billed');
  expect(await approve(billed)).toBeUndefined();
  await execute(app.owner.db, sql`update meters.readings set state = 'BILLED' where id = ${billed.id}`);
  expect(await send('billed')).toBe('meters.already_read');
  // A run that posts has it: nothing takes its place until then.
  expect(await approve(await readingOf('posting'))).toBeUndefined();
  const run = await calculateMonth(office, OCTOBER);
  await approveRun(office, run);
  await app.call(postRun, { as: office.planner, params: { id: run } });
  expect(await send('posting')).toBe('meters.reading_in_posting');
});

test('checks and places as of any reading', async () => {
  expect(await send('fresh', 120_000, {}, neighbour)).toBe('common.not_found');
  expect((await app.call(listOwnMeters, { as: neighbour })).items).toEqual([]);
  expect(await send('today', 100_000_000)).toBe('meters.beyond_register');
  await staffRead('read', OCTOBER, '2026-10-31', 121_000);
  expect(await send('read')).toBe('meters.already_read');
  await staffRead('later', '2026-11-01', '2026-11-07', 125_000);
  expect(await send('later')).toBe('meters.later_reading_exists');
  await execute(
    app.owner.db,
    sql`update meters.reading_checks set effect = 'REFUSE' where code = 'NEGATIVE'`,
  );
  expect(await send('today', 91_000, { unusual: true })).toBe('meters.check_refused');
  // September was read today.
  await execute(
    app.owner.db,
    sql`update meters.readings set state = 'APPROVED' where connection_id = ${of('today').id} and period = '2026-09-01'`,
  );
  await execute(
    app.owner.db,
    sql`update meters.readings set read_on = '2026-11-08' where connection_id = ${of('today').id} and period = '2026-09-01'`,
  );
  expect(await send('today')).toBe('meters.not_after_previous');
});

test('a figure that would lower bills of estimates is approved by two people', async () => {
  // September turns out to have been estimated, and its bill with it.
  await execute(
    app.owner.db,
    sql`update meters.readings set state = 'APPROVED' where connection_id = ${of('low').id} and period = '2026-09-01'`,
  );
  await execute(
    app.owner.db,
    sql`update meters.readings set source = 'ESTIMATE', state = 'ESTIMATED', taken_by = null
      where connection_id = ${of('low').id} and period = '2026-09-01'`,
  );
  expect(await send('low', 80_000, { unusual: true })).toBeUndefined();
  const reading = await readingOf('low');
  expect(reading.flags).toEqual(['SELF_READ', 'BELOW_ESTIMATE']);
  expect(await approve(reading)).toBeUndefined();
  const first = await readingOf('low');
  expect(first).toMatchObject({ state: 'FLAGGED' });
  expect(await approve(first)).toBe('meters.second_approver_is_first');
  expect(await approve(first, second)).toBeUndefined();
  const after = await all(
    app.db,
    sql`select register_litres as register, state from meters.readings where connection_id = ${of('low').id} and living
      and period >= '2026-08-01' order by period`,
  );
  expect(after).toMatchObject([
    { register: 62_000, state: 'BILLED' },
    { state: 'ESTIMATED' },
    { register: 80_000, state: 'APPROVED' },
  ]);
});

test('a meter that came today is not read by the household today', async () => {
  made.came = await connectRead();
  await transaction(app.db, async (tx) => {
    const fields = { number: 'CAME-1', make: 'Itron', sizeMm: 20, registerDigits: 5, sealNumber: null };
    const { id: newMeterId } = await addMeter(tx, app.system(), fields);
    await changeMeter(tx, app.system(), {
      ...{ connectionId: of('came').id, changedOn: app.system().today, finalLitres: 100_000 },
      ...{ newMeterId, openingLitres: 0, reason: 'stopped' },
    });
  });
  expect(await send('came', 1_000, { unusual: true })).toBe('common.not_found');
});
