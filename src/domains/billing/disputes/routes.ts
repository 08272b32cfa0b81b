/** The calls of disputes. */
import { exportRoute } from '#platform/exports/export-list.ts';
import { fileLink, findFile } from '#platform/files/files.ts';
import type { Platform } from '#platform/platform.ts';
import { action, query, type Route, special } from '#platform/route.ts';
import { assignDispute } from './actions/assign-dispute.ts';
import { decideDispute } from './actions/decide-dispute.ts';
import { openDispute } from './actions/open-dispute.ts';
import { withdrawDispute } from './actions/withdraw-dispute.ts';
import * as contract from './contract.ts';
import { disputesExport } from './exports.ts';
import { disputePhoto, getDispute, listDeciders, listDisputes } from './queries.ts';

export function disputeRoutes({ files }: Pick<Platform, 'files'>): Route[] {
  return [
    action(contract.disputeOwnBill, (tx, actor, { body }) =>
      openDispute(tx, actor, { ...body, channel: 'PORTAL' }),
    ),
    action(contract.disputeForHousehold, (tx, actor, { body }) => openDispute(tx, actor, body)),
    action(
      contract.withdrawDispute,
      (tx, actor, { params, body }) => withdrawDispute(tx, actor, { ...body, id: params.id }),
      (db, actor, { params }) => getDispute(db, actor, params.id),
    ),
    action(
      contract.assignDispute,
      (tx, actor, { params, body }) => assignDispute(tx, actor, { ...body, id: params.id }),
      (db, actor, { params }) => getDispute(db, actor, params.id),
    ),
    action(
      contract.decideDispute,
      (tx, actor, { params, body }) => decideDispute(tx, actor, { ...body, id: params.id }),
      (db, actor, { params }) => getDispute(db, actor, params.id),
    ),
    query(contract.listDisputes, (db, actor, { query: filters }) => listDisputes(db, actor, filters)),
    exportRoute(contract.listDisputesDownload, disputesExport),
    query(contract.listDeciders, (db) => listDeciders(db)),
    query(contract.getDispute, (db, actor, { params }) => getDispute(db, actor, params.id)),
    special(contract.openDisputePhoto, async ({ database: { db }, actor }, { params }) => {
      const fileId = await disputePhoto(db, actor, params.id);
      return { url: await fileLink(files, await findFile(db, fileId), actor.now) };
    }),
  ];
}
