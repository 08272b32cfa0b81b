/** The calls of categories by date. */
import { exportRoute } from '#platform/exports/export-list.ts';
import { action, query, type Route } from '#platform/route.ts';
import { checkCategoryEnd } from './actions/check-category-end.ts';
import { approveCategory, refuseCategory, withdrawCategory } from './actions/decide-category.ts';
import { proposeCategory } from './actions/propose-category.ts';
import * as contract from './contract.ts';
import { categoryChangesExport } from './exports.ts';
import { getCategoryChange, listCategoryChanges } from './queries.ts';

export function categoryRoutes(): Route[] {
  return [
    action(contract.proposeCategory, (tx, actor, { body }) => proposeCategory(tx, actor, body)),
    action(
      contract.approveCategory,
      (tx, actor, { params, body }) => approveCategory(tx, actor, { ...body, id: params.id }),
      (db, actor, { params }) => getCategoryChange(db, actor, params.id),
    ),
    action(
      contract.refuseCategory,
      (tx, actor, { params, body }) => refuseCategory(tx, actor, { ...body, id: params.id }),
      (db, actor, { params }) => getCategoryChange(db, actor, params.id),
    ),
    action(
      contract.withdrawCategory,
      (tx, actor, { params, body }) => withdrawCategory(tx, actor, { ...body, id: params.id }),
      (db, actor, { params }) => getCategoryChange(db, actor, params.id),
    ),
    action(
      contract.checkCategoryEnd,
      (tx, actor, { params, body }) => checkCategoryEnd(tx, actor, { ...body, id: params.id }),
      (db, actor, { params }) => getCategoryChange(db, actor, params.id),
    ),
    query(contract.listCategoryChanges, (db, actor, { query: filters }) =>
      listCategoryChanges(db, actor, filters),
    ),
    exportRoute(contract.listCategoryChangesDownload, categoryChangesExport),
    query(contract.getCategoryChange, (db, actor, { params }) => getCategoryChange(db, actor, params.id)),
  ];
}
