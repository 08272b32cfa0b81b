import { exportRoute } from '#platform/exports/export-list.ts';
import { action, query, type Route } from '#platform/route.ts';
import type { PlaceUse } from '../places/uses.ts';
import { createMaterial, deleteMaterial, updateMaterial } from './actions/edit-materials.ts';
import { moveMaterial } from './actions/move-material.ts';
import { planRate, withdrawRate } from './actions/plan-rate.ts';
import * as materials from './contract.ts';
import { materialsExport } from './exports.ts';
import { getMaterial, listMaterials, materialRates } from './queries.ts';

/** @param uses what the domains to the right have of materials */
export function materialRoutes(uses: readonly PlaceUse[]): Route[] {
  return [
    query(materials.listMaterials, (db, actor, input) => listMaterials(db, actor, input.query)),
    exportRoute(materials.listMaterialsDownload, materialsExport),
    action(materials.createMaterial, (tx, actor, { body }) => createMaterial(tx, actor, body)),
    action(
      materials.updateMaterial,
      (tx, actor, { body }) => updateMaterial(tx, actor, uses, body),
      (db, actor, { body }) => getMaterial(db, body.id, actor.today),
    ),
    action(materials.deleteMaterial, (tx, actor, { params }) => deleteMaterial(tx, actor, uses, params.id)),
    action(materials.moveMaterial, (tx, actor, { body }) => moveMaterial(tx, actor, body)),
    query(materials.getMaterialRates, (db, actor, { params }) => materialRates(db, params.id, actor.today)),
    action(materials.planMaterialRate, (tx, actor, { body }) => planRate(tx, actor, body)),
    action(materials.withdrawMaterialRate, (tx, actor, { params, query }) =>
      withdrawRate(tx, actor, { id: params.id, effectiveFrom: query.effectiveFrom }),
    ),
  ];
}
