/** A connection whose meter went, or that never had one, ends on a day; until it is billed, the way back is open. Over HTTP. */
import { describe, expect, test } from 'vitest';
import { makeInvoice } from '#domains/billing/factory.ts';
import { closePeriod } from '#domains/ledger/actions/close-period.ts';
import { makePayment } from '#domains/payments/contract.ts';
import { all, execute, first, one, sql, transaction } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { duringChange } from '#test/race.ts';
import { openConnection } from '../actions/open-connection.ts';
import { listConnections } from '../contract.ts';
import { type MadeReading, makeConnection } from '../factory.ts';
import * as readings from '../readings/contract.ts';
import { closeUnmetered as close } from './actions/close-connection.ts';
import { beforeClosing, closeUnmetered, reopenUnmetered } from './contract.ts';

const app = await testApp({ now: '2026-11-20T04:00:00Z' });
const as = await app.staff('reviewer');
const admin = await app.staff('admin');
const cashier = await app.staff('cashier');
const actor = { ...app.system(), permissions: new Set<never>() };

const OCTOBER: MadeReading = ['2026-10-01', '2026-10-31', 20_000];
type Made = { id: string; number: string; meterId: string };
const connect = (given: MadeReading[] = [OCTOBER]) =>
  transaction(app.db, (tx) => makeConnection(tx, actor, { connectedOn: '2026-06-30', readings: given }));
/** The meter went on that day, with this figure. */
async function unmetered(
  given: MadeReading[] = [OCTOBER],
  removed: [day: string, litres: number] = ['2026-11-05', 20_000],
): Promise<Made> {
  const made = await connect(given);
  const [day, litres] = removed;
  await execute(
    app.owner.db,
    sql`update meters.assignments set removed_on = ${day}, final_litres = ${litres}, final_status = 'DUMPED_CONFIRMED'
      where connection_id = ${made.id}`,
  );
  await execute(
    app.owner.db,
    sql`update meters.meters set status = 'REMOVED_CONFIRMED' where id = ${made.meterId}`,
  );
  return made;
}
/** It never had a meter. */
async function neverMetered() {
  const { consumerId, roadId } = await connect([]);
  return transaction(app.db, (tx) =>
    openConnection(tx, actor, {
      ...{ consumerId, roadId, plotNumber: '9', category: 'residential', pipeSizeMm: 20 },
      connectedOn: '2026-11-03',
    }),
  );
}
type Given = Pick<Made, 'id'>;
const closing = ({ id }: Given, closedOn = '2026-11-15') => ({
  connectionId: id,
  closedOn,
  reason: 'house is gone',
});
const shut = (made: Given, closedOn?: string) =>
  app.call(closeUnmetered, { as, body: closing(made, closedOn) });
const refusal = (made: Given, closedOn?: string, by: Person = as) =>
  app.codeOf(closeUnmetered, { as: by, body: closing(made, closedOn) });
const reopen = ({ id }: Given, by: Person = as) =>
  app.codeOf(reopenUnmetered, { as: by, body: { connectionId: id, reason: 'closed by mistake' } });
const known = ({ id }: Given) => app.call(beforeClosing, { as, params: { id } });
const statusOf = ({ id }: Given) =>
  one<{ status: string; day: string | null }>(
    app.db,
    sql`select status, disconnected_on as day from meters.connections where id = ${id}`,
  );
const OPEN = { status: 'active', day: null };
const row = async ({ number }: Pick<Made, 'number'>) => {
  const { items } = await app.call(listConnections, { as, query: { search: number, limit: 10 } });
  return items[0];
};
const lastAudit = (id: string) =>
  one(
    app.owner.db,
    sql`select action, actor_id as by, before, after, reason from platform.audit where object_id = ${id} order by id desc limit 1`,
  );
const lastReading = ({ id }: Given) =>
  first<{ id: string; period: string; day: string; litres: number; used: number; state: string }>(
    app.db,
    sql`select id, period, read_on as day, register_litres as litres, consumption_litres as used, state
      from meters.readings where connection_id = ${id} order by period desc, id desc limit 1`,
  );
const bill = ({ id }: Given) =>
  execute(
    app.owner.db,
    sql`update meters.readings set state = 'BILLED' where connection_id = ${id} and living`,
  );

describe('closing a connection without a meter', () => {
  test('ends it on a day, and leaves who, when and why', async () => {
    const made = await unmetered();
    expect(await row(made)).toMatchObject({ status: 'active', isReopenable: false });
    await shut(made);
    expect(await statusOf(made)).toEqual({ status: 'closed', day: '2026-11-15' });
    expect(await row(made)).toMatchObject({ status: 'closed', meterId: null, isReopenable: true });
    expect(await lastAudit(made.id)).toEqual({
      ...{ action: 'connection.close', by: as.userId, reason: 'house is gone' },
      ...{ before: { status: 'active' }, after: { status: 'closed', disconnectedOn: '2026-11-15' } },
    });
    // What was read stays as it is, and nothing was read.
    expect(await lastReading(made)).toMatchObject({ period: '2026-10-01', state: 'FLAGGED' });
    const kept = await one(
      app.owner.db,
      sql`select closed_on, last_period, closed_by from meters.unmetered_closures where connection_id = ${made.id}`,
    );
    expect(kept).toEqual({ closed_on: '2026-11-15', last_period: '2026-10-01', closed_by: as.userId });
  });

  test('of one that never had a meter', async () => {
    const made = await neverMetered();
    expect(await refusal(made, '2026-11-02')).toBe('meters.closing_too_early');
    expect(await refusal(made, '2026-11-03')).toBeUndefined();
    expect(await statusOf(made)).toEqual({ status: 'closed', day: '2026-11-03' });
    expect(await lastReading(made)).toBeUndefined();
  });

  test.each<[string, string, string, () => Promise<Given>]>([
    ['on a day to come', 'meters.closing_in_future', '2026-11-21', unmetered],
    ['before the meter went', 'meters.closing_too_early', '2026-11-04', unmetered],
    [
      'before the last reading',
      'meters.closing_too_early',
      '2026-11-11',
      async () => {
        const made = await connect([OCTOBER, ['2026-11-01', '2026-11-12', 21_000]]);
        await execute(app.owner.db, sql`delete from meters.assignments where connection_id = ${made.id}`);
        return made;
      },
    ],
    ['with a meter', 'meters.connection_has_meter', '2026-11-15', connect],
    [
      'that is closed',
      'meters.connection_closed',
      '2026-11-16',
      async () => {
        const made = await unmetered();
        await shut(made);
        return made;
      },
    ],
  ])('is refused %s, and changes nothing', async (_when, code, day, make) => {
    const made = await make();
    const was = await statusOf(made);
    expect(await refusal(made, day)).toBe(code);
    expect(await statusOf(made)).toEqual(was);
  });

  test('says from which day on it may end', async () => {
    const made = await unmetered();
    const refused = await app.refused(closeUnmetered, { as, body: closing(made, '2026-11-04') });
    expect(refused).toMatchObject({ code: 'meters.closing_too_early', params: { day: '2026-11-05' } });
    expect(await refusal(made, '2026-11-05')).toBeUndefined();
  });

  test('is not done for a connection that is not there', async () => {
    const nobody = { id: '00000000-0000-7000-8000-000000000000' };
    expect(await refusal(nobody)).toBe('common.not_found');
    expect(await app.codeOf(beforeClosing, { as, params: nobody })).toBe('common.not_found');
    expect(await reopen(nobody)).toBe('meters.connection_not_closed');
  });

  test('by two at once is done once', async () => {
    const made = await unmetered();
    const second = await duringChange(
      app,
      (tx) => close(tx, actor, closing(made)),
      () => refusal(made, '2026-11-16'),
    );
    expect(second).toBe('meters.connection_closed');
    expect(await statusOf(made)).toEqual({ status: 'closed', day: '2026-11-15' });
  });

  test('is for those who may', async () => {
    const made = await unmetered();
    const reader = await app.staff('reader');
    expect(await refusal(made, undefined, reader)).toBe('common.not_permitted');
    expect(await reopen(made, reader)).toBe('common.not_permitted');
    expect(await app.codeOf(beforeClosing, { as: reader, params: { id: made.id } })).toBe(
      'common.not_permitted',
    );
  });
});

describe('before it is closed a person sees', () => {
  test('open bills, the advance, what is not billed yet and the first day', async () => {
    const made = await unmetered([['2026-09-01', '2026-09-30', 10_000], OCTOBER]);
    expect(await known(made)).toEqual({
      ...{ number: made.number, meterId: null, lastReadOn: '2026-10-31', lastLitres: 20_000 },
      ...{ firstDay: '2026-11-05', unbilledReadings: 2, removed: null },
      ...{ openBills: 0, openMinor: 0, advanceMinor: 0 },
    });
    await transaction(app.db, async (tx) => {
      await makeInvoice(tx, actor, { connectionId: made.id, period: '2026-07-01' });
      await makeInvoice(tx, actor, { connectionId: made.id, period: '2026-08-01' });
    });
    expect(await known(made)).toMatchObject({ openBills: 2, openMinor: 23_000, advanceMinor: 0 });
    const body = { connectionId: made.id, amountMinor: 30_000, tender: { method: 'CASH' as const } };
    await app.call(makePayment, { as: cashier, body });
    await bill(made);
    expect(await known(made)).toMatchObject({
      openBills: 0,
      openMinor: 0,
      advanceMinor: 7_000,
      unbilledReadings: 0,
    });
  });

  test('the meter of one that has one, and its last reading', async () => {
    const made = await connect();
    expect(await known(made)).toMatchObject({ meterId: made.meterId, lastLitres: 20_000, removed: null });
  });
});

describe('the figure with which the meter went', () => {
  const NOVEMBER: MadeReading = ['2026-11-01', '2026-11-02', 21_000];

  test('becomes the last reading if no reading has it', async () => {
    const made = await unmetered([OCTOBER], ['2026-11-05', 23_000]);
    expect((await known(made)).removed).toEqual({
      meterNumber: expect.any(String),
      on: '2026-11-05',
      registerLitres: 23_000,
    });
    await shut(made);
    expect(await lastReading(made)).toMatchObject({
      ...{ period: '2026-11-01', day: '2026-11-05', litres: 23_000, used: 3_000 },
    });
    expect((await known(made)).removed).toBeNull();
  });

  test('is read for the next month if its own was read before, and goes if the connection is opened again', async () => {
    const made = await unmetered([OCTOBER, NOVEMBER], ['2026-11-05', 23_000]);
    await shut(made);
    const read = await lastReading(made);
    expect(read).toMatchObject({ period: '2026-12-01', day: '2026-11-05', used: 2_000 });
    expect(await reopen(made)).toBeUndefined();
    expect((await lastReading(made))?.state).toBe('VOID');
    expect(await lastAudit(String(read?.id))).toMatchObject({
      action: 'reading.void',
      by: as.userId,
      reason: 'closed by mistake',
    });
    await shut(made, '2026-11-16');
    expect(await lastReading(made)).toMatchObject({ period: '2026-12-01', used: 2_000, state: 'VALID' });
  });

  test('of its own month stays if the connection is opened again, and is not taken a second time', async () => {
    const made = await unmetered([OCTOBER], ['2026-11-05', 23_000]);
    await shut(made);
    expect(await reopen(made)).toBeUndefined();
    expect(await lastReading(made)).toMatchObject({ state: 'VALID', litres: 23_000 });
    await shut(made, '2026-11-16');
    const rows = await all(app.db, sql`select id from meters.readings where connection_id = ${made.id}`);
    expect(rows.length).toBe(2);
  });

  test('is read one time: with another figure, on that day, or after another meter came it is refused', async () => {
    const made = await unmetered([OCTOBER], ['2026-11-05', 23_000]);
    const take = (registerLitres: number, readOn = '2026-11-05') =>
      app.codeOf(readings.captureReading, {
        as: admin,
        body: { meterId: made.meterId, period: '2026-11-01', readOn, registerLitres },
      });
    expect(await take(24_000)).toBe('meters.after_removal');
    expect(await take(23_000, '2026-11-06')).toBe('meters.after_removal');
    const other = await connect([]);
    await execute(
      app.owner.db,
      sql`update meters.assignments set connection_id = ${made.id}, installed_on = '2026-11-05' where connection_id = ${other.id}`,
    );
    expect(await take(23_000)).toBe('meters.after_removal');
  });

  test('is corrected until it is billed, and the figure of the removal with it', async () => {
    const made = await unmetered([OCTOBER], ['2026-11-05', 23_000]);
    await shut(made);
    const taken = await one<{ id: string; version: number }>(
      app.db,
      sql`select id, version from meters.readings where connection_id = ${made.id} and living and register_litres = 23000`,
    );
    const body = { ...taken, readOn: '2026-11-05', registerLitres: 22_000, reason: 'misread' };
    const edited = await app.call(readings.editReading, { as: admin, body });
    expect(edited).toMatchObject({ registerLitres: 22_000, consumptionLitres: 2_000 });
    const { litres } = await one<{ litres: number }>(
      app.db,
      sql`select final_litres as litres from meters.assignments where connection_id = ${made.id}`,
    );
    expect(litres).toBe(22_000);
    await execute(app.owner.db, sql`update meters.readings set state = 'BILLED' where id = ${edited.id}`);
    const again = { ...body, id: edited.id, version: edited.version, registerLitres: 21_000 };
    expect(await app.codeOf(readings.editReading, { as: admin, body: again })).toBe('meters.reading_billed');
  });

  test('is refused by the checks of every reading, and the connection stays open', async () => {
    const made = await unmetered([OCTOBER], ['2026-11-05', 1_000]);
    const setCheck = (effect: string) =>
      execute(
        app.owner.db,
        sql`update meters.reading_checks set effect = ${effect} where code = 'NEGATIVE' and category = '*'`,
      );
    await setCheck('REFUSE');
    expect(await refusal(made)).toBe('meters.check_refused');
    expect(await statusOf(made)).toEqual(OPEN);
    await setCheck('REVIEW');
    expect(await refusal(made)).toBeUndefined();
    expect((await lastReading(made))?.state).toBe('FLAGGED');
  });

  test('is refused if the register cannot show it', async () => {
    const made = await unmetered([OCTOBER], ['2026-11-05', 100_000_000]);
    expect(await refusal(made)).toBe('meters.beyond_register');
    expect(await statusOf(made)).toEqual(OPEN);
  });

  test('is taken by hand for the day before, if the meter began elsewhere on that day', async () => {
    const [made, other] = [await unmetered([OCTOBER], ['2026-11-05', 23_000]), await neverMetered()];
    await execute(
      app.owner.db,
      sql`insert into meters.assignments (connection_id, meter_id, installed_on, opening_litres)
        values (${other.id}, ${made.meterId}, '2026-11-05', 23000)`,
    );
    expect(await refusal(made)).toBe('meters.removed_meter_elsewhere');
    const body = {
      meterId: made.meterId,
      period: '2026-11-01',
      readOn: '2026-11-04',
      registerLitres: 23_000,
    };
    await app.call(readings.captureReading, { as: admin, body });
    expect(await refusal(made)).toBeUndefined();
    expect(await lastReading(made)).toMatchObject({ day: '2026-11-04', used: 3_000 });
  });
});

describe('a connection that was closed without a meter', () => {
  test('is opened again as it was', async () => {
    const made = await unmetered();
    await shut(made);
    expect(await reopen(made)).toBeUndefined();
    expect(await statusOf(made)).toEqual(OPEN);
    expect(await lastAudit(made.id)).toEqual({
      ...{ action: 'connection.reopen', by: as.userId, reason: 'closed by mistake' },
      ...{ before: { status: 'closed', disconnectedOn: '2026-11-15' }, after: { status: 'active' } },
    });
    expect(await reopen(made)).toBe('meters.connection_not_closed');
    await shut(made, '2026-11-16');
    expect(await statusOf(made)).toEqual({ status: 'closed', day: '2026-11-16' });
  });

  test('stays closed after its last reading is billed, not because all was billed before', async () => {
    const made = await unmetered();
    await shut(made);
    await bill(made);
    expect((await row(made))?.isReopenable).toBe(false);
    expect(await reopen(made)).toBe('meters.reading_billed');

    const settled = await unmetered();
    await bill(settled);
    await shut(settled);
    expect((await row(settled))?.isReopenable).toBe(true);
    expect(await reopen(settled)).toBeUndefined();
  });

  test('keeps its last reading until it is open again', async () => {
    const made = await unmetered([['2026-09-01', '2026-09-30', 10_000], OCTOBER]);
    await shut(made);
    const id = String((await lastReading(made))?.id);
    const voiding = { as: admin, params: { id }, body: { reason: 'wrong house' } };
    expect(await app.codeOf(readings.voidReading, voiding)).toBe('meters.last_of_closed');
    expect(await reopen(made)).toBeUndefined();
    expect(await app.codeOf(readings.voidReading, voiding)).toBeUndefined();
  });
});

// The last test: the month stays closed.
test('a day in a month whose books are closed is refused, also if they are closed meanwhile', async () => {
  const [made, other] = [await neverMetered(), await unmetered()];
  const second = await duringChange(
    app,
    (tx) => closePeriod(tx, actor, '2026-11-01'),
    () => refusal(made),
  );
  expect(second).toBe('meters.closing_month_closed');
  expect(await refusal(other)).toBe('meters.closing_month_closed');
  expect(await statusOf(other)).toEqual(OPEN);
});
