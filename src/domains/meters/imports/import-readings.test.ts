import fc from 'fast-check';
import { expect, test } from 'vitest';
import { all, execute, one, sql, transaction } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { changeMeter } from '../actions/change-meter.ts';
import { type MadeConnection, type MadeReading, makeConnection } from '../factory.ts';
import * as readings from '../readings/contract.ts';
import type { Mapping, Uploaded } from './contract.ts';
import * as contract from './contract.ts';

const app = await testApp();
const reviewer = await app.staff('reviewer');

const months: MadeReading[] = [
  ['2026-07-01', '2026-07-31', 20_000],
  ['2026-08-01', '2026-08-31', 40_000],
  ['2026-09-01', '2026-09-30', 60_000],
];
const connect = (given: Parameters<typeof makeConnection>[2] = {}) =>
  transaction(app.db, (tx) =>
    makeConnection(tx, app.system(), {
      connectedOn: '2026-06-30',
      readings: months,
      approve: true,
      ...given,
    }),
  );

async function upload(
  content: string | Buffer,
  name = 'readings.csv',
  as: Person = reviewer,
): Promise<Uploaded> {
  const form = new FormData();
  form.append('file', new Blob([content as string]), name);
  const request = new Request('http://x', { method: 'POST', body: form });
  const answer = await app.server.inject({
    method: 'POST',
    url: '/api/main/meter/reading/import',
    headers: {
      authorization: `Bearer ${as.idToken}`,
      'content-type': request.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json<{ data: Uploaded }>().data;
}

const check = (id: string, mapping: Partial<Mapping> & Pick<Mapping, 'meter' | 'register'>) =>
  app.call(contract.checkImport, { as: reviewer, params: { id }, body: mapping });
const rowsOf = async (id: string) =>
  (await app.call(contract.listImportRows, { as: reviewer, params: { id }, query: { limit: 200 } })).items;
const commit = (found: { id: string; version: number }) => ({
  as: reviewer,
  params: { id: found.id },
  body: { version: found.version },
});

test('columns are guessed from titles in both languages', async () => {
  const english = await upload(
    'Sl,Meter No,Previous Reading,Current Reading (m3),Month,Remarks\n1,M1,2,3,2026-10,\n',
  );
  expect(english.guess).toEqual({ meter: 1, register: 3, month: 4, day: null, remark: 5, unit: 'm3' });
  const bengali = await upload('ক্রমিক;মিটার নম্বর;আগের রিডিং;বর্তমান রিডিং (লিটার);তারিখ\n১;ম১;২;৩;২০২৬-১০-৩১\n');
  expect(bengali.guess).toEqual({ meter: 1, register: 3, month: null, day: 4, remark: null, unit: 'litres' });
});

test('every row of a file ends in one verdict with its own reason', async () => {
  const made = await Promise.all(Array.from({ length: 11 }, () => connect()));
  const at = (index: number) => made[index] as MadeConnection;
  const [removed, next] = [at(5), await connect({ readings: [] })];
  await execute(app.owner.db, sql`delete from meters.assignments where meter_id = ${next.meterId}`);
  await transaction(app.db, async (tx) => {
    await execute(tx, sql`update meters.meters set status = 'IN_STOCK' where id = ${next.meterId}`);
    await changeMeter(tx, app.system(), {
      connectionId: removed.id,
      changedOn: '2026-10-10',
      finalLitres: 66_000,
      newMeterId: next.meterId,
      openingLitres: 0,
      reason: 'stopped',
    });
  });
  const lines: [string, string, string, string | null, string[]][] = [
    [at(0).meterNumber, '80', '2026-10', null, []],
    [` ${at(1).meterNumber.toLowerCase()} `, '৮০.৫', 'অক্টোবর ২০২৬', null, []],
    [at(2).meterNumber, '"1,150"', '10/2026', null, ['VERY_HIGH']],
    [at(3).meterNumber, '59', 'Oct-2026', null, ['NEGATIVE']],
    ['M-UNKNOWN', '80', '2026-10', 'UNKNOWN_METER', []],
    [removed.meterNumber, '80', '2026-10', 'AFTER_REMOVAL', []],
    [next.meterNumber, '14', '2026-10', null, []],
    [at(0).meterNumber, '81', '2026-10', 'DUPLICATE_IN_FILE', []],
    [at(6).meterNumber, '80', '2026-09', 'ALREADY_READ', []],
    [at(7).meterNumber, '8o', '2026-10', 'BAD_NUMBER', []],
    [at(7).meterNumber, '-8', '2026-10', 'BAD_NUMBER', []],
    [at(7).meterNumber, '"80,5"', '2026-10', 'BAD_NUMBER', []],
    [at(7).meterNumber, '', '2026-10', 'NO_NUMBER', []],
    ['', '80', '2026-10', 'NO_METER', []],
    [at(8).meterNumber, '80', '2026-13', 'BAD_MONTH', []],
    [at(8).meterNumber, '80', '', 'NO_MONTH', []],
    [at(8).meterNumber, '80', '2026-12', 'FUTURE', []],
    [at(8).meterNumber, '100000', '2026-10', 'BEYOND_REGISTER', []],
    [at(9).meterNumber, '80', '2026-05', 'BEFORE_INSTALLATION', []],
    [at(10).meterNumber, '80', '2026-10', null, []],
    [at(10).meterNumber, '95', '2026-11', null, []],
    // The dividers of a plate are written in many ways.
    [at(4).meterNumber.replace(/^(.)(..)/, '$1 $2-'), '80', '2026-10', null, []],
  ];
  const csv = `Meter No,Reading,Month\n${lines.map(([meter, register, month]) => `${meter},${register},${month}\n`).join('')}`;
  const { id } = await upload(csv);
  const checked = await check(id, { meter: 0, register: 1, month: 2 });
  const rows = await rowsOf(id);
  expect(rows.map(({ reason, flags }) => [reason, flags])).toEqual(
    lines.map(([, , , reason, flags]) => [reason, flags]),
  );
  expect(checked.rowsGood + checked.rowsFlagged + checked.rowsRefused).toBe(lines.length);
  expect([checked.rowsTotal, checked.rowsGood, checked.rowsFlagged]).toEqual([22, 6, 2]);
  // Meter change inside the month, and a month that follows another one of the file.
  expect(rows[6]).toMatchObject({ consumptionLitres: 20_000, previousLitres: 0 });
  expect(rows[20]).toMatchObject({ consumptionLitres: 15_000, previousLitres: 80_000 });
  expect(rows[1]).toMatchObject({ registerLitres: 80_500, readOn: '2026-10-31', period: '2026-10-01' });

  const committed = await app.call(contract.commitImport, commit(checked));
  expect([committed.state, committed.rowsGood, committed.rowsFlagged]).toEqual(['COMMITTED', 6, 2]);
  const states = await all(
    app.db,
    sql`select state, count(*) as readings from meters.readings where import_id = ${id} group by state order by state`,
  );
  expect(states).toEqual([
    { state: 'FLAGGED', readings: 2 },
    { state: 'VALID', readings: 6 },
  ]);
});

test('the rows that were not taken come back as a file that can be uploaded again', async () => {
  const made = await connect();
  const { id } = await upload(`Meter No,Reading (m³),Month\n${made.meterNumber},8x,2026-10\n`);
  await check(id, { meter: 0, register: 1, month: 2 });
  const file = await app.server.inject({
    url: `/api/main/meter/reading/import/${id}/refused?language=bn`,
    headers: { authorization: `Bearer ${reviewer.idToken}` },
  });
  expect(file.body).toContain('রিডিংটি কোনো সংখ্যা নয়');
  const again = await upload(file.body.replace('8x', '80'));
  expect(again.guess).toMatchObject({ meter: 1, register: 2, month: 3, day: 4, unit: 'm3' });
  const checked = await check(again.id, { meter: 1, register: 2, month: 3, day: 4, remark: 5 });
  expect([checked.rowsTotal, checked.rowsGood]).toEqual([1, 1]);
});

test('a comma that is at no place of a group makes the reading none, in either script; of groups it is left out', async () => {
  const made = await connect();
  const texts = ['80,5', '0,500', '1234,5', '12,34', '123,45,678', '৮০,৫', '1,080', '12,34,567.5'];
  const lines = texts.map((text) => `${made.meterNumber},"${text}",2026-10\n`);
  const { id } = await upload(`Meter,Reading,Month\n${lines.join('')}`);
  await check(id, { meter: 0, register: 1, month: 2 });
  const rows = await rowsOf(id);
  expect(rows.slice(0, 6).map(({ reason }) => reason)).toEqual(Array(6).fill('BAD_NUMBER'));
  expect(rows.slice(6).map(({ registerLitres }) => registerLitres)).toEqual([1_080_000, 1_234_567_500]);
});

test('the template of the month is an XLSX that can be filled in and uploaded', async () => {
  const made = await connect();
  const file = await app.server.inject({
    url: `/api/main/meter/reading/template?roadId=${made.roadId}&period=2026-10-01&format=xlsx`,
    headers: { authorization: `Bearer ${reviewer.idToken}` },
  });
  const uploaded = await upload(file.rawPayload, 'template.xlsx');
  expect(uploaded.sample).toHaveLength(1);
  const checked = await check(uploaded.id, { meter: 3, register: 6, month: 5 });
  expect((await rowsOf(checked.id)).map(({ meter, reason }) => [meter, reason])).toEqual([
    [made.meterNumber, 'NO_NUMBER'],
  ]);
});

test('what changed since the dry run is seen at commit: nothing is taken twice', async () => {
  const made = await connect();
  const csv = `Meter,Reading,Month\n${made.meterNumber},80,2026-10\n`;
  const [first, second] = await Promise.all([upload(csv), upload(csv)]);
  const mapping = { meter: 0, register: 1, month: 2 };
  const checked = [await check(first.id, mapping), await check(second.id, mapping)];
  expect(checked.map(({ rowsGood }) => rowsGood)).toEqual([1, 1]);
  const committed = await Promise.all(checked.map((found) => app.call(contract.commitImport, commit(found))));
  expect(committed.map(({ rowsGood }) => rowsGood).sort()).toEqual([0, 1]);
  expect(committed.map(({ rowsRefused }) => rowsRefused).sort()).toEqual([0, 1]);
  const { readings: count } = await one<{ readings: number }>(
    app.db,
    sql`select count(*) as readings from meters.readings where meter_id = ${made.meterId} and period = '2026-10-01' and living`,
  );
  expect(count).toBe(1);
});

test('committing twice at once takes it once', async () => {
  const made = await connect();
  const { id } = await upload(`Meter,Reading,Month\n${made.meterNumber},80,2026-10\n`);
  const checked = await check(id, { meter: 0, register: 1, month: 2 });
  const answers = await Promise.allSettled(
    [1, 2, 3].map(() => app.call(contract.commitImport, commit(checked))),
  );
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('rows lost in a crash are made again from the stored file', async () => {
  const made = await connect();
  const { id } = await upload(`Meter,Reading,Month\n${made.meterNumber},80,2026-10\n`);
  const checked = await check(id, { meter: 0, register: 1, month: 2 });
  await execute(app.db, sql`delete from meters.import_rows where import_id = ${id}`);
  expect(await app.call(contract.commitImport, commit(checked))).toMatchObject({
    state: 'COMMITTED',
    rowsGood: 1,
  });
});

test('a whole file is undone, and can come again; not after one is billed', async () => {
  const made = await connect();
  const csv = `Meter,Reading,Month\n${made.meterNumber},80,2026-10\n`;
  const take = async () => {
    const { id } = await upload(csv);
    return app.call(contract.commitImport, commit(await check(id, { meter: 0, register: 1, month: 2 })));
  };
  const first = await take();
  const undone = await app.call(contract.undoImport, commit(first));
  expect(undone.state).toBe('UNDONE');
  const second = await take();
  expect(second.rowsGood).toBe(1);
  await execute(app.db, sql`update meters.readings set state = 'BILLED' where import_id = ${second.id}`);
  expect((await app.refused(contract.undoImport, commit(second))).code).toBe('meters.import_billed');
  expect((await app.refused(contract.undoImport, commit(first))).code).toBe('meters.import_wrong_state');
});

test('readings of a file are taken by who committed it: somebody else approves the flagged ones', async () => {
  const made = await connect();
  const { id } = await upload(`Meter,Reading,Month\n${made.meterNumber},140,2026-10\n`);
  await app.call(contract.commitImport, commit(await check(id, { meter: 0, register: 1, month: 2 })));
  const { items } = await app.call(readings.listReadings, { as: reviewer, query: { importId: id } });
  expect(items).toMatchObject([{ flags: ['HIGH'], can: { approve: false } }]);
});

test('each row of any file has one verdict and every taken one is a reading', async () => {
  const made = await Promise.all(Array.from({ length: 4 }, () => connect()));
  const cell = fc.oneof(
    fc.constantFrom(
      '60',
      '80',
      '81.5',
      '১২০',
      '1,234',
      '99999',
      '0',
      '',
      '-1',
      '1e5',
      'NaN',
      '80 m3',
      '"a\nb"',
    ),
    fc.string({ maxLength: 8 }).map((text) => `"${text.replaceAll('"', '""').replaceAll('\0', '')}"`),
  );
  const month = fc.constantFrom(
    '2026-10',
    '10/2026',
    '2026-11-05',
    '2026-09',
    'Oct 2026',
    '',
    '31/02/2026',
    '0000-00',
  );
  const meter = fc.constantFrom(...made.map(({ meterNumber }) => meterNumber), 'M-NONE', '');
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(meter, cell, month), { minLength: 1, maxLength: 25 }),
      async (lines) => {
        const { id } = await upload(
          `Meter,Reading,Month\n${lines.map((line) => `${line.join(',')}\n`).join('')}`,
        );
        const checked = await check(id, { meter: 0, register: 1, month: 2 });
        const { rowsTotal, rowsGood, rowsFlagged, rowsRefused } = checked;
        expect(rowsTotal).toBe(lines.filter((line) => line.join(',') !== '').length);
        expect(rowsGood + rowsFlagged + rowsRefused).toBe(rowsTotal);
        expect(await rowsOf(id)).toHaveLength(rowsTotal);
        const committed = await app.call(contract.commitImport, commit(checked));
        const { taken } = await one<{ taken: number }>(
          app.db,
          sql`select count(*) as taken from meters.readings where import_id = ${id} and living`,
        );
        expect(taken).toBe(rowsGood + rowsFlagged);
        if (taken > 0) await app.call(contract.undoImport, commit(committed));
      },
    ),
    { numRuns: 12, seed: 7 },
  );
}, 300_000);

test('a file that brings a reading in the place of another person’s is not approved by who committed it', async () => {
  const made = await connect();
  const reader = await app.staff('reader');
  const body = { meterId: made.meterId, period: '2026-10-01', readOn: '2026-10-31', registerLitres: 80_000 };
  const taken = await app.call(readings.captureReading, { as: reader, body });
  const admin = await app.staff('admin');
  await app.call(readings.voidReading, { as: admin, params: { id: taken.id }, body: { reason: 'x' } });
  const { id } = await upload(`Meter,Register,Day\n${made.meterNumber},76000,2026-10-31\n`);
  const checked = await check(id, { meter: 0, register: 1, day: 2, unit: 'litres' });
  await app.call(contract.commitImport, commit(checked));
  const query = { connectionId: made.id, period: '2026-10-01' };
  const [brought] = (await app.call(readings.listReadings, { as: reviewer, query })).items;
  expect(brought).toMatchObject({ state: 'VALID', registerLitres: 76_000, can: { approve: false } });
  const approve = { id: String(brought?.id), version: brought?.version ?? 0, action: 'approve' as const };
  expect(await app.codeOf(readings.reviewReading, { as: reviewer, body: approve })).toBe(
    'meters.own_reading',
  );
  expect(await app.codeOf(readings.reviewReading, { as: admin, body: approve })).toBeUndefined();
});

/** A file with one good row, checked; 25 m³ of usually 20. */
async function checkedFile({ meterNumber }: MadeConnection) {
  const { id } = await upload(`Meter No,Reading,Month\n${meterNumber},85,2026-10\n`);
  const checked = await check(id, { meter: 0, register: 1, month: 2 });
  expect(checked.rowsGood).toBe(1);
  return checked;
}

test('a file is checked again if a meter was changed since then', async () => {
  const [made, next] = [await connect(), await connect({ readings: [] })];
  await execute(app.owner.db, sql`delete from meters.assignments where meter_id = ${next.meterId}`);
  const checked = await checkedFile(made);
  await transaction(app.db, async (tx) => {
    await execute(tx, sql`update meters.meters set status = 'IN_STOCK' where id = ${next.meterId}`);
    const swap = { connectionId: made.id, changedOn: '2026-10-10', finalLitres: 66_000, openingLitres: 0 };
    await changeMeter(tx, app.system(), { ...swap, newMeterId: next.meterId, reason: 'stopped' });
  });
  expect(await app.call(contract.commitImport, commit(checked))).toMatchObject({
    rowsGood: 0,
    rowsRefused: 1,
  });
});

test('a file is checked again if a limit was changed since then', async () => {
  const checked = await checkedFile(await connect());
  await execute(
    app.owner.db,
    sql`update meters.reading_checks set factor = 1.1, litres = 0, changed_at = clock_timestamp() where code = 'HIGH'`,
  );
  expect(await app.call(contract.commitImport, commit(checked))).toMatchObject({
    rowsGood: 0,
    rowsFlagged: 1,
  });
});
