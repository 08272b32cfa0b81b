/** The acts that need two people: the steps that different people take, and what the audit log says of each. */
import * as runs from '#domains/billing/bill-run/contract.ts';
import * as categories from '#domains/billing/categories/contract.ts';
import * as correctionRuns from '#domains/billing/correction-run/contract.ts';
import * as corrections from '#domains/billing/corrections/contract.ts';
import * as emptyHouses from '#domains/billing/empty-houses/contract.ts';
import * as leaks from '#domains/billing/leaks/contract.ts';
import * as plans from '#domains/billing/payment-plans/contract.ts';
import * as billingSettings from '#domains/billing/settings/contract.ts';
import * as tariffs from '#domains/billing/tariffs/contract.ts';
import * as closings from '#domains/ledger/closings/contract.ts';
import * as meterChanges from '#domains/meters/changes/contract.ts';
import * as meterStore from '#domains/meters/store/contract.ts';
import * as ownership from '#domains/ownership/steps/contract.ts';
import * as alarms from '#domains/payments/alarms/contract.ts';
import * as cheques from '#domains/payments/cheques/contract.ts';
import * as payments from '#domains/payments/contract.ts';
import * as proposals from '#domains/payments/proposals/contract.ts';
import * as refunds from '#domains/payments/refunds/contract.ts';
import * as paymentSettings from '#domains/payments/settings/contract.ts';
import * as changes from '#domains/settings/changes/contract.ts';
import * as withdrawals from '#domains/wallet/withdrawals/contract.ts';
import * as workOrders from '#domains/work-orders/steps/contract.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import type { Permission } from '#shared/permissions.ts';
import type { AuditWord } from '#shared/words.ts';

/** A step: the call that takes it, or its word if the call asks for one of several. */
export type Step = Endpoint | Permission;
type Act = { words: ActWords; constraint: string; steps: readonly Step[] };

/** What the audit log says of an act: while it is only asked for, when it is done (alone or by the second person), and when it is refused. */
export type ActWords = { asked: AuditWord[]; done: AuditWord[]; refused: AuditWord[] };
const wordsOf = (asked: AuditWord[], done: AuditWord[], refused: AuditWord[]): ActWords => ({
  asked,
  done,
  refused,
});

/** Each act with the steps that different people take. */
export const ACTS = {
  'survey of an application': {
    words: wordsOf(['application.survey'], ['application.approve-survey'], ['application.return-survey']),
    constraint: 'surveys_two_persons',
    steps: ['applications:survey', 'applications:approve-survey'],
  },
  'installation of a meter': {
    words: wordsOf(['application.install'], ['application.confirm-install'], []),
    constraint: 'installations_two_persons',
    steps: ['applications:install', 'applications:confirm-install'],
  },
  'change of an owner': {
    words: wordsOf(['ownership.verify'], ['ownership.accept'], ['ownership.reject']),
    constraint: 'requests_two_persons',
    steps: [ownership.verifyPapers, ownership.acceptChange],
  },
  'work that somebody did': {
    words: wordsOf(['work-order.complete'], ['work-order.verify'], ['work-order.reopen']),
    constraint: 'orders_two_persons',
    steps: [workOrders.completeOrder, workOrders.verifyOrder],
  },
  'change of a meter': {
    words: wordsOf(
      ['meter.ask-change', 'meter.resend-change'],
      ['meter.accept-change'],
      ['meter.refuse-change', 'meter.return-change'],
    ),
    constraint: 'change_requests_two_persons',
    steps: [meterChanges.askChange, meterChanges.acceptChange],
  },
  'category of a connection': {
    words: wordsOf(['category-change.propose'], ['category-change.approve'], ['category-change.refuse']),
    constraint: 'category_changes_two_persons',
    steps: [categories.proposeCategory, categories.approveCategory],
  },
  'empty house': {
    words: wordsOf(['empty-house.note'], ['empty-house.approve'], ['empty-house.refuse']),
    constraint: 'empty_houses_two_persons',
    steps: [emptyHouses.noteEmptyHouse, emptyHouses.approveEmptyHouse],
  },
  'register of the first day of an empty house': {
    words: wordsOf(['empty-house.note'], ['empty-house.start'], []),
    constraint: 'empty_houses_start_two_persons',
    steps: [emptyHouses.noteEmptyHouse, emptyHouses.noteEmptyStart],
  },
  'register of the return to an empty house': {
    words: wordsOf(['empty-house.note'], ['empty-house.return'], []),
    constraint: 'empty_houses_return_two_persons',
    steps: [emptyHouses.noteEmptyHouse, emptyHouses.noteEmptyReturn],
  },
  'payment plan above the limit': {
    words: wordsOf(['payment-plan.propose'], ['payment-plan.approve'], ['payment-plan.refuse']),
    constraint: 'payment_plans_two_persons',
    steps: [plans.proposePlan, plans.decidePlan],
  },
  'credit of a leak above the limit': {
    words: wordsOf(['leak.propose'], ['leak.credit', 'leak.approve'], ['leak.return']),
    constraint: 'leaks_two_persons',
    steps: [leaks.creditLeak, leaks.approveLeak],
  },
  'end of a meter that is worth something': {
    words: wordsOf(['meter.ask-scrap'], ['meter.scrap'], ['meter.refuse-scrap']),
    constraint: 'scraps_two_persons',
    steps: [meterStore.scrapMeter, meterStore.decideScrap],
  },
  'flagged reading': {
    words: wordsOf(['reading.edit'], ['reading.approve'], ['reading.reread']),
    constraint: 'readings_two_approvers',
    steps: ['readings:review', 'readings:review'],
  },
  'reading that replaces another person’s': {
    words: wordsOf(['reading.capture'], ['reading.approve'], ['reading.reread']),
    constraint: 'readings_replacer_two_persons',
    steps: ['readings:create', 'readings:review'],
  },
  'cheque that the bank sent back': {
    words: wordsOf(['payment.make'], ['cheque.dishonour'], []),
    constraint: 'cheques_two_persons',
    steps: ['payments:take', cheques.dishonourCheque],
  },
  'limits of payments': {
    words: wordsOf(['settings.ask-change'], ['settings.update'], ['settings.refuse-change']),
    constraint: 'entry_changes_two_persons',
    steps: [paymentSettings.updatePaymentSettings, changes.decideLimitChange],
  },
  'limits of corrections': {
    words: wordsOf(['settings.ask-change'], ['settings.update'], ['settings.refuse-change']),
    constraint: 'entry_changes_two_persons',
    steps: [billingSettings.updateBillingLimits, changes.decideLimitChange],
  },
  'bill run': {
    words: wordsOf(['bill-run.plan'], ['bill-run.approve'], ['bill-run.give-up', 'bill-run.refuse']),
    constraint: 'bill_runs_two_persons',
    steps: [runs.planRun, runs.approveRun],
  },
  'correction run': {
    words: wordsOf(
      ['bill-run.plan-correction'],
      ['bill-run.approve'],
      ['bill-run.give-up', 'bill-run.refuse'],
    ),
    constraint: 'bill_runs_two_persons',
    steps: [correctionRuns.planCorrection, runs.approveRun],
  },
  'tariff of a correction run': {
    words: wordsOf(['tariff.submit'], ['tariff.approve'], ['tariff.withdraw']),
    constraint: 'tariff_versions_second_person',
    steps: [tariffs.submitTariff, 'tariffs:approve'],
  },
  'bill run reversed as a whole': {
    words: wordsOf(
      ['bill-run.ask-reversal'],
      ['bill-run.reverse', 'bill-run.approve-reversal'],
      ['bill-run.refuse-reversal', 'bill-run.withdraw-reversal'],
    ),
    constraint: 'bill_run_reversals_two_persons',
    steps: [runs.reverseRun, runs.decideReversal],
  },
  tariff: {
    words: wordsOf(['tariff.submit'], ['tariff.approve'], ['tariff.withdraw']),
    constraint: 'tariff_versions_second_person',
    steps: [tariffs.submitTariff, tariffs.approveTariff],
  },
  VAT: {
    words: wordsOf(['vat.plan'], ['vat.approve'], ['vat.withdraw']),
    constraint: 'dated_entries_second_person',
    steps: [billingSettings.planVat, billingSettings.approveVat],
  },
  'cancelled bill': {
    words: wordsOf(
      ['invoice.ask-cancellation'],
      ['invoice.cancel', 'invoice.approve-correction'],
      ['invoice.refuse-correction', 'invoice.withdraw-correction'],
    ),
    constraint: 'corrections_two_persons',
    steps: [corrections.cancelInvoice, 'invoices:cancel'],
  },
  'adjusted bill': {
    words: wordsOf(
      ['invoice.ask-adjustment'],
      ['invoice.adjust', 'invoice.approve-correction'],
      ['invoice.refuse-correction', 'invoice.withdraw-correction'],
    ),
    constraint: 'corrections_two_persons',
    steps: [corrections.adjustMeterReading, 'invoices:adjust'],
  },
  'reversed payment': {
    words: wordsOf(
      ['payment.ask-reversal'],
      ['payment.reverse', 'payment.approve-reversal'],
      ['payment.refuse-reversal'],
    ),
    constraint: 'reversals_two_persons',
    steps: [payments.reversePayment, payments.decideReversal],
  },
  'approved refund': {
    words: wordsOf(['refund.open'], ['refund.approve'], ['refund.refuse']),
    constraint: 'refunds_two_persons',
    steps: [refunds.openRefund, refunds.decideRefund],
  },
  'refund that who asked for it does not pay': {
    words: wordsOf(['refund.open'], ['refund.pay'], ['refund.withdraw', 'refund.refuse']),
    constraint: 'refunds_asker_payer_check',
    steps: [refunds.openRefund, refunds.payRefund],
  },
  'paid refund': {
    words: wordsOf(['refund.approve'], ['refund.pay'], ['refund.withdraw']),
    constraint: 'refunds_payer_check',
    steps: [refunds.decideRefund, refunds.payRefund],
  },
  'approved withdrawal from a wallet': {
    words: wordsOf(
      ['wallet.ask-withdrawal', 'wallet.confirm-withdrawal'],
      ['wallet.approve-withdrawal'],
      ['wallet.refuse-withdrawal'],
    ),
    constraint: 'withdrawals_two_persons',
    steps: [withdrawals.withdrawForConsumer, withdrawals.decideWithdrawal],
  },
  'withdrawal that who asked for it does not pay': {
    words: wordsOf(['wallet.ask-withdrawal'], ['wallet.pay-withdrawal'], ['wallet.refuse-withdrawal']),
    constraint: 'withdrawals_asker_payer_check',
    steps: [withdrawals.withdrawForConsumer, withdrawals.payWithdrawal],
  },
  'paid withdrawal': {
    words: wordsOf(['wallet.approve-withdrawal'], ['wallet.pay-withdrawal'], ['wallet.refuse-withdrawal']),
    constraint: 'withdrawals_payer_check',
    steps: [withdrawals.decideWithdrawal, withdrawals.payWithdrawal],
  },
  'withdrawal that the bank sent back': {
    words: wordsOf(['wallet.ask-return'], ['wallet.return'], ['wallet.refuse-return']),
    constraint: 'withdrawals_return_two_persons',
    steps: [withdrawals.askReturn, withdrawals.decideReturn],
  },
  'money of an alarm': {
    words: wordsOf(['alarm.propose'], ['alarm.solve', 'proposal.accept'], ['proposal.refuse']),
    constraint: 'proposals_two_persons',
    steps: [alarms.proposeForAlarm, proposals.decideProposal],
  },
  'approved refund withdrawn': {
    words: wordsOf(['refund.ask-withdrawal'], ['refund.withdraw', 'proposal.accept'], ['proposal.refuse']),
    constraint: 'proposals_two_persons',
    steps: [refunds.askWithdrawal, proposals.decideProposal],
  },
  'refund that came back from the bank': {
    words: wordsOf(['refund.ask-return'], ['refund.return', 'proposal.accept'], ['proposal.refuse']),
    constraint: 'proposals_two_persons',
    steps: [refunds.askReturn, proposals.decideProposal],
  },
  'counter money of a day long ago': {
    words: wordsOf(['payment.propose'], ['payment.make', 'proposal.accept'], ['proposal.refuse']),
    constraint: 'proposals_two_persons',
    steps: ['payments:take', proposals.decideProposal],
  },
  'cash variance above the limit': {
    words: wordsOf(
      ['cash-closing.count'],
      ['cash-closing.close', 'cash-closing.accept-variance'],
      ['cash-closing.refuse-variance'],
    ),
    constraint: 'cash_closings_variance_two_persons',
    steps: [closings.closeCash, closings.decideVariance],
  },
  'closed day opened again': {
    words: wordsOf(['cash-closing.ask-reopen'], ['cash-closing.reopen'], ['cash-closing.refuse-reopen']),
    constraint: 'cash_closings_two_persons',
    steps: [closings.askReopen, closings.reopenCash],
  },
} satisfies Record<string, Act>;
