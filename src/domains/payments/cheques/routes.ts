import { exportRoute } from '#platform/exports/export-list.ts';
import { action, query, type Route } from '#platform/route.ts';
import { clearCheques } from './actions/clear-cheques.ts';
import { depositCheques, takeOffSlip } from './actions/deposit-cheques.ts';
import { dishonourCheque } from './actions/dishonour-cheque.ts';
import * as cheques from './contract.ts';
import { chequesExport } from './exports.ts';
import { approveChequeFee, planChequeFee, withdrawChequeFee } from './fee/actions/plan-cheque-fee.ts';
import * as fee from './fee/contract.ts';
import { listChequeFee } from './fee/queries.ts';
import { getCheque, listCheques } from './queries.ts';

export function chequeRoutes(): Route[] {
  return [
    query(cheques.listCheques, (db, actor, input) => listCheques(db, actor, input.query)),
    exportRoute(cheques.listChequesDownload, chequesExport),
    query(cheques.getCheque, (db, actor, { params }) => getCheque(db, actor, params.id)),
    action(cheques.depositCheques, (tx, actor, { body }) => depositCheques(tx, actor, body)),
    action(cheques.takeOffSlip, (tx, actor, { params, body }) =>
      takeOffSlip(tx, actor, { ...params, ...body }),
    ),
    action(cheques.clearCheques, (tx, actor, { body }) => clearCheques(tx, actor, body)),
    action(cheques.dishonourCheque, (tx, actor, { params, body }) =>
      dishonourCheque(tx, actor, { ...params, ...body }),
    ),
    query(fee.listChequeFee, (db, actor) => listChequeFee(db, actor)),
    action(fee.planChequeFee, (tx, actor, { body }) => planChequeFee(tx, actor, body)),
    action(fee.approveChequeFee, (tx, actor, { params, body }) =>
      approveChequeFee(tx, actor, { ...body, id: params.id }),
    ),
    action(fee.withdrawChequeFee, (tx, actor, { params, body }) =>
      withdrawChequeFee(tx, actor, { ...body, id: params.id }),
    ),
  ];
}
