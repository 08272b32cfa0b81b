import { exportRoute } from '#platform/exports/export-list.ts';
import { sendExport } from '#platform/exports/send-export.ts';
import { withImportFile } from '#platform/imports/import-file.ts';
import type { Platform } from '#platform/platform.ts';
import { action, query, type Route, special } from '#platform/route.ts';
import { addMeter } from './actions/add-meter.ts';
import * as checks from './checks/contract.ts';
import { listReadingChecks, removeReadingCheck, setReadingCheck } from './checks/set-check.ts';
import { closeConnection, closeUnmetered } from './closure/actions/close-connection.ts';
import { reopenConnection, reopenUnmetered } from './closure/actions/reopen-connection.ts';
import * as closure from './closure/contract.ts';
import { beforeClosing } from './closure/queries.ts';
import * as contract from './contract.ts';
import { connectionsExport, metersExport, readingsExport, unreadExport } from './exports.ts';
import { checkImport } from './imports/actions/check-import.ts';
import { commitImport } from './imports/actions/commit-import.ts';
import { undoImport } from './imports/actions/undo-import.ts';
import { uploadImport } from './imports/actions/upload-import.ts';
import * as imports from './imports/contract.ts';
import { importsExport } from './imports/exports.ts';
import { readingTemplate, refusedRows } from './imports/file-downloads.ts';
import { countReasons, getImport, listImportRows, listImports, lookInto } from './imports/queries.ts';
import type { ConnectionAccount, EstimatesLowered, HandoverCorrected } from './points.ts';
import { getMeter, listConnections, listMeters, listUnread } from './queries.ts';
import { approveSelected } from './readings/actions/approve-selected.ts';
import { approveUnflagged } from './readings/actions/approve-unflagged.ts';
import { captureReading } from './readings/actions/capture-reading.ts';
import { editReading } from './readings/actions/edit-reading.ts';
import { reviewReading } from './readings/actions/review-reading.ts';
import { voidReading } from './readings/actions/void-reading.ts';
import * as readings from './readings/contract.ts';
import { countReadings, countRoute } from './readings/counts.ts';
import { nextMeters } from './readings/next-meters.ts';
import { getReading, listReadings, listRoute, listUse, readingHistory } from './readings/queries.ts';

export function routes(
  platform: Platform,
  accountOf: ConnectionAccount,
  corrected: HandoverCorrected,
  lowered: EstimatesLowered,
): Route[] {
  return [
    ...importRoutes(platform),
    ...closureRoutes(accountOf),
    query(checks.listReadingChecks, async (db) => ({ items: await listReadingChecks(db) })),
    action(checks.setReadingCheck, (tx, actor, { body }) => setReadingCheck(tx, actor, body)),
    action(checks.removeReadingCheck, async (tx, actor, input) => {
      await removeReadingCheck(tx, actor, input.query);
      return { done: true as const };
    }),
    query(contract.listMeters, (db, actor, { query }) => listMeters(db, actor, query)),
    exportRoute(contract.listMetersDownload, metersExport),
    exportRoute(contract.listUnreadDownload, unreadExport),
    exportRoute(contract.listConnectionsDownload, connectionsExport),
    exportRoute(readings.listReadingsDownload, readingsExport),
    query(contract.listUnread, (db, actor, { query }) => listUnread(db, actor, query)),
    query(contract.getMeter, (db, actor, { params }) => getMeter(db, actor, params.id)),
    query(contract.listConnections, (db, actor, { query }) => listConnections(db, actor, query)),
    action(contract.addMeter, (tx, actor, { body }) => addMeter(tx, actor, body)),
    query(readings.listReadings, (db, actor, { query }) => listReadings(db, actor, query)),
    query(readings.countReadings, (db, actor, { query }) => countReadings(db, actor, query)),
    query(readings.countRoute, (db, actor, { query }) => countRoute(db, actor, query)),
    query(readings.consumerUse, (db, actor, { query }) => listUse(db, actor, query.consumerId)),
    query(readings.listRoute, (db, actor, { query }) => listRoute(db, actor, query)),
    query(readings.nextMeters, async (db, actor, { query }) => ({
      items: await nextMeters(db, actor, query),
    })),
    query(readings.getReading, async (db, actor, { params }) => {
      const reading = await getReading(db, actor, params.id);
      return { ...reading, history: await readingHistory(db, reading) };
    }),
    action(readings.captureReading, async (tx, actor, { body }) => {
      const { id } = await captureReading(tx, actor, body);
      return getReading(tx, actor, id);
    }),
    action(
      readings.editReading,
      (tx, actor, { body }) => editReading(tx, actor, body, corrected),
      (db, actor, { body }) => getReading(db, actor, body.id),
    ),
    action(readings.reviewReading, (tx, actor, { body }) => reviewReading(tx, actor, body, lowered)),
    action(readings.approveUnflagged, (tx, actor, { body }) => approveUnflagged(tx, actor, body)),
    action(readings.approveSelected, (tx, actor, { body }) => approveSelected(tx, actor, body)),
    action(readings.voidReading, (tx, actor, { params, body }) =>
      voidReading(tx, actor, { id: params.id, reason: body.reason }),
    ),
  ];
}

function closureRoutes(accountOf: ConnectionAccount): Route[] {
  return [
    query(closure.beforeClosing, (db, _actor, { params }) => beforeClosing(db, accountOf, params.id)),
    action(closure.closeConnection, (tx, actor, { body }) => closeConnection(tx, actor, body)),
    action(closure.closeUnmetered, (tx, actor, { body }) => closeUnmetered(tx, actor, body)),
    action(closure.reopenConnection, (tx, actor, { body }) => reopenConnection(tx, actor, body)),
    action(closure.reopenUnmetered, (tx, actor, { body }) => reopenUnmetered(tx, actor, body)),
  ];
}

function importRoutes(platform: Platform): Route[] {
  return [
    special(imports.uploadImport, ({ actor, request }) =>
      withImportFile(request, contract.errors.import_not_readable, (file) =>
        uploadImport(platform, actor, file),
      ),
    ),
    exportRoute(imports.readingImportsDownload, importsExport),
    query(imports.listImports, (db, _actor, { query }) => listImports(db, query)),
    query(imports.getImport, async (db, actor, { params }) => {
      const found = await getImport(db, actor, params.id);
      const look = await lookInto(platform.files, found.fileId);
      return { ...found, ...look, reasons: await countReasons(db, params.id) };
    }),
    query(imports.listImportRows, async (db, actor, { params, query }) => {
      await getImport(db, actor, params.id);
      return listImportRows(db, params.id, query);
    }),
    special(imports.checkImport, ({ actor }, { params, body }) =>
      checkImport(platform, actor, { id: params.id, mapping: body }),
    ),
    special(imports.commitImport, ({ actor }, { params, body }) =>
      commitImport(platform, actor, { id: params.id, version: body.version }),
    ),
    action(imports.undoImport, (tx, actor, { params, body }) =>
      undoImport(tx, actor, { id: params.id, version: body.version }),
    ),
    special(imports.downloadRefused, (context, { params, query }) =>
      sendExport(context, () => refusedRows(context, context.actor, { id: params.id, ...query })),
    ),
    special(imports.downloadTemplate, (context, { query }) =>
      sendExport(context, async () => readingTemplate(context.clock, context.actor, query)),
    ),
  ];
}
