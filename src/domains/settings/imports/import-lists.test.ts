import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, test } from 'vitest';
import { all, execute, one, sql, transaction } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { duringChange } from '#test/race.ts';
import { makeMaterial, makeRoad, makeSector } from '../factory.ts';
import { planRate } from '../materials/actions/plan-rate.ts';
import * as materials from '../materials/contract.ts';
import * as places from '../places/contract.ts';
import * as contract from './contract.ts';

const app = await testApp();
const clerk = await app.staffWith([
  'sectors:view',
  'sectors:edit',
  'roads:edit',
  'roads:view',
  'materials:edit',
  'materials:view',
]);

type Import = typeof contract.importSectors;
const send = async (endpoint: Import, content: string | Buffer, save?: string, key?: string) => {
  const path = save ? `${endpoint.path}?save=${save}` : endpoint.path;
  const sent = await app.sendFile(
    { ...endpoint, path },
    {
      ...{ as: clerk, content, name: 'list.csv' },
      ...(key ? { headers: { 'idempotency-key': key } } : {}),
    },
  );
  return { ...sent, data: sent.data as contract.ListPreview };
};
const shown = async (endpoint: Import, content: string | Buffer) => {
  const { data, code } = await send(endpoint, content);
  expect(code).toBeUndefined();
  return data;
};
const get = (as: Person, url: string) =>
  app.server.inject({ url: `/api/main${url}`, headers: { authorization: `Bearer ${as.idToken}` } });

describe('sectors from a file', () => {
  const csv = 'সেক্টর নম্বর;নাম;বাংলা নাম;ডিএমএ নম্বর\n৪১;Lake side;লেকপাড়;\n42;;;\n';

  test('are shown first, and saved as they were shown', async () => {
    const preview = await shown(contract.importSectors, csv);
    expect(preview).toMatchObject({ saved: false, rows: 2, added: 2, changed: 0, problemCount: 0 });
    expect(preview.changes[1]).toMatchObject({
      what: 'add',
      name: '42',
      fields: [
        { field: 'number', before: null, after: '42' },
        { field: 'name', before: null, after: 'Sector 42' },
        { field: 'nameBn', before: null, after: 'সেক্টর ৪২' },
      ],
    });
    const list = () => app.call(places.listSectors, { as: clerk, query: { search: '4' } });
    expect((await list()).total).toBe(0);
    expect((await send(contract.importSectors, csv, 'another')).code).toBe('settings.import_outdated');
    expect((await send(contract.importSectors, csv, preview.mark)).data.saved).toBe(true);
    expect((await list()).items.map((row) => [row.number, row.name, row.nameBn])).toEqual([
      ['41', 'Lake side', 'লেকপাড়'],
      ['42', 'Sector 42', 'সেক্টর ৪২'],
    ]);
    expect(await shown(contract.importSectors, csv)).toMatchObject({ added: 0, changed: 0, same: 2 });
    const { logged } = await one<{ logged: number }>(
      app.db,
      sql`select count(*) as logged from platform.audit where action in ('sector.add', 'list.import')`,
    );
    expect(logged).toBe(3);
  });

  test('saved again because the answer was lost, they get that answer, and nothing is done twice', async () => {
    const file = 'Number,Name\n43,Canal side\n';
    const { mark } = await shown(contract.importSectors, file);
    const key = crypto.randomUUID();
    const saved = await send(contract.importSectors, file, mark, key);
    expect(saved.data).toMatchObject({ saved: true, added: 1 });
    expect(await send(contract.importSectors, file, mark, key)).toEqual(saved);
    const other = await send(contract.importSectors, 'Number,Name\n44,Other\n', mark, key);
    expect(other.code).toBe('common.idempotency_key_reused');
  });

  test('change what the file says and leave blank cells alone', async () => {
    const file = 'Number,Name,Name in Bengali\n41,River side,\n42,,\n';
    const preview = await shown(contract.importSectors, file);
    expect(preview).toMatchObject({ added: 0, changed: 1, same: 1 });
    expect(preview.changes[0]?.fields).toEqual([{ field: 'name', before: 'Lake side', after: 'River side' }]);
    await send(contract.importSectors, file, preview.mark);
    const { items } = await app.call(places.listSectors, { as: clerk, query: { search: '41' } });
    expect(items[0]).toMatchObject({ name: 'River side', nameBn: 'লেকপাড়', version: 2 });
  });

  test('are refused whole, with every bad line', async () => {
    const file = `Number,Name,DMA\n51,,\n,No number,\n52,${'x'.repeat(101)},\n51,Again,\n53,,DMA-none\n`;
    const preview = await shown(contract.importSectors, file);
    expect(preview.problems.map(({ row, field, code }) => [row, field, code])).toEqual([
      [3, 'number', 'common.required'],
      [4, 'name', 'common.issue_too_big'],
      [5, 'number', 'settings.import_repeated'],
      [6, 'dma', 'settings.unknown_dma'],
    ]);
    expect((await send(contract.importSectors, file, preview.mark)).code).toBe('settings.import_invalid');
    const { total } = await app.call(places.listSectors, { as: clerk, query: { search: '51' } });
    expect(total).toBe(0);
    expect((await send(contract.importSectors, 'Colour,Size\nred,1\n')).code).toBe(
      'settings.import_column_missing',
    );
  });

  test('somebody changed one in between: what is saved would not be what was shown', async () => {
    const file = 'Number,Name\n41,Hill side\n';
    const { mark } = await shown(contract.importSectors, file);
    await execute(app.db, sql`update settings.sectors set name = 'Other' where number = '41'`);
    expect((await send(contract.importSectors, file, mark)).code).toBe('settings.import_outdated');
  });
});

test('roads come into their sectors, by workbook too', async () => {
  await transaction(app.db, (tx) => makeSector(tx, app.system(), { number: '61' }));
  const rows = [
    ['Sector number', 'Road number', 'Name', 'Reading order'],
    [61, 7, 'Canal road', 3],
    [61, '৮', null, null],
    [99, 1, null, 'x'],
  ];
  const bad = Buffer.from(await writeXlsx({ sheets: [{ name: 's', rows }] }));
  expect((await shown(contract.importRoads, bad)).problems).toMatchObject([{ row: 4, field: 'routeOrder' }]);
  const good = Buffer.from(await writeXlsx({ sheets: [{ name: 's', rows: rows.slice(0, 3) }] }));
  const { mark, added } = await shown(contract.importRoads, good);
  expect(added).toBe(2);
  await send(contract.importRoads, good, mark);
  const { items } = await app.call(places.listRoads, { as: clerk, query: { search: '8' } });
  expect(items).toMatchObject([
    { number: '8', name: 'Road 8', nameBn: 'রাস্তা ৮', routeOrder: 0, connectionCount: 0 },
  ]);
});

test('metered areas have a name in both scripts, from a file and by hand', async () => {
  const file = 'DMA number,Name,Name in Bengali\nD-1,North,উত্তর\n';
  const { mark } = await shown(contract.importDmas, file);
  await send(contract.importDmas, file, mark);
  const { items } = await app.call(places.listDmas, { as: clerk, query: { search: 'উত্তর' } });
  expect(items).toMatchObject([
    { number: 'D-1', name: 'North', nameBn: 'উত্তর', sectorCount: 0, connectionCount: 0 },
  ]);
  const check = (body: { number: string; id?: string }) => app.call(places.validateDma, { as: clerk, body });
  expect(await check({ number: 'd-1' })).toEqual({ free: false });
  expect(await check({ number: 'd-1', id: String(items[0]?.id) })).toEqual({ free: true });
  const csv = await get(clerk, '/dma/download?format=csv');
  expect(csv.body).toContain('উত্তর');
});

describe('materials from a file', () => {
  const row = (rate: string, from: string) =>
    `Kind,Material,Name in Bengali,Unit,Rate (Taka),In force from\nFIXED,Saddle,স্যাডল,pcs,"${rate}",${from}\n`;

  test('come with a rate; another rate counts from its day on, one in force stays', async () => {
    const first = row('১,২৫০.৫০', '');
    const { mark } = await shown(contract.importMaterials, first);
    await send(contract.importMaterials, first, mark);
    const next = row('1300', '01/01/2027');
    const planned = await shown(contract.importMaterials, next);
    expect(planned.changes[0]?.fields).toEqual([
      { field: 'rate', before: '1250.50', after: '1300.00' },
      { field: 'effectiveFrom', before: '2026-11-15', after: '2027-01-01' },
    ]);
    await send(contract.importMaterials, next, planned.mark);
    const { items } = await app.call(materials.listMaterials, { as: clerk, query: { search: 'saddle' } });
    expect(items[0]?.rates).toEqual([
      { effectiveFrom: '2027-01-01', rateMinor: 1300_00 },
      { effectiveFrom: '2026-11-15', rateMinor: 1250_50 },
    ]);
    const codes = async (file: string) =>
      (await shown(contract.importMaterials, file)).problems.map(({ field, code }) => [field, code]);
    expect(await codes(row('99', '2026-11-15'))).toEqual([['effectiveFrom', 'settings.rate_in_force']]);
    expect(await codes(row('99', '2026-01-01'))).toEqual([['effectiveFrom', 'settings.rate_in_past']]);
    for (const slip of ['99,5', '৯৯,৫', '0,500'])
      expect(await codes(row(slip, ''))).toEqual([['rate', 'settings.import_number_wrong']]);
    expect(await codes(row('99,5,,x', '2027-02-31'))).toEqual([['rate', 'settings.import_number_wrong']]);
    expect(await codes(row('99', '2027-02-31'))).toEqual([['effectiveFrom', 'settings.import_day_wrong']]);
    expect(await shown(contract.importMaterials, row('1250.5', ''))).toMatchObject({ changed: 0, same: 1 });
  });

  test('show the planned rate that they replace; another one that is planned meanwhile stays', async () => {
    const found = async () =>
      (await app.call(materials.listMaterials, { as: clerk, query: { search: 'saddle' } })).items[0];
    const next = row('1400', '2027-01-01');
    const preview = await shown(contract.importMaterials, next);
    expect(preview.changes[0]?.fields).toEqual([
      { field: 'rate', before: '1300.00', after: '1400.00' },
      { field: 'effectiveFrom', before: null, after: '2027-01-01' },
    ]);
    const rate = { id: String((await found())?.id), effectiveFrom: '2027-01-01', rateMinor: 1350_00 };
    const { code } = await duringChange(
      app,
      (tx) => planRate(tx, app.actorOf(clerk), rate),
      () => send(contract.importMaterials, next, preview.mark),
    );
    expect(code).toBe('settings.import_outdated');
    expect((await found())?.rates[0]).toEqual({ effectiveFrom: '2027-01-01', rateMinor: 1350_00 });
    const { mark } = await shown(contract.importMaterials, next);
    await send(contract.importMaterials, next, mark);
    expect((await found())?.rates[0]).toEqual({ effectiveFrom: '2027-01-01', rateMinor: 1400_00 });
    const { before, after } = await one<{ before: object; after: object }>(
      app.db,
      sql`select before, after from platform.audit where action = 'material.update' order by at desc, id desc limit 1`,
    );
    expect([before, after]).toMatchObject([{ rate: '1350.00' }, { rate: '1400.00' }]);
  });

  test('the unit of what counts in it stays; of another material it changes', async () => {
    const of = (unit: string) => `Kind,Material,Name in Bengali,Unit\nFIXED,Saddle,স্যাডল,${unit}\n`;
    const free = await shown(contract.importMaterials, of('m'));
    expect([free.problemCount, free.changes[0]?.fields]).toEqual([
      ...[0, [{ field: 'unit', before: 'pcs', after: 'm' }]],
    ]);
    await execute(
      app.owner.db,
      sql`insert into work_orders.stock (material_id, on_hand) select id, 8 from settings.materials where name_en = 'Saddle'`,
    );
    const used = await shown(contract.importMaterials, of('m'));
    expect(used.problems).toEqual([
      {
        ...{ row: 2, field: 'unit', value: 'm', code: 'settings.unit_still_used' },
        params: { surveys: 0, workOrders: 1 },
      },
    ]);
    const refused = await send(contract.importMaterials, of('m'), free.mark);
    expect(refused.code).toBe('settings.import_invalid');
    expect((await shown(contract.importMaterials, of('pcs'))).problemCount).toBe(0);
  });

  test('the file to begin with is the register itself: sent back it changes nothing', async () => {
    await transaction(app.db, (tx) =>
      makeMaterial(tx, app.system(), { type: 'EXTRA', nameEn: '=Road "cutting"' }),
    );
    for (const format of ['csv', 'xlsx']) {
      const file = await get(clerk, `/material/import-template?format=${format}&language=bn`);
      const preview = await shown(contract.importMaterials, file.rawPayload);
      expect(preview).toMatchObject({ added: 0, changed: 0, problemCount: 0 });
      expect(preview.same).toBeGreaterThan(1);
    }
    await transaction(app.db, (tx) => makeRoad(tx, app.system()));
    for (const [endpoint, path] of [
      [contract.importSectors, 'sector'],
      [contract.importRoads, 'road'],
      [contract.importDmas, 'dma'],
    ] as const) {
      const file = await get(clerk, `/${path}/import-template?format=csv`);
      expect(await shown(endpoint, file.rawPayload)).toMatchObject({ added: 0, changed: 0, problemCount: 0 });
    }
  });

  test('need the right to change them', async () => {
    const reader = await app.staff('surveyor');
    const sent = await app.sendFile(contract.importMaterials, {
      as: reader,
      content: row('1', ''),
      name: 'm.csv',
    });
    expect(sent.status).toBe(402);
    expect((await get(reader, '/material/import-template')).statusCode).toBe(402);
  });
});

test('the audit keeps what a file changed, row by row', async () => {
  const rows = await all<{ action: string; before: object | null }>(
    app.db,
    sql`select action, before from platform.audit where object = 'sector' and action = 'sector.update'`,
  );
  expect(rows[0]?.before).toMatchObject({ name: 'Lake side' });
});
