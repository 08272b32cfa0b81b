/** The calls of estimates. */
import { exportRoute } from '#platform/exports/export-list.ts';
import { action, query, type Route } from '#platform/route.ts';
import type { MetersEstimated } from '../points.ts';
import { createEstimates } from './actions/create-estimates.ts';
import { updateSettings } from './actions/update-settings.ts';
import * as contract from './contract.ts';
import { estimatesExport } from './exports.ts';
import { getEstimateSettings, listEstimates, sumEstimates } from './queries.ts';

export function estimateRoutes(told: MetersEstimated): Route[] {
  return [
    query(contract.listEstimates, (db, actor, { query }) => listEstimates(db, actor, query)),
    exportRoute(contract.listEstimatesDownload, estimatesExport),
    query(contract.getEstimateSettings, (db) => getEstimateSettings(db)),
    action(
      contract.updateEstimateSettings,
      (tx, actor, { body }) => updateSettings(tx, actor, body),
      (db) => getEstimateSettings(db),
    ),
    query(contract.sumEstimates, (db, actor, { query }) => sumEstimates(db, actor, query)),
    action(contract.createEstimates, (tx, actor, { body }) => createEstimates(tx, actor, body, told)),
  ];
}
