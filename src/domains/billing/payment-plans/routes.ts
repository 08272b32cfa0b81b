/** The calls of payment plans. */
import { Readable } from 'node:stream';
import { exportRoute } from '#platform/exports/export-list.ts';
import { sendDownload } from '#platform/http/download.ts';
import { action, query, type Route, special } from '#platform/route.ts';
import { acceptPlan, declinePlan } from './actions/accept-plan.ts';
import { cancelPlan } from './actions/end-plans.ts';
import { approvePlanRules, planPlanRules, withdrawPlanRules } from './actions/plan-rules.ts';
import { decidePlan, proposePlan } from './actions/propose-plan.ts';
import { requestPlan } from './actions/request-plan.ts';
import * as contract from './contract.ts';
import { plansExport } from './exports.ts';
import { printAgreement } from './pdf/print-agreement.ts';
import { getPlan, listPlanRules, listPlans, optionsOf, previewPlan } from './queries.ts';
import * as settings from './settings-contract.ts';

export function planRoutes(): Route[] {
  return [
    query(contract.planOptions, (db, actor, { query: { connectionId } }) =>
      optionsOf(db, actor, connectionId),
    ),
    query(contract.previewPlan, (db, actor, { body }) => previewPlan(db, actor, body)),
    action(contract.proposePlan, (tx, actor, { body }) => proposePlan(tx, actor, body)),
    action(contract.requestPlan, (tx, actor, { body }) => requestPlan(tx, actor, body)),
    action(contract.decidePlan, (tx, actor, { params, body }) =>
      decidePlan(tx, actor, { ...body, id: params.id }),
    ),
    action(contract.acceptOwnPlan, (tx, actor, { params, body }) =>
      acceptPlan(tx, actor, { ...body, id: params.id, signedBy: null }),
    ),
    action(contract.noteAcceptance, (tx, actor, { params, body }) =>
      acceptPlan(tx, actor, { ...body, id: params.id }),
    ),
    action(contract.declinePlan, (tx, actor, { params, body }) =>
      declinePlan(tx, actor, { ...body, id: params.id }),
    ),
    action(contract.cancelPlan, (tx, actor, { params, body }) =>
      cancelPlan(tx, actor, { ...body, id: params.id }),
    ),
    query(contract.listPlans, (db, actor, { query: filters }) => listPlans(db, actor, filters)),
    exportRoute(contract.listPlansDownload, plansExport),
    query(contract.getPlan, (db, actor, { params }) => getPlan(db, actor, params.id)),
    special(contract.planPdf, async ({ database: { db }, actor, reply }, { params, query: { language } }) => {
      const pdf = await printAgreement(db, actor, { id: params.id, language });
      await sendDownload(reply, {
        stream: Readable.from([pdf.content]),
        mediaType: 'application/pdf',
        fileName: `payment-plan-${pdf.number}.pdf`,
        bytes: pdf.content.length,
      });
    }),
    query(settings.listPlanRules, (db, actor) => listPlanRules(db, actor)),
    action(settings.planPlanRules, (tx, actor, { body }) => planPlanRules(tx, actor, body)),
    action(settings.approvePlanRules, (tx, actor, { params, body }) =>
      approvePlanRules(tx, actor, { ...body, id: params.id }),
    ),
    action(settings.withdrawPlanRules, (tx, actor, { params, body }) =>
      withdrawPlanRules(tx, actor, { ...body, id: params.id }),
    ),
  ];
}
