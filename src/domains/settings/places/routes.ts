import { exportRoute } from '#platform/exports/export-list.ts';
import { action, query, type Route } from '#platform/route.ts';
import { addDma, deleteDma, updateDma } from './actions/edit-dmas.ts';
import { addRoad, deleteRoad, updateRoad } from './actions/edit-roads.ts';
import { addSector, deleteSector, updateSector } from './actions/edit-sectors.ts';
import * as places from './contract.ts';
import { dmasExport, roadsExport, sectorsExport } from './exports.ts';
import * as queries from './queries.ts';
import type { PlaceUse } from './uses.ts';

/** @param uses what the domains to the right have at places */
export function placeRoutes(uses: readonly PlaceUse[]): Route[] {
  return [
    query(places.listSectors, (db, _actor, input) => queries.listSectors(db, input.query, uses)),
    exportRoute(places.listSectorsDownload, sectorsExport(uses)),
    query(places.getSector, (db, _actor, { params }) => queries.getSector(db, params.id)),
    action(places.addSector, (tx, actor, { body }) => addSector(tx, actor, body)),
    action(places.validateSector, async (tx, _actor, { body }) => ({
      free: await queries.sectorNumberIsFree(tx, body),
    })),
    action(
      places.updateSector,
      (tx, actor, { body }) => updateSector(tx, actor, body),
      (db, _actor, { body }) => queries.getSector(db, body.id),
    ),
    action(places.deleteSector, (tx, actor, { params }) => deleteSector(tx, actor, uses, params.id)),
    query(places.listRoads, (db, _actor, input) => queries.listRoads(db, input.query, uses)),
    exportRoute(places.listRoadsDownload, roadsExport(uses)),
    query(places.getRoad, (db, _actor, { params }) => queries.getRoad(db, params.id)),
    query(places.roadsOfSector, async (db, _actor, { params }) => ({
      items: await queries.roadsOfSector(db, params.id),
    })),
    action(places.addRoad, (tx, actor, { body }) => addRoad(tx, actor, body)),
    action(places.validateRoad, async (tx, _actor, { body }) => ({
      free: await queries.roadNumberIsFree(tx, body),
    })),
    action(
      places.updateRoad,
      (tx, actor, { body }) => updateRoad(tx, actor, body),
      (db, _actor, { body }) => queries.getRoad(db, body.id),
    ),
    action(places.deleteRoad, (tx, actor, { params }) => deleteRoad(tx, actor, uses, params.id)),
    query(places.listDmas, (db, _actor, input) => queries.listDmas(db, input.query, uses)),
    exportRoute(places.listDmasDownload, dmasExport(uses)),
    action(places.addDma, (tx, actor, { body }) => addDma(tx, actor, body)),
    action(places.validateDma, async (tx, _actor, { body }) => ({
      free: await queries.dmaNumberIsFree(tx, body),
    })),
    action(
      places.updateDma,
      (tx, actor, { body }) => updateDma(tx, actor, body),
      (db, _actor, { body }) => queries.getDma(db, body.id),
    ),
    action(places.deleteDma, (tx, actor, { params }) => deleteDma(tx, actor, uses, params.id)),
  ];
}
