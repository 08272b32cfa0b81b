import type { FastifyReply } from 'fastify';
import { withdrawAfterPayment as withdrawCall } from '#domains/applications/demand-note/contract.ts';
import { type OrderEnded, orderEnded } from '#domains/work-orders/points.ts';
import { sendPayLink as sendPayLinkOfOrder, withdrawPaidOrder } from '#domains/work-orders/steps/contract.ts';
import type { Actor } from '#platform/actor.ts';
import { today } from '#platform/clock.ts';
import { exportRoute } from '#platform/exports/export-list.ts';
import type { JoinedFaces } from '#platform/face.ts';
import type { Platform } from '#platform/platform.ts';
import { action, query, type Route, special } from '#platform/route.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { makeFeePayment, makeNotePayment, makeOrderPayment, makePayment } from './actions/make-payment.ts';
import { decideReversal, reverseAloneLeft, reversePayment } from './actions/reverse-payment.ts';
import { setAlarmOwner } from './alarms/actions/own-alarm.ts';
import { noteAlarm } from './alarms/actions/solve-alarm.ts';
import * as alarms from './alarms/contract.ts';
import { alarmsExport } from './alarms/exports.ts';
import { getAlarm, listAlarmPeople, listAlarms } from './alarms/queries.ts';
import { bankFileRoutes } from './bank-files/routes.ts';
import { chequeRoutes } from './cheques/routes.ts';
import * as contract from './contract.ts';
import { paymentsExport } from './exports.ts';
import { checkOrder, type GatewayContext } from './gateway/check-order.ts';
import { gatewayContext } from './gateway/context.ts';
import * as gatewayContract from './gateway/contract.ts';
import { giveUp } from './gateway/give-up.ts';
import { gatewayPayment, openOrder } from './gateway/open-order.ts';
import { receiveCallback } from './gateway/receive-callback.ts';
import { returnAddress } from './gateway/return-address.ts';
import { isAmong, mayAskBank } from './gateway/rights-at-bank.ts';
import { payByLink } from './links/actions/pay-by-link.ts';
import { sendPayLink } from './links/actions/send-link.ts';
import * as links from './links/contract.ts';
import { readLink } from './links/queries.ts';
import * as payablesContract from './payables/contract.ts';
import { findPayables, getPayable, listFeesDue, listMyPayables } from './payables/queries.ts';
import { decideProposal, giveUpProposal } from './proposals/actions/decide-proposal.ts';
import { proposeBackdated, proposeForAlarm } from './proposals/actions/propose-money.ts';
import * as proposals from './proposals/contract.ts';
import { ownProposalsExport, proposalsExport } from './proposals/exports.ts';
import { listOwnProposals, listProposals } from './proposals/queries.ts';
import { getPayment, listPayments } from './queries.ts';
import { receiptPdf } from './receipt/receipt.ts';
import { decideRefund } from './refunds/actions/decide-refund.ts';
import { giveUpRefund } from './refunds/actions/give-up-refund.ts';
import { openRefund, withdrawAfterPayment, withdrawPaidWork } from './refunds/actions/open-refund.ts';
import { payRefund } from './refunds/actions/pay-refund.ts';
import { askReturn, askWithdrawal } from './refunds/actions/take-back-refund.ts';
import * as refunds from './refunds/contract.ts';
import { refundsExport } from './refunds/exports.ts';
import { getRefund, listRefunds } from './refunds/queries.ts';
import { voucherPdf } from './refunds/voucher.ts';
import { giveUpReversal } from './reversals/actions/give-up-reversal.ts';
import * as reversals from './reversals/contract.ts';
import { sandboxRoutes } from './sandbox/routes.ts';
import { updatePaymentSettings } from './settings/actions/update-settings.ts';
import * as settings from './settings/contract.ts';
import { shownPaymentSettings } from './settings/queries.ts';

export function routes(platform: Platform, joined: Pick<JoinedFaces, 'only'>): Route[] {
  const context = gatewayContext(platform);
  const fresh = (actor: Actor): Actor => ({
    ...actor,
    now: platform.clock.now(),
    today: today(platform.clock),
  });
  const checked = async (actor: Actor, id: string) => {
    // Refuses a foreign one before the bank is asked.
    if (!(await isAmong(context.database.db, mayAskBank(actor), id))) throw fail(commonErrors.not_found);
    await checkOrder(context, fresh(actor), id);
    return gatewayPayment(context.database.db, actor, id);
  };
  return [
    special(links.payByLink, ({ actor }, { body }) => payByLink(context, actor, body)),
    special(links.readPayLink, ({ database: { db }, actor }, { body }) => readLink(db, actor, body.code)),
    action(sendPayLinkOfOrder, (tx, actor, { body }) =>
      sendPayLink(tx, actor, { ...body, publicUrl: platform.publicUrl }),
    ),
    action(contract.makePayment, (tx, actor, { body }) => makePayment(tx, actor, body)),
    action(contract.payDemandNote, (tx, actor, { body }) => makeNotePayment(tx, actor, body)),
    action(contract.payWorkOrder, (tx, actor, { body }) => makeOrderPayment(tx, actor, body)),
    action(contract.payOwnershipFee, (tx, actor, { body }) => makeFeePayment(tx, actor, body)),
    query(contract.paymentHistory, (db, actor, { query: filter }) => listPayments(db, actor, filter)),
    exportRoute(contract.paymentHistoryDownload, paymentsExport),
    query(contract.getPayment, (db, actor, { params }) => getPayment(db, actor, params.id)),
    query(payablesContract.findPayables, (db, actor, { query: { search } }) =>
      findPayables(db, actor, search),
    ),
    query(payablesContract.myPayables, (db, actor) => listMyPayables(db, actor)),
    query(payablesContract.listFeesDue, (db, actor) => listFeesDue(db, actor)),
    query(payablesContract.getPayable, (db, actor, { query: target }) => getPayable(db, actor, target)),
    special(contract.paymentReceipt, (request, input) => receiptPdf(request, platform.publicUrl, input)),
    query(contract.reverseAlone, (db, actor, { params }) => reverseAloneLeft(db, actor, params.id)),
    action(contract.reversePayment, (tx, actor, { body }) => reversePayment(tx, actor, body)),
    action(contract.decideReversal, (tx, actor, { body }) => decideReversal(tx, actor, body)),
    action(reversals.giveUpReversal, (tx, actor, { body }) => giveUpReversal(tx, actor, body)),
    special(gatewayContract.openOrder, ({ actor }, { body }) => openOrder(context, actor, body)),
    special(gatewayContract.completeGatewayPayment, ({ actor }, { body }) => checked(actor, body.paymentId)),
    special(gatewayContract.giveUpPayment, ({ actor }, { body }) =>
      giveUp(context, fresh(actor), body.paymentId),
    ),
    special(gatewayContract.revalidateGatewayPayment, ({ actor }, { params }) => checked(actor, params.id)),
    special(gatewayContract.gatewayCallback, ({ actor }, { body }) =>
      receiveCallback(context, actor, { ...body, gateway: 'sandbox' }),
    ),
    special(gatewayContract.gatewayForm, ({ actor }, { params, body }) => {
      const message = new URLSearchParams(body).toString();
      return receiveCallback(context, actor, { ...params, message, signature: '' });
    }),
    ...returnRoutes(context),
    ...refundRoutes(joined.only(orderEnded)),
    ...alarmRoutes(),
    ...bankFileRoutes(platform),
    ...chequeRoutes(),
    query(settings.getPaymentSettings, (db) => shownPaymentSettings(db)),
    action(
      settings.updatePaymentSettings,
      (tx, actor, { body }) => updatePaymentSettings(tx, actor, body),
      (db) => shownPaymentSettings(db),
    ),
    ...sandboxRoutes(context.sandbox, (actor, call) => receiveCallback(context, fresh(actor), call)),
  ];
}

/** The browser's ways back from a bank: always to an address of our own, never to a page. */
function returnRoutes(context: GatewayContext): Route[] {
  const to = async (reply: FastifyReply, address: string) => {
    await reply.header('cache-control', 'no-store').redirect(address, 303);
  };
  const pages = [
    gatewayContract.returnRedirect,
    gatewayContract.returnApproved,
    gatewayContract.returnCanceled,
    gatewayContract.returnDeclined,
    gatewayContract.returnToLink,
    gatewayContract.depositRedirect,
    gatewayContract.depositApproved,
    gatewayContract.depositCanceled,
    gatewayContract.depositDeclined,
  ].map((page) =>
    special(page, async ({ actor, reply }, { query: { payment }, body }) => {
      const below = page.path.startsWith('/deposit') ? '/deposit/payment' : '/payment';
      const found = await returnAddress(context, actor, { paymentId: payment, form: body, below });
      // Who is not signed in has a page of their own, which asks by the code of the link.
      await to(reply, page === gatewayContract.returnToLink ? '/pay-link' : found);
    }),
  );
  return [
    ...pages,
    special(gatewayContract.returnByAddress, async ({ actor, reply }, { params, query: form }) => {
      const below = params.back === 'deposit' ? '/deposit/payment' : '/payment';
      const found = await returnAddress(context, actor, { paymentId: params.payment, form, below });
      await to(reply, params.back === 'pay-link' ? '/pay-link' : found);
    }),
  ];
}

function refundRoutes(ended: OrderEnded): Route[] {
  return [
    // Declared by applications, whose button it is; the case and the journal are ours.
    action(withdrawPaidOrder, (tx, actor, { body }) => withdrawPaidWork(tx, actor, body, ended)),
    action(withdrawCall, (tx, actor, { body }) => withdrawAfterPayment(tx, actor, body)),
    query(refunds.listRefunds, (db, actor, { query: filter }) => listRefunds(db, actor, filter)),
    exportRoute(refunds.listRefundsDownload, refundsExport),
    query(refunds.getRefund, (db, actor, { params }) => getRefund(db, actor, params.id)),
    action(refunds.openRefund, (tx, actor, { body }) => openRefund(tx, actor, body)),
    action(refunds.decideRefund, (tx, actor, { body }) => decideRefund(tx, actor, body)),
    action(refunds.giveUpRefund, (tx, actor, { body }) => giveUpRefund(tx, actor, body)),
    action(refunds.payRefund, (tx, actor, { body }) => payRefund(tx, actor, body)),
    action(refunds.askWithdrawal, (tx, actor, { body }) => askWithdrawal(tx, actor, body)),
    action(refunds.askReturn, (tx, actor, { body }) => askReturn(tx, actor, body)),
    special(refunds.refundVoucher, (request, input) => voucherPdf(request, input)),
  ];
}

function alarmRoutes(): Route[] {
  return [
    query(alarms.listAlarms, (db, actor, { query: filter }) => listAlarms(db, actor, filter)),
    exportRoute(alarms.listAlarmsDownload, alarmsExport),
    query(alarms.getAlarm, (db, actor, { params }) => getAlarm(db, actor, params.id)),
    query(alarms.listAlarmPeople, (db) => listAlarmPeople(db)),
    action(alarms.setAlarmOwner, (tx, actor, { params, body }) =>
      setAlarmOwner(tx, actor, { ...params, ...body }),
    ),
    action(alarms.noteAlarm, (tx, actor, { params, body }) => noteAlarm(tx, actor, { ...params, ...body })),
    action(alarms.proposeForAlarm, (tx, actor, { params, body }) =>
      proposeForAlarm(tx, actor, { ...params, ...body }),
    ),
    query(proposals.listProposals, (db, actor, { query: filter }) => listProposals(db, actor, filter)),
    exportRoute(proposals.listProposalsDownload, proposalsExport),
    query(proposals.listOwnProposals, (db, actor, { query: filter }) => listOwnProposals(db, actor, filter)),
    exportRoute(proposals.listOwnProposalsDownload, ownProposalsExport),
    action(proposals.proposeBackdated, (tx, actor, { body }) => proposeBackdated(tx, actor, body)),
    action(proposals.decideProposal, (tx, actor, { params, body }) =>
      decideProposal(tx, actor, { ...params, ...body }),
    ),
    action(proposals.giveUpProposal, (tx, actor, { params, body }) =>
      giveUpProposal(tx, actor, { ...params, ...body }),
    ),
  ];
}
