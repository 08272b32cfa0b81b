/** A connection ends with the last reading of its meter; until that is billed, the way back is open. Over HTTP. */
import { describe, expect, test } from 'vitest';
import { all, execute, one, sql, transaction } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { duringChange } from '#test/race.ts';
import { installMeter } from '../actions/install-meter.ts';
import { getMeter, listConnections, listUnread } from '../contract.ts';
import { type MadeConnection, type MadeReading, makeConnection } from '../factory.ts';
import * as imports from '../imports/contract.ts';
import * as readings from '../readings/contract.ts';
import { closeConnection as close } from './actions/close-connection.ts';
import { disconnectConnection, reconnectConnection } from './actions/disconnect-connection.ts';
import { closeConnection, reopenConnection } from './contract.ts';

const app = await testApp({ now: '2026-11-20T04:00:00Z' });
const as = await app.staff('reviewer');
const admin = await app.staff('admin');
const actor = { ...app.system(), permissions: new Set<never>() };

const OCTOBER: MadeReading = ['2026-10-01', '2026-10-31', 20_000];
const connect = (given: MadeReading[] = [OCTOBER]) =>
  transaction(app.db, (tx) => makeConnection(tx, actor, { connectedOn: '2026-06-30', readings: given }));
const closing = ({ meterId }: MadeConnection, given: Partial<Body> = {}) => ({
  meterId,
  readOn: '2026-11-15',
  registerLitres: 26_000,
  reason: 'moved to another town',
  ...given,
});
type Body = { meterId: string; readOn: string; registerLitres: number; reason: string };
const shut = (made: MadeConnection, given: Partial<Body> = {}) =>
  app.call(closeConnection, { as, body: closing(made, given) });
const refusal = (made: MadeConnection, given: Partial<Body> = {}) =>
  app.codeOf(closeConnection, { as, body: closing(made, given) });
const reopen = ({ meterId }: MadeConnection, by: Person = as) =>
  app.codeOf(reopenConnection, { as: by, body: { meterId, reason: 'closed by mistake' } });
const meterOf = async ({ meterId }: MadeConnection) => app.call(getMeter, { as, params: { id: meterId } });
const statusOf = ({ id }: MadeConnection) =>
  one<{ status: string; day: string | null }>(
    app.db,
    sql`select status, disconnected_on as day from meters.connections where id = ${id}`,
  );
const isUnread = async ({ meterId }: MadeConnection) => {
  const { items } = await app.call(listUnread, { as, query: { period: '2026-11-01', limit: 100 } });
  return items.some((row) => row.meterId === meterId);
};
const lastAudit = ({ id }: MadeConnection) =>
  one(
    app.owner.db,
    sql`select action, actor_id as by, before, after, reason from platform.audit where object_id = ${id} order by id desc limit 1`,
  );

describe('closing a connection', () => {
  test('takes the last reading, removes the meter, and leaves who, when and why', async () => {
    const made = await connect();
    expect(await isUnread(made)).toBe(true);
    const { readingId } = await shut(made);
    expect(await statusOf(made)).toEqual({ status: 'closed', day: '2026-11-15' });
    const meter = await meterOf(made);
    expect(meter).toMatchObject({ status: 'REMOVED', connectionId: null });
    expect(meter.assignments).toMatchObject([
      { removedOn: '2026-11-15', finalLitres: 26_000, isReopenable: true },
    ]);
    const { state, consumptionLitres, period } = await app.call(readings.getReading, {
      as,
      params: { id: readingId },
    });
    expect([state, consumptionLitres, period]).toEqual(['VALID', 6_000, '2026-11-01']);
    expect(await isUnread(made)).toBe(false);
    const { items } = await app.call(listConnections, { as, query: { status: 'closed', limit: 100 } });
    expect(items.map(({ id }) => id)).toContain(made.id);
    expect(await lastAudit(made)).toMatchObject({
      action: 'connection.close',
      by: as.userId,
      before: { status: 'active' },
      after: { status: 'closed', disconnectedOn: '2026-11-15', registerLitres: 26_000 },
      reason: 'moved to another town',
    });
  });

  test('with what was read on that day takes no second reading', async () => {
    const made = await connect([OCTOBER, ['2026-11-01', '2026-11-15', 26_000]]);
    const { readingId } = await shut(made);
    const { id } = await one<{ id: string }>(
      app.db,
      sql`select id from meters.readings where connection_id = ${made.id} and period = '2026-11-01'`,
    );
    expect(readingId).toBe(id);
  });

  test.each<[string, string, Partial<Body>, MadeReading[]?]>([
    ['on a day to come', 'meters.reading_in_future', { readOn: '2026-11-21' }],
    ['before the meter came', 'meters.before_installation', { readOn: '2026-06-29' }],
    ['beyond the digits of the register', 'meters.beyond_register', { registerLitres: 100_000_000 }],
    [
      'on a day that was read before the last reading',
      'meters.not_after_previous',
      { readOn: '2026-11-01' },
      [['2026-10-01', '2026-11-01', 20_000]],
    ],
    [
      'with another figure than was read on that day',
      'meters.already_read',
      {},
      [OCTOBER, ['2026-11-01', '2026-11-15', 25_000]],
    ],
    [
      'before a later reading',
      'meters.later_reading_exists',
      { readOn: '2026-10-15', registerLitres: 10_000 },
      [
        ['2026-09-01', '2026-09-30', 5_000],
        ['2026-11-01', '2026-11-10', 24_000],
      ],
    ],
  ])('is refused %s, and changes nothing', async (_when, code, given, read = [OCTOBER]) => {
    const made = await connect(read);
    expect(await refusal(made, given)).toBe(code);
    expect(await statusOf(made)).toEqual({ status: 'active', day: null });
    expect((await meterOf(made)).status).toBe('INSTALLED');
  });

  test('is read for the next month if its own month was read before, and stays there when it is corrected', async () => {
    const made = await connect([OCTOBER, ['2026-11-01', '2026-11-10', 24_000]]);
    const { readingId } = await shut(made);
    const { period, consumptionLitres, version } = await app.call(readings.getReading, {
      as,
      params: { id: readingId },
    });
    expect([period, consumptionLitres]).toEqual(['2026-12-01', 2_000]);
    const edit = { id: readingId, version, readOn: '2026-11-15', registerLitres: 25_000, reason: 'misread' };
    const edited = await app.call(readings.editReading, { as, body: edit });
    expect([edited.period, edited.consumptionLitres]).toEqual(['2026-12-01', 1_000]);
    const { id } = edited;
    await execute(app.owner.db, sql`update meters.readings set state = 'SUPERSEDED' where id = ${id}`);
    const take = (month: string) =>
      app.codeOf(readings.captureReading, {
        as: admin,
        body: { meterId: made.meterId, period: month, readOn: '2026-11-15', registerLitres: 26_000 },
      });
    expect(await take('2027-01-01')).toBe('meters.month_after_reading');
    expect(await take('2026-12-01')).toBeUndefined();
  });

  test('is refused on the first day of the connection, of which nothing would be billed', async () => {
    const made = await connect([]);
    expect(await refusal(made, { readOn: '2026-06-30' })).toBe('meters.before_installation');
    expect(await refusal(made, { readOn: '2026-07-01' })).toBeUndefined();
  });

  test('with a reading that is billed is refused: no other bill would come', async () => {
    const made = await connect();
    await execute(
      app.owner.db,
      sql`update meters.readings set state = 'BILLED' where connection_id = ${made.id}`,
    );
    expect(await refusal(made, { readOn: '2026-10-31', registerLitres: 20_000 })).toBe('meters.already_read');
    expect(await refusal(made, { readOn: '2026-11-01', registerLitres: 20_000 })).toBeUndefined();
  });

  test('with an earlier reading of the day is refused if a later month is read', async () => {
    const made = await connect([OCTOBER, ['2026-11-01', '2026-11-10', 24_000]]);
    expect(await refusal(made, { readOn: '2026-10-31', registerLitres: 20_000 })).toBe('meters.already_read');
  });

  test('is refused if no meter measures it, and a second time', async () => {
    const made = await connect();
    await shut(made);
    expect(await refusal(made)).toBe('meters.not_installed');
    const other = await connect();
    await execute(
      app.owner.db,
      sql`update meters.connections set status = 'closed', disconnected_on = '2026-11-01' where id = ${other.id}`,
    );
    expect(await refusal(other)).toBe('meters.connection_closed');
  });

  const setCheck = (code: string, effect: string) =>
    execute(
      app.owner.db,
      sql`update meters.reading_checks set effect = ${effect} where code = ${code} and category = '*'`,
    );

  test('is refused if the utility takes no such use', async () => {
    const made = await connect();
    await setCheck('NEGATIVE', 'REFUSE');
    expect(await refusal(made, { registerLitres: 1_000 })).toBe('meters.check_refused');
    await setCheck('NEGATIVE', 'REVIEW');
  });

  test('is refused on a day to come also if readings of such days are reviewed', async () => {
    const made = await connect();
    await setCheck('FUTURE', 'REVIEW');
    expect(await refusal(made, { readOn: '2026-11-21' })).toBe('meters.reading_in_future');
    await setCheck('FUTURE', 'REFUSE');
  });

  test('by two at once is done once', async () => {
    const made = await connect();
    const second = await duringChange(
      app,
      (tx) => close(tx, actor, closing(made)),
      () => refusal(made, { readOn: '2026-11-16' }),
    );
    expect(second).toBe('meters.not_installed');
  });
});

describe('the last reading of a closed connection', () => {
  const read = async (made: MadeConnection) => {
    const { readingId } = await shut(made);
    return app.call(readings.getReading, { as, params: { id: readingId } });
  };

  test('gets another value, which the place of the meter shows; its day stays', async () => {
    const made = await connect();
    const { id, version } = await read(made);
    const body = { id, version, readOn: '2026-11-15', registerLitres: 27_000, reason: 'misread' };
    expect(await app.codeOf(readings.editReading, { as, body: { ...body, readOn: '2026-11-14' } })).toBe(
      'meters.last_of_closed',
    );
    const edited = await app.call(readings.editReading, { as, body });
    expect(edited.consumptionLitres).toBe(7_000);
    expect((await meterOf(made)).assignments).toMatchObject([{ finalLitres: 27_000 }]);
  });

  test('is not voided and not asked for again; after the connection is open it is', async () => {
    const made = await connect();
    const { id, version } = await read(made);
    const again = { as, body: { id, version, action: 'reread' as const, reason: 'blurred' } };
    const voiding = { as: admin, params: { id }, body: { reason: 'wrong house' } };
    expect(await app.codeOf(readings.reviewReading, again)).toBe('meters.last_of_closed');
    expect(await app.codeOf(readings.voidReading, voiding)).toBe('meters.last_of_closed');
    expect(await reopen(made)).toBeUndefined();
    expect(await app.codeOf(readings.voidReading, voiding)).toBeUndefined();
  });

  test('does not go with the file that it came in', async () => {
    const made = await connect();
    const content = `Meter,Register,Day\n${made.meterNumber},26,2026-11-15\n`;
    const { id } = (await app.sendFile(imports.uploadImport, { as: admin, content, name: 'november.csv' }))
      .data;
    const params = { id };
    const version = async () => (await app.call(imports.getImport, { as: admin, params })).version;
    const mapping = { meter: 0, register: 1, day: 2, period: '2026-11-01' };
    await app.call(imports.checkImport, { as: admin, params, body: mapping });
    await app.call(imports.commitImport, { as: admin, params, body: { version: await version() } });
    await shut(made);
    const undo = async () =>
      app.codeOf(imports.undoImport, { as: admin, params, body: { version: await version() } });
    expect(await undo()).toBe('meters.last_of_closed');
    expect(await reopen(made)).toBeUndefined();
    expect(await undo()).toBeUndefined();
  });

  test('of another connection, or of an open one, goes as before', async () => {
    const made = await connect();
    await shut(made);
    const other = await connect([OCTOBER, ['2026-11-01', '2026-11-15', 26_000]]);
    const { id } = await one<{ id: string }>(
      app.db,
      sql`select id from meters.readings where connection_id = ${other.id} and period = '2026-11-01'`,
    );
    const voiding = { as: admin, params: { id }, body: { reason: 'wrong house' } };
    expect(await app.codeOf(readings.voidReading, voiding)).toBeUndefined();
  });
});

describe('a closed connection', () => {
  test('is opened again as it was, with its reading', async () => {
    const made = await connect();
    const before = await meterOf(made);
    await shut(made);
    expect(await reopen(made)).toBeUndefined();
    expect(await statusOf(made)).toEqual({ status: 'active', day: null });
    const after = await meterOf(made);
    expect(after.assignments).toEqual(before.assignments);
    expect(after).toMatchObject({ status: 'INSTALLED', connectionId: made.id, lastLitres: 26_000 });
    expect(await lastAudit(made)).toMatchObject({
      action: 'connection.reopen',
      by: as.userId,
      before: { status: 'closed', disconnectedOn: '2026-11-15' },
      reason: 'closed by mistake',
    });
    const { id } = await one<{ id: string }>(
      app.db,
      sql`select id from meters.readings where connection_id = ${made.id} and read_on = '2026-11-15'`,
    );
    expect(await lastAudit({ ...made, id })).not.toMatchObject({ action: 'reading.void' });
    // And closed again with what was read.
    await shut(made);
    expect(await statusOf(made)).toEqual({ status: 'closed', day: '2026-11-15' });
  });

  test('that had no water has none after it is opened again, from the day of the closure on', async () => {
    const made = await connect();
    const turn = { connectionId: made.id, reason: 'late bills' };
    await transaction(app.db, (tx) => disconnectConnection(tx, actor, { ...turn, day: '2026-11-10' }));
    await shut(made);
    expect(await reopen(made)).toBeUndefined();
    expect(await statusOf(made)).toEqual({ status: 'disconnected', day: null });
    expect(await lastAudit(made)).toMatchObject({ after: { status: 'disconnected' } });
    const dry = sql`select from_day as "from", to_day as "to" from meters.disconnections where connection_id = ${made.id} order by id`;
    expect(await all(app.db, dry)).toEqual([
      { from: '2026-11-10', to: '2026-11-15' },
      { from: '2026-11-15', to: null },
    ]);
    await transaction(app.db, (tx) => reconnectConnection(tx, actor, { ...turn, day: '2026-11-18' }));
    await shut(made, { readOn: '2026-11-19' });
    expect(await reopen(made)).toBeUndefined();
    expect(await statusOf(made)).toEqual({ status: 'active', day: null });
  });

  test('is opened again without the reading that was taken for the next month', async () => {
    const made = await connect([OCTOBER, ['2026-11-01', '2026-11-10', 24_000]]);
    const { readingId } = await shut(made);
    expect(await reopen(made)).toBeUndefined();
    const { state } = await one<{ state: string }>(
      app.db,
      sql`select state from meters.readings where id = ${readingId}`,
    );
    expect(state).toBe('VOID');
    const voided = await lastAudit({ ...made, id: readingId });
    expect(voided).toEqual({
      ...{ action: 'reading.void', by: as.userId, before: { state: 'VALID', registerLitres: 26_000 } },
      ...{ after: null, reason: 'closed by mistake' },
    });
    expect((await meterOf(made)).lastLitres).toBe(24_000);
    await shut(made, { readOn: '2026-11-16' });
    expect(await statusOf(made)).toEqual({ status: 'closed', day: '2026-11-16' });
  });

  test('stays closed after its last reading is billed, and if it never was closed here', async () => {
    const made = await connect();
    expect(await reopen(made)).toBe('meters.connection_not_closed');
    const { readingId } = await shut(made);
    await execute(app.owner.db, sql`update meters.readings set state = 'BILLED' where id = ${readingId}`);
    expect((await meterOf(made)).assignments).toMatchObject([{ isReopenable: false }]);
    expect(await reopen(made)).toBe('meters.reading_billed');
  });

  test('stays closed if its meter measures another connection', async () => {
    const [made, other] = [await connect(), await connect()];
    await shut(made);
    await execute(app.owner.db, sql`update meters.meters set status = 'IN_STOCK' where id = ${made.meterId}`);
    await shut(other);
    await transaction(app.db, (tx) =>
      installMeter(tx, actor, {
        connectionId: other.id,
        meterId: made.meterId,
        installedOn: '2026-11-15',
        openingLitres: 26_000,
      }),
    );
    expect(await reopen(made)).toBe('meters.meter_not_free');
    // The day belongs to the new place now: no reading of the old one is meant.
    const { items } = await app.call(listConnections, { as, query: { search: other.number, limit: 10 } });
    expect(items).toMatchObject([{ meterId: made.meterId }]);
  });

  test('is closed and opened by those who may', async () => {
    const made = await connect();
    const reader = await app.staff('reader');
    expect(await app.codeOf(closeConnection, { as: reader, body: closing(made) })).toBe(
      'common.not_permitted',
    );
    expect(await reopen(made, reader)).toBe('common.not_permitted');
  });
});
