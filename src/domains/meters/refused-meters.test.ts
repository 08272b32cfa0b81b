/** What the register of meters and the files of readings refuse, over HTTP, each for its own reason. */
import { expect, test } from 'vitest';
import { execute, one, sql, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { sendEmptyForm } from '#test/empty-form.ts';
import { brokenAtTheEnd, KEPT_AND_UNREADABLE } from '#test/refusals/broken-tables.ts';
import { changeMeter } from './actions/change-meter.ts';
import { setReadingCheck } from './checks/contract.ts';
import { addMeter } from './contract.ts';
import { type MadeReading, makeConnection } from './factory.ts';
import * as imports from './imports/contract.ts';
import { captureReading, editReading } from './readings/contract.ts';

const app = await testApp({ now: '2026-11-02T04:00:00Z' });
const as = await app.staff('admin');
const actor = { ...app.system(), permissions: new Set<never>() };
const OCTOBER = '2026-10-01';

const connection = (readings: MadeReading[] = []) =>
  transaction(app.db, (tx) => makeConnection(tx, actor, { connectedOn: '2026-06-30', readings }));

test('two meters with one number', async () => {
  const add = (number: string) => app.codeOf(addMeter, { as, body: { number } });
  expect([await add('ITR-1'), await add('itr-1'), await add('ITR-2')]).toEqual([
    undefined,
    'meters.meter_number_taken',
    undefined,
  ]);
});

/** The meter was taken away on 20 October. */
async function changed(readings: MadeReading[] = []) {
  const made = await connection(readings);
  const { id: newMeterId } = await app.call(addMeter, { as, body: { number: `NEW-${made.number}` } });
  await transaction(app.db, (tx) =>
    changeMeter(tx, actor, {
      ...{ connectionId: made.id, changedOn: '2026-10-20', finalLitres: 50_000 },
      ...{ newMeterId, openingLitres: 0, reason: 'worn out' },
    }),
  );
  return made;
}

test('a reading of a meter on a day when it was gone', async () => {
  const { meterId } = await changed();
  const capture = (readOn: string) =>
    app.codeOf(captureReading, {
      as,
      body: { meterId, period: OCTOBER, readOn, registerLitres: 40_000 },
    });
  expect([await capture('2026-10-20'), await capture('2026-10-19')]).toEqual([
    'meters.after_removal',
    undefined,
  ]);
});

type Figures = { readOn: string; registerLitres: number };
const FINE: Figures = { readOn: '2026-10-31', registerLitres: 41_000 };

async function corrections(made: { id: string }, wrong: Partial<Figures>, right: Partial<Figures> = {}) {
  const edit = async (figures: Partial<Figures>) => {
    const reading = await one<{ id: string; version: number }>(
      app.db,
      sql`select id, version from meters.readings
        where connection_id = ${made.id} and living and period = ${OCTOBER}`,
    );
    return app.codeOf(editReading, { as, body: { ...reading, reason: 'misread', ...FINE, ...figures } });
  };
  return [await edit(wrong), await edit(right)];
}

test.each<[string, Partial<Figures>]>([
  ['meters.before_installation', { readOn: '2026-06-29' }],
  ['meters.beyond_register', { registerLitres: 100_000_000 }],
  ['meters.not_after_previous', { readOn: '2026-10-05' }],
  ['meters.month_after_reading', { readOn: '2026-09-30' }],
  ['meters.reading_in_future', { readOn: '2026-11-03' }],
])('a correction is refused with %s, a right one is taken', async (code, wrong) => {
  const made = await connection([
    ['2026-09-01', '2026-10-05', 20_000],
    [OCTOBER, '2026-10-31', 40_000],
  ]);
  expect(await corrections(made, wrong)).toEqual([code, undefined]);
});

test('a correction to a day when the meter was gone', async () => {
  const made = await changed([[OCTOBER, '2026-10-19', 40_000]]);
  const gone = await corrections(made, { readOn: '2026-10-21' }, { readOn: '2026-10-18' });
  expect(gone).toEqual(['meters.after_removal', undefined]);
});

test.each<[string, MadeReading[]]>([
  ['is the last', []],
  ['has a later month', [['2026-11-01', '2026-11-01', 82_000]]],
])('a correction, of a reading that %s, to a use that the utility does not take', async (_, later) => {
  const steady: MadeReading[] = [7, 8, 9].map((n, at) => [
    `2026-0${n}-01`,
    `2026-0${n}-28`,
    (at + 1) * 20_000,
  ]);
  const made = await connection([...steady, [OCTOBER, '2026-10-31', 80_000], ...later]);
  const limits = { factor: '3', litres: 10_000, readings: null };
  const body = { code: 'VERY_HIGH' as const, category: 'residential', ...limits, changedAt: null };
  await execute(app.owner.db, sql`delete from meters.reading_checks where category = ${body.category}`);
  await app.call(setReadingCheck, { as, body: { ...body, effect: 'REFUSE' } });
  expect(await corrections(made, { registerLitres: 900_000 }, { registerLitres: 81_000 })).toEqual([
    'meters.check_refused',
    undefined,
  ]);
});

test('a file of readings in an old encoding', async () => {
  const content = Buffer.from([...Buffer.from('Meter,Reading\n'), 0xac, 0xe3, 0x2c, 0x31]);
  const { status, code } = await app.sendFile(imports.uploadImport, { as, content, name: 'readings.csv' });
  expect([status, code]).toEqual([422, 'files.old_encoding']);
});

const upload = async (content: string) =>
  (await app.sendFile(imports.uploadImport, { as, content, name: 'readings.csv' })).data;
const check = (id: string, register: number) =>
  app.codeOf(imports.checkImport, { as, params: { id }, body: { meter: 0, register, period: OCTOBER } });

test('a file of readings is sent with the file', async () => {
  expect(await sendEmptyForm(app, imports.uploadImport, as)).toBe('meters.import_not_readable');
});

test.each(KEPT_AND_UNREADABLE)(
  'a file of readings that is refused at its start: %s',
  async (code, content) => {
    const sent = { as, content: await content(), name: 'readings.csv' };
    expect((await app.sendFile(imports.uploadImport, sent)).code).toBe(code);
  },
);

test('a file of readings whose last row is broken is refused when all of it is read', async () => {
  const { id } = await upload(brokenAtTheEnd);
  expect(await check(id, 1)).toBe('imports.broken_row');
});

test('a column that the file does not have', async () => {
  const { meterNumber } = await connection();
  const { id } = await upload(`Meter,Register\n${meterNumber},10\n`);
  expect([await check(id, 2), await check(id, 1)]).toEqual(['meters.import_column_missing', undefined]);
});

test('a file without rows', async () => {
  const { id } = await upload('Meter,Register\n');
  expect(await check(id, 1)).toBe('meters.import_empty');
});
