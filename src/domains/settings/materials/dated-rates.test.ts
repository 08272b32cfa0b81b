import { expect, test } from 'vitest';
import { one, sql } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { duringChange } from '#test/race.ts';
import { planRate, withdrawRate } from './actions/plan-rate.ts';
import * as contract from './contract.ts';

const app = await testApp();
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
  const stale = { ...change, version: made.version, effectiveFrom: '2027-02-01' };
  expect(await app.codeOf(contract.updateMaterial, { as: clerk, body: stale })).toBe('common.stale_version');
  const past = await app.refused(contract.updateMaterial, {
    as: clerk,
    body: { ...change, version: changed.version, effectiveFrom: '2026-11-14' },
  });
  expect(past.code).toBe('settings.rate_in_past');
  const unknown = { ...change, id: crypto.randomUUID(), version: 1, effectiveFrom: '2027-01-01' };
  expect(await app.codeOf(contract.updateMaterial, { as: clerk, body: unknown })).toBe('common.not_found');
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

test('every rate tells who set it and when it counts; a planned one is taken back, one in force never', async () => {
  const made = await app.call(contract.createMaterial, { as: clerk, body: { ...pipe, nameEn: 'Valve' } });
  const plan = (effectiveFrom: string, rateMinor: number) => ({
    as: clerk,
    body: { id: made.id, effectiveFrom, rateMinor },
  });
  await app.call(contract.planMaterialRate, plan('2027-01-01', 200_00));
  const replaced = await app.call(contract.planMaterialRate, plan('2027-01-01', 210_00));
  expect(replaced.rates).toMatchObject([
    { effectiveFrom: '2027-01-01', until: null, rateMinor: 210_00, state: 'PLANNED', setBy: 'Karim Uddin' },
    { effectiveFrom: '2026-11-15', until: '2026-12-31', rateMinor: 185_50, state: 'IN_FORCE' },
  ]);
  const codeOf = async (input: ReturnType<typeof plan>) =>
    (await app.refused(contract.planMaterialRate, input)).code;
  expect(await codeOf(plan('2026-11-15', 1_00))).toBe('settings.rate_in_force');
  expect(await codeOf(plan('2026-11-14', 1_00))).toBe('settings.rate_in_past');
  const withdraw = (effectiveFrom: string) => ({
    as: clerk,
    params: { id: made.id },
    query: { effectiveFrom },
  });
  expect((await app.refused(contract.withdrawMaterialRate, withdraw('2026-11-15'))).code).toBe(
    'settings.rate_in_force',
  );
  expect((await app.call(contract.withdrawMaterialRate, withdraw('2027-01-01'))).rates).toHaveLength(1);
  expect((await app.refused(contract.withdrawMaterialRate, withdraw('2027-01-01'))).status).toBe(404);
  const later = await app.call(contract.createMaterial, {
    as: clerk,
    body: { ...pipe, nameEn: 'Hydrant', effectiveFrom: '2027-02-01' },
  });
  expect(
    (
      await app.refused(contract.withdrawMaterialRate, {
        as: clerk,
        params: { id: later.id },
        query: { effectiveFrom: '2027-02-01' },
      })
    ).code,
  ).toBe('settings.rate_needed');
});

test('of two withdrawals at once of the last two rates the second is refused', async () => {
  const body = { ...pipe, nameEn: 'Flange', effectiveFrom: '2027-02-01' };
  const { id } = await app.call(contract.createMaterial, { as: clerk, body });
  const later = { id, effectiveFrom: '2027-03-01' };
  await app.call(contract.planMaterialRate, { as: clerk, body: { ...later, rateMinor: 200_00 } });
  const code = await duringChange(
    app,
    (tx) => withdrawRate(tx, app.actorOf(clerk), later),
    () =>
      app.codeOf(contract.withdrawMaterialRate, {
        as: clerk,
        params: { id },
        query: { effectiveFrom: '2027-02-01' },
      }),
  );
  expect(code).toBe('settings.rate_needed');
  const { rates } = await app.call(contract.getMaterialRates, { as: clerk, params: { id } });
  expect(rates).toMatchObject([{ effectiveFrom: '2027-02-01' }]);
});

test('a change of a material writes down the rate that it replaces, also of one that was planned at the same moment', async () => {
  const made = await app.call(contract.createMaterial, { as: clerk, body: { ...pipe, nameEn: 'Coupling' } });
  const planned = { id: made.id, effectiveFrom: '2027-01-01', rateMinor: 190_00 };
  const { type: _type, ...fields } = { ...pipe, nameEn: 'Coupling' };
  await duringChange(
    app,
    (tx) => planRate(tx, app.actorOf(clerk), planned),
    () =>
      app.call(contract.updateMaterial, {
        as: clerk,
        body: { ...fields, ...planned, rateMinor: 195_00, version: made.version },
      }),
  );
  const { before } = await one<{ before: object }>(
    app.db,
    sql`select before from platform.audit where action = 'material.update' and object_id = ${made.id}`,
  );
  expect(before).toMatchObject({ rateMinor: 190_00 });
});

test('a change without a rate leaves the rates alone', async () => {
  const made = await app.call(contract.createMaterial, { as: clerk, body: { ...pipe, nameEn: 'Bend' } });
  const { type: _type, rateMinor: _rate, ...fields } = pipe;
  const changed = await app.call(contract.updateMaterial, {
    as: clerk,
    body: { ...fields, nameEn: 'Bend', id: made.id, version: made.version, unit: 'pcs' },
  });
  expect([changed.unit, changed.rates.length]).toEqual(['pcs', 1]);
});

test('materials move one place up and down in the order of their type', async () => {
  for (const nameEn of ['Order a', 'Order b', 'Order c']) {
    await app.call(contract.createMaterial, {
      as: clerk,
      body: { ...pipe, type: 'EXTRA', nameEn, position: 900 },
    });
  }
  const list = async () =>
    (
      await app.call(contract.listMaterials, {
        as: clerk,
        query: { type: 'EXTRA', search: 'order', limit: 200 },
      })
    ).items;
  const names = async () => (await list()).map(({ nameEn }) => nameEn.slice(-1)).join('');
  const move = async (letter: string, direction: 'up' | 'down') => {
    const found = (await list()).find(({ nameEn }) => nameEn === `Order ${letter}`);
    await app.call(contract.moveMaterial, { as: clerk, body: { id: String(found?.id), direction } });
  };
  expect(await names()).toBe('abc');
  await move('c', 'up');
  expect(await names()).toBe('acb');
  await move('a', 'down');
  expect(await names()).toBe('cab');
  await move('b', 'down');
  expect(await names()).toBe('cab');
});
