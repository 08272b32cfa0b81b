/** A reader's visits: their time and position, why a meter was not read, the photo, the order of a road and its sheet. */
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { makeRoad } from '#domains/settings/factory.ts';
import { all, execute, one, sql, transaction } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { textOfPdf } from '#test/read-pdf.ts';
import { startOn } from '#test/zone.ts';
import { setReadingCheck } from '../checks/contract.ts';
import { type MadeConnection, makeConnection } from '../factory.ts';
import * as readings from '../readings/contract.ts';
import * as contract from './contract.ts';

const app = await testApp({ now: startOn('2026-11-02') });
const reader = await app.staff('reader');
const reviewer = await app.staff('reviewer');
const PERIOD = '2026-10-01';
const HOME = { latitude: 23.8, longitude: 90.4, accuracyM: 5 };
/** One degree of latitude is 111 km. */
const north = (metres: number, accuracyM = 5) => ({
  ...HOME,
  latitude: HOME.latitude + metres / 111_195,
  accuracyM,
});

const newRoad = async () => (await transaction(app.db, (tx) => makeRoad(tx, app.system()))).id;
const connect = (roadId: string, more: object = {}) =>
  transaction(app.db, (tx) =>
    makeConnection(tx, app.system(), {
      ...{ roadId, connectedOn: '2026-10-01', latitude: '23.8', longitude: '90.4' },
      ...more,
    }),
  );
type Place = typeof HOME | null;
const visit = (at: string, place: Place = HOME) => ({
  id: crypto.randomUUID(),
  at: new Date(`2026-11-01T${at}Z`).toISOString(),
  place,
});
type Visit = ReturnType<typeof visit>;
const value = ({ meterId }: MadeConnection) => ({
  ...{ meterId, period: PERIOD, readOn: '2026-10-31', registerLitres: 20_000 },
});
const read = (at: MadeConnection, seen: Visit, as: Person = reader) =>
  app.call(readings.captureReading, { as, body: { ...value(at), visit: seen } });
const notRead = (at: MadeConnection, more: object = {}) => ({
  as: reader,
  body: { meterId: at.meterId, period: PERIOD, visit: visit('03:00:00'), reason: 'LOCKED' as const, ...more },
});
const set = async (code: 'TOO_FAST' | 'FAR_AWAY', effect: 'REVIEW' | 'REFUSE', factor: string) => {
  const { changedAt } = await one<{ changedAt: string }>(
    app.db,
    sql`select changed_at as "changedAt" from meters.reading_checks where code = ${code} and category = '*'`,
  );
  const body = { code, category: '*', effect, factor, litres: null, readings: null };
  await app.call(setReadingCheck, {
    as: await app.staff('admin'),
    body: { ...body, changedAt: new Date(changedAt).toISOString() },
  });
};

test('who reads the next meter in less than ten seconds is looked at, another meter of the same minute is not', async () => {
  const road = await newRoad();
  const [first, second, third] = [await connect(road), await connect(road), await connect(road)];
  const other = await app.staff('reader');
  expect((await read(first, visit('04:00:00'))).flags).toEqual([]);
  const fast = await read(second, visit('04:00:09'));
  expect(fast).toMatchObject({
    state: 'FLAGGED',
    flags: ['TOO_FAST'],
    source: 'MOBILE',
    figures: { seconds: 9 },
  });
  expect((await read(third, visit('04:00:19'))).flags).toEqual([]);
  // Two people at two meters at once.
  expect((await read(await connect(road), visit('04:00:20'), other)).flags).toEqual([]);
  // Another value does not change how fast it was.
  const edited = await app.call(readings.editReading, {
    as: reader,
    body: {
      id: fast.id,
      version: fast.version,
      readOn: '2026-10-31',
      registerLitres: 21_000,
      reason: 'typed wrong',
    },
  });
  expect(edited).toMatchObject({ flags: ['TOO_FAST'], figures: { seconds: 9 } });
});

test('a reading is looked at if its phone was farther away than the limit and its own doubt', async () => {
  const road = await newRoad();
  const at = async (seen: Visit, more: object = {}) => (await read(await connect(road, more), seen)).flags;
  expect(await at(visit('05:00:00', north(90)))).toEqual([]);
  expect(await at(visit('05:01:00', north(130)))).toEqual(['FAR_AWAY']);
  expect(await at(visit('05:02:00', north(130, 60)))).toEqual([]);
  expect(await at(visit('05:03:00', null))).toEqual([]);
  const nowhere = { latitude: null, longitude: null };
  expect(await at(visit('05:04:00', north(5000)), nowhere)).toEqual([]);
});

test('a connection without a known place has that of an earlier month, after the reading of that month was approved', async () => {
  const home = await connect(await newRoad(), { latitude: null, longitude: null, connectedOn: '2026-09-01' });
  const of = (period: string, readOn: string, registerLitres: number, at: string, place: Place) =>
    app.call(readings.captureReading, {
      as: reader,
      body: { meterId: home.meterId, period, readOn, registerLitres, visit: visit(at, place) },
    });
  const before = await of('2026-09-01', '2026-09-30', 10_000, '06:00:00', HOME);
  expect(before.flags).toEqual([]);
  await app.call(readings.reviewReading, {
    as: reviewer,
    body: { id: before.id, version: before.version, action: 'approve' },
  });
  const after = await of(PERIOD, '2026-10-31', 20_000, '06:10:00', north(300));
  expect(after).toMatchObject({ flags: ['FAR_AWAY'], figures: { metres: 300 } });
});

test('the limits are those of the settings, and a check that refuses takes nothing', async () => {
  const road = await newRoad();
  await set('FAR_AWAY', 'REFUSE', '1000');
  const home = await connect(road);
  const body = { ...value(home), visit: visit('07:00:00', north(1200)) };
  expect(await app.codeOf(readings.captureReading, { as: reader, body })).toBe('meters.check_refused');
  expect(await all(app.db, sql`select from meters.read_attempts where meter_id = ${home.meterId}`)).toEqual(
    [],
  );
  await set('FAR_AWAY', 'REVIEW', '100');
});

test('why a meter was not read is kept; then it can be read, and after that nothing is missing', async () => {
  const road = await newRoad();
  const home = await connect(road);
  await app.call(contract.noteUnread, notRead(home));
  const cannotRead = async () =>
    (await app.call(contract.roadRoute, { as: reader, params: { id: road }, query: { period: PERIOD } }))
      .items[0];
  expect(await cannotRead()).toMatchObject({ cannotRead: 'LOCKED', reading: null });
  const other = { reason: 'OTHER', visit: visit('08:00:00') };
  expect(await app.refused(contract.noteUnread, notRead(home, other))).toMatchObject({
    code: 'meters.remark_missing',
    fields: [{ path: 'remark' }],
  });
  await app.call(contract.noteUnread, notRead(home, { ...other, remark: 'Wedding in the yard' }));
  const seen = visit('09:00:00');
  await read(home, seen);
  expect(await cannotRead()).toMatchObject({
    cannotRead: null,
    takenBy: expect.any(String),
    reading: { registerLitres: 20_000 },
  });
  expect(await app.codeOf(contract.noteUnread, notRead(home, { visit: visit('09:10:00') }))).toBe(
    'meters.already_read',
  );
  const next = await connect(road);
  expect(await app.codeOf(contract.noteUnread, notRead(next, { visit: seen }))).toBe('meters.visit_exists');
  expect(
    await app.codeOf(readings.captureReading, { as: reader, body: { ...value(next), visit: seen } }),
  ).toBe('meters.visit_exists');
  const nobody = { meterId: crypto.randomUUID(), visit: visit('09:20:00') };
  expect(await app.codeOf(contract.noteUnread, notRead(next, nobody))).toBe('meters.unknown_meter');
  await execute(
    app.owner.db,
    sql`update meters.assignments set removed_on = '2026-11-01', final_litres = 5, final_status = 'DUMPED_CONFIRMED'
    where meter_id = ${next.meterId}`,
  );
  expect(await app.codeOf(contract.noteUnread, notRead(next, { visit: visit('09:30:00') }))).toBe(
    'meters.not_installed',
  );
  const { items } = await app.call(contract.listVisits, {
    as: reviewer,
    query: { connectionId: home.id, period: PERIOD },
  });
  expect(items.map(({ reason, remark }) => [reason, remark])).toEqual([
    [null, null],
    ['OTHER', 'Wedding in the yard'],
    ['LOCKED', null],
  ]);
  expect(items[0]).toMatchObject({
    latitude: '23.8',
    accuracyM: 5,
    distanceM: 0,
    visitedBy: expect.any(String),
  });
});

test('the photo of a visit is added one time, by who was there, and is shown in the review', async () => {
  const home = await connect(await newRoad());
  const seen = visit('10:00:00');
  await read(home, seen);
  const content = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#88aa66' } })
    .png()
    .toBuffer();
  const add = async (as: Person, visitId = seen.id) =>
    (await app.sendFile(contract.addVisitPhoto, { as, content, name: 'meter.png', query: { visitId } })).code;
  const open = { as: reviewer, query: { visitId: seen.id } };
  expect(await app.codeOf(contract.openVisitPhoto, open)).toBe('common.not_found');
  expect(await add(reviewer)).toBe('common.not_found');
  expect(await add(reader)).toBeUndefined();
  expect(await add(reader)).toBe('meters.visit_has_photo');
  const { url } = await app.call(contract.openVisitPhoto, open);
  const { pathname, search } = new URL(url, 'http://x');
  expect((await app.server.inject({ method: 'GET', url: pathname + search })).statusCode).toBe(200);
  expect(await app.codeOf(contract.addVisitPhoto, { as: reader, query: { visitId: seen.id } })).toBe(
    'meters.photo_missing',
  );
  const log = await all<{ action: string }>(
    app.db,
    sql`select action from platform.audit where object = 'meter' and object_id = ${home.meterId} and action like 'reading.%' order by id`,
  );
  expect(log.map(({ action }) => action)).toEqual(['reading.photo']);
});

test('the order of a road is what was set; not if it was changed meanwhile or if one is missing', async () => {
  const road = await newRoad();
  const [a, b, c] = [await connect(road), await connect(road), await connect(road)];
  const shown = [a.id, b.id, c.id];
  const give = (was: string[], order: string[]) => ({ as: reviewer, body: { roadId: road, was, order } });
  await app.call(contract.setRouteOrder, give(shown, [c.id, a.id, b.id]));
  const route = () =>
    app.call(contract.roadRoute, { as: reader, params: { id: road }, query: { period: PERIOD } });
  expect((await route()).items.map(({ connectionId }) => connectionId)).toEqual([c.id, a.id, b.id]);
  const now = (await route()).order;
  for (const [was, order] of [
    [shown, [b.id, c.id, a.id]],
    [now, [a.id, b.id]],
    [now, [a.id, a.id, b.id]],
  ] as const)
    expect(await app.codeOf(contract.setRouteOrder, give([...was], [...order]))).toBe('meters.route_changed');
  expect((await route()).order).toEqual(now);
});

test('the sheet of a road has its meters in reading order, in both languages', async () => {
  const road = await newRoad();
  const [a, b] = [await connect(road), await connect(road)];
  await app.call(contract.setRouteOrder, {
    as: reviewer,
    body: { roadId: road, was: [a.id, b.id], order: [b.id, a.id] },
  });
  const sheet = async (language: 'en' | 'bn', id = road) =>
    app.server.inject({
      method: 'GET',
      url: `/api/main/meter/readings/road/${id}/sheet`,
      query: { language, period: PERIOD },
      headers: { authorization: `Bearer ${reader.idToken}` },
    });
  const english = textOfPdf((await sheet('en')).rawPayload);
  expect(english).toContain('Route sheet');
  expect(english.indexOf(b.meterNumber)).toBeLessThan(english.indexOf(a.meterNumber));
  expect(english.indexOf(b.meterNumber)).toBeGreaterThan(0);
  expect((await sheet('bn')).rawPayload.subarray(0, 4).toString()).toBe('%PDF');
  expect((await sheet('en', crypto.randomUUID())).statusCode).toBe(404);
  const { items } = await app.call(contract.roadsToRead, { as: reader, query: { period: PERIOD } });
  expect(items.find(({ id }) => id === road)?.left).toBe(2);
});
