import { describe, expect, test } from 'vitest';
import { makeConnection } from '#domains/meters/factory.ts';
import { transaction } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { makeDma, makeRoad, makeSector } from '../factory.ts';
import * as contract from './contract.ts';

const app = await testApp();
const clerk = await app.staffWith(['sectors:view', 'sectors:edit', 'roads:view', 'roads:edit']);
const sector = (given: Parameters<typeof makeSector>[2]) =>
  transaction(app.db, (tx) => makeSector(tx, app.system(), given));
const road = (given: Parameters<typeof makeRoad>[2]) =>
  transaction(app.db, (tx) => makeRoad(tx, app.system(), given));

describe('sectors', () => {
  test('are listed by number as people count, and found in both scripts', async () => {
    for (const number of ['10', '2', '10A', '1']) {
      await sector({ number: `9${number}`, name: `Purbachal ${number}`, nameBn: `পূর্বাচল ${number}` });
    }
    const list = async (search: string) =>
      (await app.call(contract.listSectors, { as: clerk, query: { search } })).items.map(
        (item) => item.number,
      );
    expect(await list('purbaCHAL')).toEqual(['91', '92', '910', '910A']);
    expect(await list('পূর্বাচল')).toEqual(['91', '92', '910', '910A']);
    expect(await list('৯১০')).toEqual(['910', '910A']);
    expect(await list('%')).toEqual([]);
  });

  test('keep one number each, in Bengali or Latin digits; asking says so before', async () => {
    const first = await app.call(contract.addSector, {
      as: clerk,
      body: { number: ' ৫৫ ', name: 'Sector 55' },
    });
    expect(first.number).toBe('55');
    const check = (body: { number: string; id?: string }) =>
      app.call(contract.validateSector, { as: clerk, body });
    expect(await check({ number: '55' })).toEqual({ free: false });
    expect(await check({ number: '55', id: first.id })).toEqual({ free: true });
    const refusal = await app.refused(contract.addSector, {
      as: clerk,
      body: { number: '55', name: 'Again' },
    });
    expect([refusal.status, refusal.code, refusal.fields[0]?.path]).toEqual([
      409,
      'settings.sector_number_taken',
      'number',
    ]);
  });

  test('two people who change one at once: the second is told', async () => {
    const { id, version } = await sector({ number: '56' });
    const body = { id, version, number: '56', name: 'Lake side', nameBn: 'লেকপাড়' };
    expect((await app.call(contract.updateSector, { as: clerk, body })).version).toBe(version + 1);
    expect((await app.refused(contract.updateSector, { as: clerk, body })).code).toBe('common.stale_version');
  });

  test('are not deleted while roads or areas belong to them', async () => {
    const used = await sector({ number: '57' });
    await road({ sectorId: used.id });
    const remove = { as: clerk, params: { id: used.id } };
    expect(await app.refused(contract.deleteSector, remove)).toMatchObject({
      code: 'settings.sector_still_used',
      params: { roads: 1, connections: 0, applications: 0, billRuns: 0, workOrders: 0 },
    });
    const free = await sector({ number: '58' });
    await app.call(contract.deleteSector, { as: clerk, params: { id: free.id } });
    expect((await app.refused(contract.getSector, { as: clerk, params: { id: free.id } })).status).toBe(404);
  });

  test('name their metered area, which then stays', async () => {
    const area = await transaction(app.db, (tx) => makeDma(tx, app.system()));
    const made = await app.call(contract.addSector, {
      as: clerk,
      body: { number: '59', name: 'Sector 59', dmaId: area.id },
    });
    expect(made.dmaNumber).toBe(area.number);
    expect(await app.refused(contract.deleteDma, { as: clerk, params: { id: area.id } })).toMatchObject({
      code: 'settings.dma_still_used',
      params: { sectors: 1, connections: 0, applications: 0 },
    });
    const free = await transaction(app.db, (tx) => makeDma(tx, app.system()));
    await app.call(contract.deleteDma, { as: clerk, params: { id: free.id } });
    expect(await app.codeOf(contract.deleteDma, { as: clerk, params: { id: free.id } })).toBe(
      'common.not_found',
    );
    const unknown = { number: '60', name: 'Sector 60', dmaId: crypto.randomUUID() };
    expect((await app.refused(contract.addSector, { as: clerk, body: unknown })).code).toBe(
      'settings.unknown_dma',
    );
  });

  test('reading does not permit changing', async () => {
    const reader = await app.staff('reader');
    const body = { number: '61', name: 'Sector 61' };
    expect((await app.refused(contract.addSector, { as: reader, body })).status).toBe(402);
    const consumer = await app.consumer();
    expect((await app.call(contract.listSectors, { as: consumer })).total).toBeGreaterThan(0);
  });
});

test('a metered area is changed by who saw its last version', async () => {
  const { id, number, version } = await transaction(app.db, (tx) => makeDma(tx, app.system()));
  const body = { id, number, version, name: 'Lakeside', nameBn: 'লেকসাইড' };
  expect(await app.call(contract.updateDma, { as: clerk, body })).toMatchObject({ name: 'Lakeside' });
  expect((await app.refused(contract.updateDma, { as: clerk, body })).code).toBe('common.stale_version');
});

describe('roads', () => {
  test('with a connection say how many they have, and stay', async () => {
    const made = await transaction(app.db, (tx) => makeConnection(tx, app.system()));
    const { items } = await app.call(contract.listRoads, { as: clerk, query: { limit: 200 } });
    const used = items.find(({ id }) => id === made.roadId);
    expect(used?.connectionCount).toBe(1);
    expect(await app.refused(contract.deleteRoad, { as: clerk, params: { id: made.roadId } })).toMatchObject({
      status: 409,
      code: 'settings.road_still_used',
      params: { connections: 1, applications: 0 },
    });
    const sectors = await app.call(contract.listSectors, { as: clerk, query: { limit: 200 } });
    expect(sectors.items.find(({ id }) => id === used?.sectorId)?.connectionCount).toBe(1);
    const free = await road({});
    await app.call(contract.deleteRoad, { as: clerk, params: { id: free.id } });
    expect((await app.refused(contract.getRoad, { as: clerk, params: { id: free.id } })).status).toBe(404);
  });

  test('ask before whether a number is free in their sector', async () => {
    const made = await road({ number: '808' });
    const check = (body: { sectorId: string; number: string; id?: string }) =>
      app.call(contract.validateRoad, { as: clerk, body });
    expect(await check({ sectorId: made.sectorId, number: '৮০৮' })).toEqual({ free: false });
    expect(await check({ sectorId: made.sectorId, number: '808', id: made.id })).toEqual({ free: true });
    expect(await check({ sectorId: (await sector({})).id, number: '808' })).toEqual({ free: true });
    const body = { ...made, name: 'Canal road', nameBn: 'খালপাড় রোড' };
    expect(await app.call(contract.updateRoad, { as: clerk, body })).toMatchObject({ name: 'Canal road' });
    expect((await app.refused(contract.updateRoad, { as: clerk, body })).code).toBe('common.stale_version');
  });

  test('of one sector come in number order; numbers repeat only in other sectors', async () => {
    const one = await sector({ number: '70' });
    const other = await sector({ number: '71' });
    for (const number of ['10', '9', '100']) await road({ sectorId: one.id, number });
    await road({ sectorId: other.id, number: '9' });
    const { items } = await app.call(contract.roadsOfSector, { as: clerk, params: { id: one.id } });
    expect(items.map((item) => item.number)).toEqual(['9', '10', '100']);
    const again = { sectorId: one.id, number: '৯', name: 'Road 9' };
    expect((await app.refused(contract.addRoad, { as: clerk, body: again })).code).toBe(
      'settings.road_number_taken',
    );
    const list = await app.call(contract.listRoads, {
      as: clerk,
      query: { sectorId: one.id, sort: '-number', limit: 2 },
    });
    expect([list.total, list.items.map((item) => item.number)]).toEqual([3, ['100', '10']]);
  });

  test('need a sector that exists', async () => {
    const body = { sectorId: crypto.randomUUID(), number: '1', name: 'Road 1' };
    expect((await app.refused(contract.addRoad, { as: clerk, body })).code).toBe('settings.unknown_sector');
  });
});

test('sectors and roads are files with the filters of their lists, for those who see them', async () => {
  const { id } = await sector({ number: '77', name: 'Lake side' });
  await road({ sectorId: id, number: '7701' });
  const sectors = await file(clerk, '/api/main/sector/download?format=csv&search=77');
  expect(sectors.statusCode).toBe(200);
  expect(sectors.body).toContain('Lake side');
  const roads = await file(clerk, `/api/main/road/download?format=csv&language=bn&sectorId=${id}`);
  expect(roads.body.trim().split('\n').at(-1)).toContain('7701');
  const reader = await app.staffWith(['meters:view']);
  expect((await file(reader, '/api/main/sector/download?format=csv')).statusCode).toBe(402);
});

const file = (as: Person, url: string) =>
  app.server.inject({ url, headers: { authorization: `Bearer ${as.idToken}` } });
