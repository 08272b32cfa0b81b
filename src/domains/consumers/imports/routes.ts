import { exportRoute } from '#platform/exports/export-list.ts';
import { sendExport } from '#platform/exports/send-export.ts';
import { withImportFile } from '#platform/imports/import-file.ts';
import type { Platform } from '#platform/platform.ts';
import { action, query, type Route, special } from '#platform/route.ts';
import { cancelWork, startCheck, startCommit } from './actions/start-work.ts';
import { undoImport } from './actions/undo-import.ts';
import { uploadImport } from './actions/upload-import.ts';
import * as contract from './contract.ts';
import { importsExport } from './exports.ts';
import { badRows, consumerTemplate } from './file-downloads.ts';
import { countProblems, getImport, listImportRows, listImports, lookInto } from './queries.ts';

export function importRoutes(platform: Platform): Route[] {
  return [
    special(contract.uploadImport, ({ actor, request }) =>
      withImportFile(request, contract.errors.import_file_missing, (file) =>
        uploadImport(platform, actor, file),
      ),
    ),
    exportRoute(contract.listImportsDownload, importsExport),
    query(contract.listImports, (db, _actor, { query }) => listImports(db, query)),
    query(contract.getImport, async (db, actor, { params }) => {
      const found = await getImport(db, actor, params.id);
      const look = await lookInto(db, params.id);
      return { ...found, ...look, problems: await countProblems(db, params.id) };
    }),
    query(contract.listImportRows, async (db, actor, { params, query }) => {
      await getImport(db, actor, params.id);
      return listImportRows(db, params.id, query);
    }),
    action(contract.checkImport, (tx, actor, { params, body }) =>
      startCheck(tx, actor, { id: params.id, mapping: body }),
    ),
    action(contract.commitImport, (tx, actor, { params, body }) =>
      startCommit(tx, actor, { id: params.id, ...body }),
    ),
    action(contract.cancelImport, (tx, actor, { params }) => cancelWork(tx, actor, params.id)),
    action(contract.undoImport, (tx, actor, { params, body }) =>
      undoImport(tx, actor, { id: params.id, version: body.version }),
    ),
    special(contract.downloadBadRows, (context, { params, query }) =>
      sendExport(context, () => badRows(context, context.actor, { id: params.id, ...query })),
    ),
    special(contract.downloadTemplate, (context, { query }) =>
      sendExport(context, async () => consumerTemplate(context.clock, context.actor, query)),
    ),
  ];
}
