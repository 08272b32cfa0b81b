/** Places and materials for tests, made through the real actions. */
import type { Actor } from '#platform/actor.ts';
import type { Tx } from '#platform/database/db.ts';
import { minor } from '#shared/money.ts';
import { createMaterial } from './materials/actions/edit-materials.ts';
import type { Material, MaterialFields } from './materials/contract.ts';
import { addDma } from './places/actions/edit-dmas.ts';
import { addRoad } from './places/actions/edit-roads.ts';
import { addSector } from './places/actions/edit-sectors.ts';
import type { Dma, DmaFields, Road, RoadFields, Sector, SectorFields } from './places/contract.ts';

// Far from the numbers that tests write themselves.
let made = 70_000;
const next = () => {
  made += 1;
  return String(made);
};

export function makeSector(tx: Tx, actor: Actor, given: Partial<SectorFields> = {}): Promise<Sector> {
  const number = given.number ?? next();
  return addSector(tx, actor, {
    number,
    name: `Sector ${number}`,
    nameBn: `সেক্টর ${number}`,
    dmaId: null,
    ...given,
  });
}

/** A road; in a sector of its own if none is given. */
export async function makeRoad(tx: Tx, actor: Actor, given: Partial<RoadFields> = {}): Promise<Road> {
  const number = given.number ?? next();
  const sectorId = given.sectorId ?? (await makeSector(tx, actor)).id;
  return addRoad(tx, actor, {
    number,
    name: `Road ${number}`,
    nameBn: `রাস্তা ${number}`,
    routeOrder: 0,
    ...given,
    sectorId,
  });
}

export function makeDma(tx: Tx, actor: Actor, given: Partial<DmaFields> = {}): Promise<Dma> {
  const number = given.number ?? `DMA-${next()}`;
  return addDma(tx, actor, { number, name: `Area ${number}`, nameBn: `এলাকা ${number}`, ...given });
}

/** A FIXED material at 100 Taka from 2020 on. */
export function makeMaterial(tx: Tx, actor: Actor, given: Partial<MaterialFields> = {}): Promise<Material> {
  const number = next();
  return createMaterial(tx, actor, {
    type: 'FIXED',
    nameEn: `Pipe ${number}`,
    nameBn: `পাইপ ${number}`,
    unit: 'm',
    defaultQuantity: '1',
    active: true,
    position: 0,
    rateMinor: minor(100_00),
    effectiveFrom: '2020-01-01',
    ...given,
  });
}
