import { action, query, type Route } from '#platform/route.ts';
import { approveRun, holdItem, postRun } from './actions/approve-run.ts';
import { calculateRun, planRun } from './actions/plan-run.ts';
import * as runs from './bill-run/contract.ts';
import { getRun, listRunItems, listRuns } from './bill-run/queries.ts';
import * as invoices from './invoices/contract.ts';
import { getCart, getInvoice, listBillingIds, searchInvoices } from './invoices/queries.ts';

export function routes(): Route[] {
  return [
    query(runs.listRuns, (db, _actor, { query: paging }) => listRuns(db, paging)),
    query(runs.getRun, (db, actor, { params }) => getRun(db, actor, params.id)),
    query(runs.listRunItems, (db, _actor, { params, query: paging }) => listRunItems(db, params.id, paging)),
    action(runs.planRun, (tx, actor, { body }) => planRun(tx, actor, body)),
    action(runs.calculateRun, (tx, actor, { params }) => calculateRun(tx, actor, params.id)),
    action(runs.holdItem, (tx, actor, { params, body }) => holdItem(tx, actor, { ...body, id: params.id })),
    action(runs.approveRun, (tx, actor, { params, body }) =>
      approveRun(tx, actor, { ...body, id: params.id }),
    ),
    action(runs.postRun, (tx, actor, { params }) => postRun(tx, actor, params.id)),
    query(invoices.searchInvoice, (db, actor, { query: filters }) => searchInvoices(db, actor, filters)),
    query(invoices.invoiceDetail, (db, actor, { params }) => getInvoice(db, actor, params.id)),
    query(invoices.billingIds, (db, actor, { query: filters }) => listBillingIds(db, actor, filters)),
    query(invoices.customerBillCart, (db, actor, { query: { connectionId } }) =>
      getCart(db, actor, connectionId),
    ),
  ];
}
