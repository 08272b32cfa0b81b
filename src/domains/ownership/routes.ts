import { exportRoute } from '#platform/exports/export-list.ts';
import { action, query, type Route } from '#platform/route.ts';
import { addOwnership } from './actions/add-ownership.ts';
import * as contract from './contract.ts';
import { ownershipExport } from './exports.ts';
import { listOwnership } from './queries.ts';

export function routes(): Route[] {
  return [
    query(contract.listOwnership, (db, _actor, input) => listOwnership(db, input.query)),
    exportRoute(contract.listOwnershipDownload, ownershipExport),
    action(contract.addOwnership, (tx, actor, { body }) => addOwnership(tx, actor, body)),
  ];
}
