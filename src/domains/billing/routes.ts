import { handoverCorrected } from '#domains/meters/points.ts';
import { planDated, withdrawDated } from '#domains/settings/dated/actions/plan-dated.ts';
import { exportRoute } from '#platform/exports/export-list.ts';
import type { JoinedFaces } from '#platform/face.ts';
import type { Platform } from '#platform/platform.ts';
import { action, query, type Route, special } from '#platform/route.ts';
import { approveRun, postRun } from './bill-run/actions/approve-run.ts';
import { calculateHeld, calculateRun } from './bill-run/actions/calculate-run.ts';
import { giveUpRun, refuseRun, tryAgain } from './bill-run/actions/give-up-run.ts';
import { holdItem } from './bill-run/actions/hold-item.ts';
import { planRun } from './bill-run/actions/plan-run.ts';
import { releaseHeld } from './bill-run/actions/release-held.ts';
import { decideReversal, reverseRun, withdrawReversal } from './bill-run/actions/reverse-run.ts';
import * as runs from './bill-run/contract.ts';
import { runItemsExport, runsExport, unbilledMonthsExport } from './bill-run/exports.ts';
import { runObstacles } from './bill-run/obstacles.ts';
import { previewReadings } from './bill-run/preview-readings.ts';
import { getRun, listRunItems, listRuns } from './bill-run/queries.ts';
import { listUnbilledMonths } from './bill-run/unbilled-months.ts';
import { listBillingIds } from './billing-ids.ts';
import { categoryRoutes } from './categories/routes.ts';
import { planCorrection } from './correction-run/actions/plan-correction.ts';
import * as correctionRuns from './correction-run/contract.ts';
import { correctionItemsExport } from './correction-run/exports.ts';
import { findCorrection, listCorrectionItems } from './correction-run/queries.ts';
import { adjustMeterReading, previewAdjustment } from './corrections/actions/adjust-invoice.ts';
import { cancelInvoice } from './corrections/actions/cancel-invoice.ts';
import { decideCorrection, withdrawCorrection } from './corrections/actions/decide-correction.ts';
import * as corrections from './corrections/contract.ts';
import { cancelAloneLeft, laterReadingsOf } from './corrections/queries.ts';
import { disputeRoutes } from './disputes/routes.ts';
import { emptyHouseRoutes } from './empty-houses/routes.ts';
import * as invoices from './invoices/contract.ts';
import { billingIdsExport, invoicesExport } from './invoices/exports.ts';
import { billPdf } from './invoices/pdf/bill-pdf.ts';
import { countInvoices, getCart, getInvoice, searchInvoices } from './invoices/queries.ts';
import { leakRoutes } from './leaks/routes.ts';
import { planRoutes } from './payment-plans/routes.ts';
import { dunningOf } from './points.ts';
import { printRoutes } from './prints/routes.ts';
import { rebateRoutes } from './rebates/routes.ts';
import { approveVat, planVat, previewVat, withdrawVat } from './settings/actions/change-vat.ts';
import { updateLimits } from './settings/actions/update-limits.ts';
import * as settings from './settings/contract.ts';
import { monthImpact } from './settings/month-impact.ts';
import { priceRises } from './settings/price-rises.ts';
import { dueDayFor, listBillingRules, listVat, RULES, shownLimits } from './settings/queries.ts';
import { simulationRoutes } from './simulations/routes.ts';
import { approveSurchargeRules, planSurchargeRules } from './surcharges/actions/plan-surcharge-rules.ts';
import * as surcharges from './surcharges/contract.ts';
import { listSurchargeRules, SURCHARGES } from './surcharges/queries.ts';
import { approveTariff, submitTariff, withdrawTariff } from './tariffs/actions/move-tariff.ts';
import { createTariff, editTariff } from './tariffs/actions/write-tariff.ts';
import * as categories from './tariffs/categories/contract.ts';
import * as tariffs from './tariffs/contract.ts';
import { tariffsExport } from './tariffs/exports.ts';
import { getTariff, listTariffCategories, listTariffs, quoteTariff } from './tariffs/queries.ts';

export function routes(
  { publicUrl, files, log }: Pick<Platform, 'publicUrl' | 'files' | 'log'>,
  { only }: Pick<JoinedFaces, 'only'>,
): Route[] {
  const handedOver = only(handoverCorrected);
  const standingOf = only(dunningOf);
  return [
    query(runs.listRuns, (db, actor, { query: paging }) => listRuns(db, actor, paging)),
    exportRoute(runs.listRunsDownload, runsExport),
    query(runs.previewReadings, async (db, _actor, { query: { ids } }) => ({
      items: await previewReadings(db, ids),
    })),
    query(runs.listUnbilledMonths, (db, actor, { query: paging }) => listUnbilledMonths(db, actor, paging)),
    exportRoute(runs.listUnbilledMonthsDownload, unbilledMonthsExport),
    query(runs.getRun, (db, actor, { params }) => getRun(db, actor, params.id)),
    query(runs.listRunItems, (db, _actor, { params, query: paging }) => listRunItems(db, params.id, paging)),
    exportRoute(runs.listRunItemsDownload, runItemsExport),
    action(runs.planRun, (tx, actor, { body }) => planRun(tx, actor, body)),
    action(runs.calculateRun, (tx, actor, { params }) => calculateRun(tx, actor, params.id)),
    action(runs.calculateHeld, (tx, actor, { params, body }) =>
      calculateHeld(tx, actor, { ...body, id: params.id }),
    ),
    action(runs.tryAgain, (tx, actor, { params }) => tryAgain(tx, actor, params.id)),
    action(runs.giveUpRun, (tx, actor, { params, body }) => giveUpRun(tx, actor, { ...body, id: params.id })),
    action(runs.refuseRun, (tx, actor, { params, body }) => refuseRun(tx, actor, { ...body, id: params.id })),
    action(runs.holdItem, (tx, actor, { params, body }) => holdItem(tx, actor, { ...body, id: params.id })),
    action(runs.approveRun, (tx, actor, { params, body }) =>
      approveRun(tx, actor, { ...body, id: params.id }),
    ),
    action(runs.postRun, (tx, actor, { params }) => postRun(tx, actor, params.id)),
    action(runs.releaseHeld, (tx, actor, { params, body }) =>
      releaseHeld(tx, actor, { ...body, id: params.id }),
    ),
    query(runs.getRunObstacles, (db, _actor, { params }) => runObstacles(db, params.id)),
    action(runs.reverseRun, (tx, actor, { params, body }) =>
      reverseRun(tx, actor, { ...body, id: params.id }),
    ),
    action(runs.decideReversal, (tx, actor, { params, body }) =>
      decideReversal(tx, actor, { ...body, id: params.id }),
    ),
    action(runs.withdrawReversal, (tx, actor, { params, body }) =>
      withdrawReversal(tx, actor, { ...body, id: params.id }),
    ),
    action(correctionRuns.planCorrection, (tx, actor, { body }) => planCorrection(tx, actor, body)),
    query(correctionRuns.getCorrection, (db, _actor, { params }) => findCorrection(db, params.id)),
    query(correctionRuns.listCorrectionItems, (db, _actor, { params, query: paging }) =>
      listCorrectionItems(db, params.id, paging),
    ),
    exportRoute(correctionRuns.listCorrectionItemsDownload, correctionItemsExport),
    query(invoices.searchInvoice, (db, actor, { query: filters }) => searchInvoices(db, actor, filters)),
    query(invoices.countInvoices, (db, actor, { query: filters }) => countInvoices(db, actor, filters)),
    query(invoices.invoiceDetail, async (db, actor, { params }) => {
      const bill = await getInvoice(db, actor, params.id);
      const { overdue, connectionId } = bill;
      return { ...bill, dunning: overdue ? await standingOf(db, actor.today, connectionId) : null };
    }),
    query(invoices.billingIds, (db, actor, { query: filters }) => listBillingIds(db, actor, filters)),
    exportRoute(invoices.searchInvoiceDownload, invoicesExport),
    exportRoute(invoices.billingIdsDownload, billingIdsExport),
    special(invoices.invoicePdf, (context, input) => billPdf(context, publicUrl, input)),
    query(invoices.customerBillCart, (db, actor, { query: { connectionId } }) =>
      getCart(db, actor, connectionId),
    ),
    action(corrections.previewAdjustment, (tx, actor, { body }) =>
      previewAdjustment(tx, actor, body, handedOver),
    ),
    action(corrections.adjustMeterReading, (tx, actor, { body }) =>
      adjustMeterReading(tx, actor, body, handedOver),
    ),
    query(corrections.laterReadings, (db, _actor, { params }) => laterReadingsOf(db, params.id)),
    query(corrections.aloneLeft, (db, actor, { params }) => cancelAloneLeft(db, actor, params.id)),
    action(corrections.cancelInvoice, (tx, actor, { body }) => cancelInvoice(tx, actor, body)),
    action(corrections.decideCorrection, (tx, actor, { body }) =>
      decideCorrection(tx, actor, body, handedOver),
    ),
    action(corrections.withdrawCorrection, (tx, actor, { body }) => withdrawCorrection(tx, actor, body)),
    query(tariffs.listTariffs, (db, actor, { query: paging }) => listTariffs(db, actor, paging)),
    exportRoute(tariffs.listTariffsDownload, tariffsExport),
    query(categories.listTariffCategories, async (db) => ({ items: await listTariffCategories(db) })),
    query(tariffs.getTariff, (db, actor, { params }) => getTariff(db, actor, params.id)),
    action(tariffs.createTariff, (tx, actor, { body }) => createTariff(tx, actor, body)),
    action(
      tariffs.editTariff,
      (tx, actor, { params, body }) => editTariff(tx, actor, { ...body, id: params.id }),
      (db, actor, { params }) => getTariff(db, actor, params.id),
    ),
    action(tariffs.submitTariff, (tx, actor, { params, body }) =>
      submitTariff(tx, actor, { ...body, id: params.id }),
    ),
    action(tariffs.approveTariff, (tx, actor, { params, body }) =>
      approveTariff(tx, actor, { ...body, id: params.id }),
    ),
    action(tariffs.withdrawTariff, (tx, actor, { params, body }) =>
      withdrawTariff(tx, actor, { ...body, id: params.id }),
    ),
    query(tariffs.quoteTariff, async (db, _actor, { body }) => ({ items: await quoteTariff(db, body) })),
    ...categoryRoutes(),
    ...emptyHouseRoutes(),
    ...disputeRoutes({ files }),
    ...leakRoutes({ files }),
    ...planRoutes(),
    ...rebateRoutes({ only }),
    ...printRoutes({ files, log }),
    ...simulationRoutes(),
    ...settingsRoutes(),
  ];
}

function settingsRoutes(): Route[] {
  return [
    query(surcharges.listSurchargeRules, (db, actor) => listSurchargeRules(db, actor)),
    action(surcharges.planSurchargeRules, (tx, actor, { body }) => planSurchargeRules(tx, actor, body)),
    action(surcharges.approveSurchargeRules, (tx, actor, { params, body }) =>
      approveSurchargeRules(tx, actor, { ...body, id: params.id }),
    ),
    action(surcharges.withdrawSurchargeRules, (tx, actor, { params, body }) =>
      withdrawDated(tx, actor, SURCHARGES, { ...body, id: params.id }),
    ),
    query(settings.listVat, (db, actor) => listVat(db, actor)),
    action(settings.planVat, (tx, actor, { body }) => planVat(tx, actor, body)),
    action(settings.previewVat, (tx, actor, { body }) => previewVat(tx, actor, body)),
    action(settings.approveVat, (tx, actor, { params, body }) =>
      approveVat(tx, actor, { ...body, id: params.id }),
    ),
    action(settings.withdrawVat, (tx, actor, { params, body }) =>
      withdrawVat(tx, actor, { ...body, id: params.id }),
    ),
    query(settings.tariffImpact, async (db, actor, { params: { id } }) => {
      const { category } = await getTariff(db, actor, id);
      const [impact, rises] = await Promise.all([
        monthImpact(db, [{ category, versionId: id }]),
        priceRises(db, [id]),
      ]);
      return { impact, rises };
    }),
    query(settings.listBillingRules, (db, actor) => listBillingRules(db, actor)),
    action(settings.planBillingRules, (tx, actor, { body }) => planDated(tx, actor, RULES, body)),
    action(settings.withdrawBillingRules, (tx, actor, { params, body }) =>
      withdrawDated(tx, actor, RULES, { ...body, id: params.id }),
    ),
    query(settings.proposeDueDay, async (db, _actor, { query: { issuedOn } }) => ({
      dueOn: await dueDayFor(db, issuedOn),
    })),
    query(settings.getBillingLimits, (db) => shownLimits(db)),
    action(
      settings.updateBillingLimits,
      (tx, actor, { body }) => updateLimits(tx, actor, body),
      (db) => shownLimits(db),
    ),
  ];
}
