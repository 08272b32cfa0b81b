/** What places and materials refuse, over HTTP: what prevents a change, and what came in between. */
import { expect, test } from 'vitest';
import { ensureSetupLink } from '#app/setup.ts';
import { makeApplication } from '#domains/applications/factory.ts';
import { makeConnection } from '#domains/meters/factory.ts';
import { one as oneRow, sql, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { duringChange } from '#test/race.ts';
import { checkSetupPlaces } from '../contract.ts';
import { makeDma, makeMaterial, makeRoad, makeSector } from '../factory.ts';
import { deleteMaterial, type Material, updateMaterial } from '../materials/contract.ts';
import * as contract from './contract.ts';

const app = await testApp();

test('a list of places with a number or a name that is too long, before anybody has an account', async () => {
  const printed = await ensureSetupLink(app.database, 'http://localhost:8080');
  const token = new URL(String(printed)).hash.slice(1);
  const list = (text: string) => app.refused(checkSetupPlaces, { body: { token, text } });
  for (const [number, name] of [
    ['1'.repeat(21), 'A'],
    ['1', 'A'.repeat(101)],
  ]) {
    const refusal = await list(`${number},${name},1,B`);
    expect([refusal.code, refusal.fields[0]?.code]).toEqual([
      'settings.places_invalid',
      'settings.place_too_long',
    ]);
  }
  const text = `${'1'.repeat(20)},${'A'.repeat(100)},1,B`;
  expect(await app.codeOf(checkSetupPlaces, { body: { token, text } })).toBeUndefined();
});

const as = () => app.staff('admin');

test('a metered area does not take the number of another one', async () => {
  const [one, other] = await transaction(app.db, async (tx) => [
    await makeDma(tx, app.system()),
    await makeDma(tx, app.system()),
  ]);
  const clerk = await as();
  const rename = (number: string) => {
    const { id, version, name } = other as contract.Dma;
    return app.codeOf(contract.updateDma, { as: clerk, body: { id, version, name, number } });
  };
  expect([await rename(String(one?.number)), await rename('DMA-free')]).toEqual([
    'settings.dma_number_taken',
    undefined,
  ]);
});

test('a sector that is none is not changed', async () => {
  const { id, version, ...fields } = await transaction(app.db, (tx) => makeSector(tx, app.system()));
  const { number, name } = fields;
  const clerk = await as();
  const rename = (of: string) =>
    app.codeOf(contract.updateSector, { as: clerk, body: { id: of, version, number, name } });
  expect([await rename('0190ffff-ffff-7fff-8fff-ffffffffffff'), await rename(id)]).toEqual([
    'common.not_found',
    undefined,
  ]);
});

test('a road does not take the number of another one of its sector, and goes to no sector that is none', async () => {
  const [one, other] = await transaction(app.db, async (tx) => {
    const { id: sectorId } = await makeSector(tx, app.system());
    const make = () => makeRoad(tx, app.system(), { sectorId });
    return [await make(), await make()] as const;
  });
  const clerk = await as();
  const { id, version, name, sectorId } = other;
  const change = (to: { number?: string; sectorId?: string }) =>
    app.codeOf(contract.updateRoad, {
      as: clerk,
      body: { id, version, name, number: other.number, sectorId, ...to },
    });
  expect([
    await change({ number: one.number }),
    await change({ sectorId: '0190ffff-ffff-7fff-8fff-ffffffffffff' }),
    await change({ number: '7-free' }),
  ]).toEqual(['settings.road_number_taken', 'settings.unknown_sector', undefined]);
});

test('a sector goes to no metered area that is none', async () => {
  const { id, version, number, name } = await transaction(app.db, (tx) => makeSector(tx, app.system()));
  const clerk = await as();
  const change = (dmaId: string | null) =>
    app.codeOf(contract.updateSector, { as: clerk, body: { id, version, number, name, dmaId } });
  expect([await change('0190ffff-ffff-7fff-8fff-ffffffffffff'), await change(null)]).toEqual([
    'settings.unknown_dma',
    undefined,
  ]);
});

test('a material does not take the name of another one, nor another rate for today', async () => {
  const [one, other] = await transaction(app.db, async (tx) => [
    await makeMaterial(tx, app.system()),
    await makeMaterial(tx, app.system(), { effectiveFrom: app.system().today }),
  ]);
  const clerk = await as();
  const { id, version, nameBn, unit } = other as Material;
  const change = (to: { nameEn?: string; rateMinor?: number }) =>
    app.codeOf(updateMaterial, {
      as: clerk,
      body: { id, version, nameEn: String(other?.nameEn), nameBn, unit, ...to },
    });
  expect([
    await change({ nameEn: String(one?.nameEn).toUpperCase() }),
    await change({ rateMinor: 120_00 }),
    await change({}),
  ]).toEqual(['settings.material_name_taken', 'settings.rate_in_force', undefined]);
});

test('a material of a survey is not deleted', async () => {
  const { materialId } = await makeApplication(app, { upTo: 'READY_TO_PAY' });
  const clerk = await as();
  const remove = (id: string) => app.codeOf(deleteMaterial, { as: clerk, params: { id } });
  const free = await transaction(app.db, (tx) => makeMaterial(tx, app.system()));
  expect([await remove(materialId), await remove(free.id)]).toEqual([
    'settings.material_still_used',
    undefined,
  ]);
});

test('the unit of a material stays when a survey counts in it', async () => {
  const { materialId } = await makeApplication(app, { upTo: 'READY_TO_PAY' });
  const clerk = await as();
  const free = await transaction(app.db, (tx) => makeMaterial(tx, app.system()));
  const change = async (id: string, unit: string) => {
    const { nameEn, nameBn, version } = await oneRow<{ nameEn: string; nameBn: string; version: number }>(
      app.db,
      sql`select name_en as "nameEn", name_bn as "nameBn", version from settings.materials where id = ${id}`,
    );
    return app.codeOf(updateMaterial, { as: clerk, body: { id, version, nameEn, nameBn, unit } });
  };
  expect([await change(materialId, 'kg'), await change(free.id, 'kg')]).toEqual([
    'settings.unit_still_used',
    undefined,
  ]);
  const { unit } = await oneRow<{ unit: string }>(
    app.db,
    sql`select unit from settings.materials where id = ${materialId}`,
  );
  expect(await change(materialId, unit)).toBeUndefined();
});

test('a road that comes while its sector is deleted keeps the sector', async () => {
  const sector = await transaction(app.db, (tx) => makeSector(tx, app.system()));
  const clerk = await as();
  const code = await duringChange(
    app,
    (tx) => makeRoad(tx, app.system(), { sectorId: sector.id }),
    () => app.codeOf(contract.deleteSector, { as: clerk, params: { id: sector.id } }),
  );
  expect(code).toBe('settings.sector_has_roads');
});

test('a sector that comes while its metered area is deleted keeps the area', async () => {
  const area = await transaction(app.db, (tx) => makeDma(tx, app.system()));
  const clerk = await as();
  const code = await duringChange(
    app,
    (tx) => makeSector(tx, app.system(), { dmaId: area.id }),
    () => app.codeOf(contract.deleteDma, { as: clerk, params: { id: area.id } }),
  );
  expect(code).toBe('settings.dma_in_use');
});

test('a connection that comes while its road is deleted keeps the road', async () => {
  const road = await transaction(app.db, (tx) => makeRoad(tx, app.system()));
  const clerk = await as();
  const code = await duringChange(
    app,
    (tx) => makeConnection(tx, app.system(), { roadId: road.id }),
    () => app.codeOf(contract.deleteRoad, { as: clerk, params: { id: road.id } }),
  );
  expect(code).toBe('common.still_referenced');
});
