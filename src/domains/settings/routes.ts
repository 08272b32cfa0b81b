import { exportRoute } from '#platform/exports/export-list.ts';
import type { Platform } from '#platform/platform.ts';
import { action, query, type Route, special } from '#platform/route.ts';
import { makeVault } from '#platform/vault.ts';
import { restoreEntry } from './actions/restore-entry.ts';
import { updateSettings } from './actions/update-settings.ts';
import { updateWebsite } from './actions/update-website.ts';
import * as contract from './contract.ts';
import { planDated, withdrawDated } from './dated/actions/plan-dated.ts';
import * as history from './history/contract.ts';
import { listEntryVersions } from './history/queries.ts';
import { createMaterial, deleteMaterial, updateMaterial } from './materials/actions/edit-materials.ts';
import * as materials from './materials/contract.ts';
import { materialsExport } from './materials/exports.ts';
import { listMaterials } from './materials/queries.ts';
import { addDma, deleteDma, updateDma } from './places/actions/edit-dmas.ts';
import { addRoad, deleteRoad, updateRoad } from './places/actions/edit-roads.ts';
import { addSector, deleteSector, updateSector } from './places/actions/edit-sectors.ts';
import * as places from './places/contract.ts';
import { roadsExport, sectorsExport } from './places/exports.ts';
import {
  getRoad,
  getSector,
  listDmas,
  listRoads,
  listSectors,
  roadNumberIsFree,
  roadsOfSector,
  sectorNumberIsFree,
} from './places/queries.ts';
import { getSettings } from './queries.ts';
import { createSender, updateSender } from './senders/actions/save-sender.ts';
import { type ContactOf, testSender } from './senders/actions/test-sender.ts';
import * as senders from './senders/contract.ts';
import { getSender, getSending } from './senders/queries.ts';
import * as wallet from './wallet/contract.ts';
import { listWalletLimits, WALLET } from './wallet/queries.ts';
import * as website from './website/contract.ts';
import { getWebsite } from './website/queries.ts';

/**
 * All but the set-up, which needs domains to the right: src/setup.ts binds it.
 * @param contactOf where a person is reached, for tests of the senders
 */
export function routes(platform: Pick<Platform, 'secrets' | 'sending'>, contactOf: ContactOf): Route[] {
  return [
    query(contract.getSettings, (db) => getSettings(db)),
    action(contract.updateSettings, (tx, actor, { body }) => updateSettings(tx, actor, body)),
    query(website.getWebsite, (db) => getWebsite(db)),
    action(website.updateWebsite, (tx, actor, { body }) => updateWebsite(tx, actor, body)),
    query(history.listEntryVersions, async (db, _actor, { query: { key } }) => ({
      items: await listEntryVersions(db, key),
    })),
    action(history.restoreEntry, (tx, actor, { body }) => restoreEntry(tx, actor, body)),
    query(wallet.listWalletLimits, (db, actor) => listWalletLimits(db, actor)),
    action(wallet.planWalletLimits, (tx, actor, { body }) => planDated(tx, actor, WALLET, body)),
    action(wallet.withdrawWalletLimits, (tx, actor, { params, body }) =>
      withdrawDated(tx, actor, WALLET, { ...body, id: params.id }),
    ),
    ...senderRoutes(platform, contactOf),
    ...placeRoutes(),
    ...materialRoutes(),
  ];
}

function senderRoutes(
  { secrets, sending }: Pick<Platform, 'secrets' | 'sending'>,
  contactOf: ContactOf,
): Route[] {
  const keys = { vault: makeVault(secrets), sending };
  return [
    query(senders.getSending, (db, _actor, { query: { channel } }) => getSending(db, sending, channel)),
    query(senders.getEmailConfig, (db, _actor, { params }) => getSender(db, params.id)),
    action(senders.createEmailConfig, (tx, actor, { body }) => createSender(tx, actor, keys, body)),
    action(senders.updateEmailConfig, (tx, actor, { body }) => updateSender(tx, actor, keys, body)),
    special(senders.testEmailConfig, ({ database, actor }, { params, body }) =>
      testSender(database.db, actor, { ...keys, contactOf }, { ...body, id: params.id }),
    ),
  ];
}

function placeRoutes(): Route[] {
  return [
    query(places.listSectors, (db, _actor, input) => listSectors(db, input.query)),
    exportRoute(places.listSectorsDownload, sectorsExport),
    query(places.getSector, (db, _actor, { params }) => getSector(db, params.id)),
    action(places.addSector, (tx, actor, { body }) => addSector(tx, actor, body)),
    action(places.validateSector, async (tx, _actor, { body }) => ({
      free: await sectorNumberIsFree(tx, body),
    })),
    action(places.updateSector, (tx, actor, { body }) => updateSector(tx, actor, body)),
    action(places.deleteSector, (tx, actor, { params }) => deleteSector(tx, actor, params.id)),
    query(places.listRoads, (db, _actor, input) => listRoads(db, input.query)),
    exportRoute(places.listRoadsDownload, roadsExport),
    query(places.getRoad, (db, _actor, { params }) => getRoad(db, params.id)),
    query(places.roadsOfSector, async (db, _actor, { params }) => ({
      items: await roadsOfSector(db, params.id),
    })),
    action(places.addRoad, (tx, actor, { body }) => addRoad(tx, actor, body)),
    action(places.validateRoad, async (tx, _actor, { body }) => ({ free: await roadNumberIsFree(tx, body) })),
    action(places.updateRoad, (tx, actor, { body }) => updateRoad(tx, actor, body)),
    action(places.deleteRoad, (tx, actor, { params }) => deleteRoad(tx, actor, params.id)),
    query(places.listDmas, (db, _actor, input) => listDmas(db, input.query)),
    action(places.addDma, (tx, actor, { body }) => addDma(tx, actor, body)),
    action(places.updateDma, (tx, actor, { body }) => updateDma(tx, actor, body)),
    action(places.deleteDma, (tx, actor, { params }) => deleteDma(tx, actor, params.id)),
  ];
}

function materialRoutes(): Route[] {
  return [
    query(materials.listMaterials, (db, actor, input) => listMaterials(db, actor, input.query)),
    exportRoute(materials.listMaterialsDownload, materialsExport),
    action(materials.createMaterial, (tx, actor, { body }) => createMaterial(tx, actor, body)),
    action(materials.updateMaterial, (tx, actor, { body }) => updateMaterial(tx, actor, body)),
    action(materials.deleteMaterial, (tx, actor, { params }) => deleteMaterial(tx, actor, params.id)),
  ];
}
