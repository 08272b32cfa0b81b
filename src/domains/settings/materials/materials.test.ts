import { expect, test } from 'vitest';
import { one, sql } from '#platform/db.ts';
import { testApp } from '#test/app.ts';
import * as contract from './contract.ts';

const app = await testApp({ now: '2026-11-15T04:00:00Z' });
const clerk = await app.staffWith(['materials:view', 'materials:edit']);
const pipe = {
  type: 'FIXED' as const,
  nameEn: 'GI pipe 20 mm',
  nameBn: 'জিআই পাইপ ২০ মিমি',
  unit: 'm',
  defaultQuantity: '৬.৫',
  rateMinor: 185_50,
};

test('a new rate counts from its day on; what was in force stays', async () => {
  const made = await app.call(contract.createMaterial, { as: clerk, body: pipe });
  expect([made.rateMinor, made.defaultQuantity]).toEqual([185_50, '6.5']);
  const { type: _type, ...fields } = pipe;
  const change = { ...fields, id: made.id, rateMinor: 210_00 };
  const changed = await app.call(contract.updateMaterial, {
    as: clerk,
    body: { ...change, version: made.version, effectiveFrom: '2027-01-01' },
  });
  expect(changed.rateMinor).toBe(185_50);
  expect(changed.rates).toEqual([
    { effectiveFrom: '2027-01-01', rateMinor: 210_00 },
    { effectiveFrom: '2026-11-15', rateMinor: 185_50 },
  ]);
  const rateOn = (day: string) =>
    one<{ rate: number | null }>(
      app.db,
      sql`select settings.material_rate(${made.id}, ${day}::date) as rate`,
    );
  expect([await rateOn('2026-12-31'), await rateOn('2027-01-01'), await rateOn('2026-01-01')]).toEqual([
    { rate: 185_50 },
    { rate: 210_00 },
    { rate: null },
  ]);
  const past = await app.refused(contract.updateMaterial, {
    as: clerk,
    body: { ...change, version: changed.version, effectiveFrom: '2026-11-14' },
  });
  expect(past.code).toBe('settings.rate_in_past');
});

test('types are listed apart, names are unique within one, searched in both scripts', async () => {
  await app.call(contract.createMaterial, {
    as: clerk,
    body: { ...pipe, type: 'EXTRA', nameEn: 'Road cutting', nameBn: 'রাস্তা কাটা', unit: 'm²' },
  });
  const names = async (query: { type?: 'FIXED' | 'EXTRA'; search?: string }) =>
    (await app.call(contract.listMaterials, { as: clerk, query })).items.map((item) => item.nameEn);
  expect(await names({ type: 'EXTRA' })).toEqual(['Road cutting']);
  expect(await names({ search: 'পাইপ' })).toEqual(['GI pipe 20 mm']);
  const again = { ...pipe, nameEn: 'gi PIPE 20 mm' };
  expect((await app.refused(contract.createMaterial, { as: clerk, body: again })).code).toBe(
    'settings.material_name_taken',
  );
  await app.call(contract.createMaterial, { as: clerk, body: { ...again, type: 'EXTRA' } });
});

test('a deleted material is gone with its rates', async () => {
  const made = await app.call(contract.createMaterial, { as: clerk, body: { ...pipe, nameEn: 'Saddle' } });
  await app.call(contract.deleteMaterial, { as: clerk, params: { id: made.id } });
  const { count } = await one<{ count: number }>(
    app.db,
    sql`select count(*) as count from settings.material_rates where material_id = ${made.id}`,
  );
  expect(count).toBe(0);
});
