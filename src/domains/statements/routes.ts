import { exportRoute } from '#platform/exports/export-list.ts';
import { query, type Route } from '#platform/route.ts';
import * as contract from './contract.ts';
import { statementExport } from './exports.ts';
import { getStatement } from './queries.ts';

export function routes(): Route[] {
  return [
    query(contract.statement, (db, actor, { query: asked }) => getStatement(db, actor, asked)),
    exportRoute(contract.statementDownload, statementExport),
  ];
}
