import { exportRoute } from '#platform/exports/export-list.ts';
import { action, query, type Route } from '#platform/route.ts';
import * as ageing from './ageing/contract.ts';
import { ageingExport } from './ageing/exports.ts';
import { listAgeing } from './ageing/queries.ts';
import { approveDisconnections } from './cases/actions/approve-disconnections.ts';
import { giveUpCase } from './cases/actions/give-up-case.ts';
import * as cases from './cases/contract.ts';
import { casesExport } from './cases/exports.ts';
import { getCase, listCases } from './cases/queries.ts';
import { endExemption, exemptConnection } from './exemptions/actions/exempt-connection.ts';
import * as exemptions from './exemptions/contract.ts';
import { approveLadder, planLadder, withdrawLadder } from './ladder/actions/plan-ladder.ts';
import * as ladder from './ladder/contract.ts';
import { listLadder } from './ladder/queries.ts';
import { notePromise } from './promises/actions/note-promise.ts';
import * as promises from './promises/contract.ts';

export function routes(): Route[] {
  return [
    query(ageing.ageing, (db, actor, input) => listAgeing(db, actor, input.query)),
    exportRoute(ageing.ageingDownload, ageingExport),
    action(promises.notePromise, (tx, actor, { params, body }) =>
      notePromise(tx, actor, { ...body, connectionId: params.id }),
    ),
    query(ladder.listLadder, (db, actor) => listLadder(db, actor)),
    action(ladder.planLadder, (tx, actor, { body }) => planLadder(tx, actor, body)),
    action(ladder.approveLadder, (tx, actor, { params, body }) =>
      approveLadder(tx, actor, { ...body, id: params.id }),
    ),
    action(ladder.withdrawLadder, (tx, actor, { params, body }) =>
      withdrawLadder(tx, actor, { ...body, id: params.id }),
    ),
    query(cases.listCases, (db, actor, input) => listCases(db, actor, input.query)),
    exportRoute(cases.listCasesDownload, casesExport),
    query(cases.caseDetail, (db, actor, { params }) => getCase(db, actor, params.id)),
    action(cases.approveDisconnections, (tx, actor, { body }) => approveDisconnections(tx, actor, body)),
    action(cases.giveUpCase, (tx, actor, { params, body }) =>
      giveUpCase(tx, actor, { ...body, id: params.id }),
    ),
    action(exemptions.exemptConnection, (tx, actor, { body }) => exemptConnection(tx, actor, body)),
    action(exemptions.endExemption, (tx, actor, { params, body }) =>
      endExemption(tx, actor, { ...body, id: params.id }),
    ),
  ];
}
