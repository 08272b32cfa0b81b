import { exportRoute } from '#platform/exports/export-list.ts';
import type { Platform } from '#platform/platform.ts';
import { query, type Route, special } from '#platform/route.ts';
import { sendBankDownload } from './actions/send-download.ts';
import * as contract from './contract.ts';
import { bankDifferencesExport, bankDownloadsExport } from './exports.ts';
import { compareDownloads, listBankDownloads } from './queries.ts';

export function bankDownloadRoutes(platform: Platform): Route[] {
  return [
    query(contract.listBankDownloads, (db, actor, { query: filter }) => listBankDownloads(db, actor, filter)),
    exportRoute(contract.listBankDownloadsDownload, bankDownloadsExport),
    special(contract.downloadBankReportAgain, (context, { params }) =>
      sendBankDownload(platform, context, params.id),
    ),
    query(contract.compareBankDownloads, (db, actor, { query: filter }) =>
      compareDownloads(db, actor, filter),
    ),
    exportRoute(contract.compareBankDownloadsDownload, bankDifferencesExport),
  ];
}
