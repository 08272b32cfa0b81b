/** The calls of prints. */
import { exportRoute } from '#platform/exports/export-list.ts';
import type { Platform } from '#platform/platform.ts';
import { action, query, type Route, special } from '#platform/route.ts';
import { cancelPrint, startPrint, tryAgain } from './actions/start-print.ts';
import * as contract from './contract.ts';
import { printBillsExport, printPartsExport, printsExport } from './exports.ts';
import { getPrint, listBills, listParts, listPrints, previewOf } from './queries.ts';
import { sendAll, sendPart } from './send-files.ts';

export const printRoutes = (means: Pick<Platform, 'files' | 'log'>): Route[] => [
  query(contract.previewPrint, (db, _actor, { params, query: asked }) =>
    previewOf(db, { ...asked, runId: params.id }),
  ),
  action(contract.startPrint, (tx, actor, { params, body }) =>
    startPrint(tx, actor, { ...body, runId: params.id }),
  ),
  query(contract.listPrints, (db, _actor, { query: paging }) => listPrints(db, paging)),
  exportRoute(contract.listPrintsDownload, printsExport),
  query(contract.getPrint, (db, _actor, { params }) => getPrint(db, params.id)),
  query(contract.listPrintParts, (db, _actor, { params, query: paging }) => listParts(db, params.id, paging)),
  exportRoute(contract.listPrintPartsDownload, printPartsExport),
  query(contract.listPrintBills, (db, _actor, { params, query: paging }) => listBills(db, params.id, paging)),
  exportRoute(contract.listPrintBillsDownload, printBillsExport),
  action(contract.cancelPrint, (tx, actor, { params }) => cancelPrint(tx, actor, params.id)),
  action(contract.tryPrintAgain, (tx, actor, { params }) => tryAgain(tx, actor, params.id)),
  special(contract.printPartFile, (context, { params }) => sendPart(means, context, params)),
  special(contract.printFiles, (context, { params }) => sendAll(means, context, params.id)),
];
