/** The calls of empty houses and of their rules. */
import { exportRoute } from '#platform/exports/export-list.ts';
import { action, query, type Route } from '#platform/route.ts';
import {
  approveEmptyHouse,
  endEmptyHouse,
  refuseEmptyHouse,
  withdrawEmptyHouse,
} from './actions/decide-empty-house.ts';
import { approveEmptyRules, planEmptyRules, withdrawEmptyRules } from './actions/empty-rules.ts';
import { askEmptyHouse, noteEmptyHouse } from './actions/note-empty-house.ts';
import { noteEmptyReturn, noteEmptyStart } from './actions/note-empty-registers.ts';
import * as contract from './contract.ts';
import { emptyHousesExport } from './exports.ts';
import { getEmptyHouse, listEmptyHouses, listEmptyRules } from './queries.ts';
import * as settings from './settings-contract.ts';

export function emptyHouseRoutes(): Route[] {
  return [
    action(contract.noteEmptyHouse, (tx, actor, { body }) => noteEmptyHouse(tx, actor, body)),
    action(contract.askEmptyHouse, (tx, actor, { body }) => askEmptyHouse(tx, actor, body)),
    action(
      contract.approveEmptyHouse,
      (tx, actor, { params, body }) => approveEmptyHouse(tx, actor, { ...body, id: params.id }),
      (db, actor, { params }) => getEmptyHouse(db, actor, params.id),
    ),
    action(
      contract.refuseEmptyHouse,
      (tx, actor, { params, body }) => refuseEmptyHouse(tx, actor, { ...body, id: params.id }),
      (db, actor, { params }) => getEmptyHouse(db, actor, params.id),
    ),
    action(
      contract.withdrawEmptyHouse,
      (tx, actor, { params, body }) => withdrawEmptyHouse(tx, actor, { ...body, id: params.id }),
      (db, actor, { params }) => getEmptyHouse(db, actor, params.id),
    ),
    action(
      contract.endEmptyHouse,
      (tx, actor, { params, body }) => endEmptyHouse(tx, actor, { ...body, id: params.id }),
      (db, actor, { params }) => getEmptyHouse(db, actor, params.id),
    ),
    action(
      contract.noteEmptyStart,
      (tx, actor, { params, body }) => noteEmptyStart(tx, actor, { ...body, id: params.id }),
      (db, actor, { params }) => getEmptyHouse(db, actor, params.id),
    ),
    action(
      contract.noteEmptyReturn,
      (tx, actor, { params, body }) => noteEmptyReturn(tx, actor, { ...body, id: params.id }),
      (db, actor, { params }) => getEmptyHouse(db, actor, params.id),
    ),
    query(contract.listEmptyHouses, (db, actor, { query: filters }) => listEmptyHouses(db, actor, filters)),
    exportRoute(contract.listEmptyHousesDownload, emptyHousesExport),
    query(contract.getEmptyHouse, (db, actor, { params }) => getEmptyHouse(db, actor, params.id)),
    query(settings.listEmptyRules, (db, actor) => listEmptyRules(db, actor)),
    action(settings.planEmptyRules, (tx, actor, { body }) => planEmptyRules(tx, actor, body)),
    action(settings.approveEmptyRules, (tx, actor, { params, body }) =>
      approveEmptyRules(tx, actor, { ...body, id: params.id }),
    ),
    action(settings.withdrawEmptyRules, (tx, actor, { params, body }) =>
      withdrawEmptyRules(tx, actor, { ...body, id: params.id }),
    ),
  ];
}
