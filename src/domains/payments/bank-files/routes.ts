import { exportRoute } from '#platform/exports/export-list.ts';
import { withImportFile } from '#platform/imports/import-file.ts';
import type { Platform } from '#platform/platform.ts';
import { action, query, type Route, special } from '#platform/route.ts';
import { errors } from '../errors.ts';
import { importBankFile } from './actions/import-bank-file.ts';
import { askBankPosting, giveUpBankFile } from './actions/post-bank-file.ts';
import { askBankAgain, raiseDifferences } from './actions/raise-differences.ts';
import * as contract from './contract.ts';
import { beginDownload } from './downloads/actions/keep-download.ts';
import { bankDownloadRoutes } from './downloads/routes.ts';
import { bankReportExport } from './exports.ts';
import { getBankFile, listBankFiles, reportCityBank } from './queries.ts';

export function bankFileRoutes(platform: Platform): Route[] {
  return [
    query(contract.cityBankReport, (db, actor, { query: filter }) => reportCityBank(db, actor, filter)),
    exportRoute(contract.cityBankReportDownload, {
      ...bankReportExport,
      keep: (tx, actor, asked) => beginDownload(platform, tx, actor, asked),
    }),
    ...bankDownloadRoutes(platform),
    query(contract.listBankFiles, (db) => listBankFiles(db)),
    query(contract.getBankFile, (db, actor, { params }) => getBankFile(db, actor, params.id)),
    special(contract.importBankFile, ({ actor, request }, { query: asked }) => {
      const { database, files } = platform;
      const into = { db: database.db, temporaryFolder: files.temporaryFolder };
      return withImportFile(request, errors.bank_file_missing, ({ stream, name }) =>
        importBankFile(into, actor, { ...asked, name }, stream),
      );
    }),
    action(contract.askBankAgain, (tx, actor, { params }) => askBankAgain(tx, actor, params.id)),
    action(contract.raiseBankFile, (tx, actor, { params }) => raiseDifferences(tx, actor, params.id)),
    action(contract.askBankPosting, (tx, actor, { params, body }) =>
      askBankPosting(tx, actor, { ...params, ...body }),
    ),
    action(contract.giveUpBankFile, (tx, actor, { params, body }) =>
      giveUpBankFile(tx, actor, { ...params, ...body }),
    ),
  ];
}
