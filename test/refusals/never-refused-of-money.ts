/** Codes that calls about bills, bill runs and payments never refuse with (never-refused.ts). */
import { NEVER_REFUSED_OF_CHEQUES } from './never-refused-of-cheques.ts';
import { NEVER_REFUSED_OF_EMPTY_HOUSES } from './never-refused-of-empty-houses.ts';
import type { NeverRefused } from './reachable-refusals.ts';

const BANK =
  / billing\/(gateway\/(callback|\{gateway\}\/call|return\/\{back\}\/\{payment\})|payment\/give-up)$/;

export const NEVER_REFUSED_OF_MONEY: readonly NeverRefused[] = [
  ...NEVER_REFUSED_OF_CHEQUES,
  ...NEVER_REFUSED_OF_EMPTY_HOUSES,
  {
    code: 'payment_plans.second_person',
    through: 'src/domains/billing/payment-plans/actions/propose-plan.ts proposePlan',
    why: 'A plan that is only proposed has nobody yet who agreed to it.',
  },
  ...['credit-leak.ts creditLeak', 'refuse-leak.ts refuseLeak'].map((through) => ({
    code: 'leaks.second_person',
    through: `src/domains/billing/leaks/actions/${through}`,
    why: 'A leak that is decided by one person has nobody yet who approved it.',
  })),
  {
    code: 'billing.correction_waits',
    through: 'src/domains/billing/leaks/actions/credit-leak.ts post',
    why: 'Its correction is done when it is written, and does not wait.',
  },
  {
    code: 'billing.correction_second_person',
    through: 'src/domains/billing/leaks/actions/credit-leak.ts post',
    why: 'The leak, which was written before it, has refused who decided it.',
  },
  {
    code: /^categories\.(day_billed|second_person)$/,
    through: 'src/domains/billing/categories/actions/decide-category.ts move',
    calls: / billing\/category-change\/\{id\}\/(refuse|withdraw)$/,
    why: 'The database asks both of an approval only.',
  },
  ...['leaks/actions/open-leak.ts openLeak', 'disputes/actions/open-dispute.ts openDispute'].map(
    (through) => ({
      code: /^(leaks|disputes)\.asked_often$/,
      through: `src/domains/billing/${through}`,
      calls: / billing\/invoice\/(leak|dispute)\/for-household$/,
      why: 'Only requests that a household makes itself are limited.',
    }),
  ),
  {
    code: 'categories.day_billed',
    through: 'src/domains/billing/categories/actions/check-category-end.ts checkCategoryEnd',
    why: 'The database asks it of an approval only; a look at the end changes no state.',
  },
  {
    code: 'applications.part_too_small',
    through: 'src/domains/applications/demand-note/actions/settle-demand-note.ts ensureNoteTakes',
    calls: BANK,
    why: 'What a note does not take of a bank is owed back (settleOrOweBack): no refusal leaves the call.',
  },
  {
    code: 'payments.not_due',
    through: 'src/domains/payments/actions/settle-payments.ts spread',
    calls: BANK,
    why: 'What taken-over bills do not take of a bank is owed back (settleOrOweBack): no refusal leaves the call.',
  },
  ...[
    ...['payments/gateway/open-order.ts openOrder', 'payments/queries.ts lockPayment'],
    ...['payments/queries.ts getPayment', 'payments/payment-target.ts orderTarget'],
    ...['work-orders/lock-order.ts lockOrder', 'work-orders/lock-order.ts beginStep'],
  ].map((through) => ({
    code: /^common\.not_(found|permitted)$/,
    through: `src/domains/${through}`,
    calls: / main\/payment\/link\/pay$/,
    why: 'The program pays for the order of the link, which stays; the payment was just started.',
  })),
  ...['postJournal', 'postJournals', 'reverseJournal', 'reverseJournals'].map((name) => ({
    code: 'ledger.day_closed',
    through: `src/domains/ledger/actions/post-journal.ts ${name}`,
    calls: / billing\/(bill-run|invoice|leak)/,
    why: 'The journals of bills and of their corrections have no entry of money at the counter.',
  })),
  {
    code: /^ledger\.(period|day)_closed$/,
    through: 'src/domains/ledger/actions/post-journal.ts reverseJournals',
    calls: BANK,
    why: 'A late surcharge or a rebate that is taken back is reversed today, in a month that is not over, and has no entry of the counter.',
  },
  ...['wallet/withdrawals/queries.ts getWithdrawal', 'payments/payment-target.ts walletTarget'].map(
    (through) => ({
      code: 'common.not_found',
      through: `src/domains/${through}`,
      calls: / wallet\/withdraw\/amount\/client$/,
      why: 'It is the own wallet, and the call answers with what it has just written.',
    }),
  ),
  {
    code: 'payments.paid_too_early',
    through: 'src/domains/payments/actions/take-counter-money.ts insertPaid',
    calls: / wallet\/account\/recharge$/,
    why: 'A wallet has no first day: only the days that may be earlier bound its money.',
  },
  {
    code: 'ledger.day_closed',
    through: 'src/domains/ledger/actions/post-journal.ts postJournal',
    calls: / wallet\/(withdraw\/(amount\/client|take-back|decide)|account\/withdraw)$/,
    why: 'What is held and what goes back has no entry of money at the counter.',
  },
  {
    code: 'ledger.period_closed',
    through: 'src/domains/ledger/actions/post-journal.ts postJournal',
    calls: / wallet\/withdraw\/(take-back|decide)$/,
    why: 'What is held goes back on the first open day.',
  },
  {
    code: 'ledger.period_closed',
    through: 'src/domains/ledger/actions/post-journal.ts postJournal',
    calls: / wallet\/(withdraw\/amount\/client|account\/withdraw)$/,
    why: 'It is held today, and a month is closed only when it is over.',
  },
  ...[
    ['payments/proposals/actions/propose-money.ts proposeBackdated', 'payments.paid_too_early'],
    ['payments/refuse-unasked.ts refuseUnasked', /^payments\./],
    ['payments/payment-target.ts refuseAboveTaken', /^payments\./],
    ['payments/payment-target.ts connectionTarget', /^(payments|meters)\./],
    ['payments/payment-target.ts noteTarget', 'applications.note_cancelled'],
  ].map(([through, code]) => ({
    code: code as string | RegExp,
    through: `src/domains/${through}`,
    calls: / wallet\/recharge\/propose$/,
    why: 'It is asked of connections and demand notes. A wallet has neither bills nor a first day.',
  })),
  {
    code: /^ledger\.(period|day)_closed$/,
    through: 'src/domains/ledger/actions/post-journal.ts postJournal',
    calls: / wallet\/withdraw\/return\/decide$/,
    why: 'It comes back today, in a month that is not over, and has no entry of money at the counter.',
  },
  {
    code: 'wallet.return_asker',
    through: 'src/domains/wallet/withdrawals/actions/return-withdrawal.ts askReturn',
    why: 'What was just asked for has nobody who agreed: the constraint is about the decision.',
  },
  {
    code: 'wallet.withdrawal_approver',
    through: 'src/domains/wallet/withdrawals/actions/end-withdrawal.ts decideWithdrawal',
    why: 'What is decided has nobody who paid it: the constraint is about the payment.',
  },
  {
    code: 'billing.tariff_day_billed',
    through: 'src/domains/billing/tariffs/actions/move-tariff.ts move',
    calls: /bill-run\/\{id\}\/post$/,
    why: 'The trigger lets the version of a correction run that posts through, and the run was just moved to posting.',
  },
  {
    code: 'billing.reversal_second_person',
    through: 'src/domains/billing/bill-run/actions/reverse-run.ts reverseRun',
    why: 'What needs a second person has no decider yet, and what one person does alone needs none.',
  },
  {
    code: 'billing.run_state',
    through: 'src/domains/billing/bill-run/actions/lock-run.ts moveRun',
    calls: /reverse\/decide$/,
    why: 'A run whose reversal waits is posted: only a reversal moves a posted run, and of one run only one waits or is done.',
  },
  ...[
    'src/domains/meters/actions/mark-billed.ts unmarkAllBilled',
    'src/domains/meters/actions/mark-billed.ts unmarkBilled',
    'src/domains/meters/readings/actions/reopen-readings.ts reopenFrom',
  ].map((through) => ({
    code: 'meters.last_of_closed',
    through,
    calls: / billing\/(bill-run|invoice)/,
    why: 'It opens the reading or leaves it approved; only one that is taken out, or is to be read again, is refused.',
  })),
  {
    code: 'meters.reading_in_posting',
    through: 'src/domains/meters/actions/mark-billed.ts unmarkBilled',
    why: 'It changes billed readings only; the trigger looks at those that are approved.',
  },
  {
    code: 'meters.later_reading_billed',
    through: 'src/domains/meters/readings/actions/reopen-readings.ts reopenFrom',
    calls: /bill-run\/\{id\}\/reverse/,
    why: 'A later billed reading has its bill, which is an obstacle of the reversal and was looked for before, under the same lock.',
  },
  ...[
    'src/domains/billing/corrections/actions/adjust-invoice.ts adjustMeterReading',
    'src/domains/billing/corrections/actions/cancel-invoice.ts cancelInvoice',
  ].map((through) => ({
    code: 'billing.correction_second_person',
    through,
    why: 'What needs a second person has no decider yet, and what one person does alone needs none.',
  })),
  ...[
    'src/domains/meters/readings/actions/correct-billed.ts replace',
    'src/domains/meters/readings/actions/recheck-readings.ts recheck',
  ].map((through) => ({
    code: 'meters.last_of_closed',
    through,
    calls: / billing\/invoice/,
    why: 'Another value takes the place of the reading, or it is measured again; only one that is taken out is refused.',
  })),
  {
    code: 'billing.invoice_is_supplement',
    through: 'src/domains/billing/corrections/actions/lock-bill.ts lockBill',
    calls: /correction\/decide$/,
    why: 'It was looked at when the correction was asked for, and a bill does not become a supplementary one.',
  },
  {
    code: /^billing\.(invoice_without_reading|nothing_to_adjust)$/,
    through: 'src/domains/billing/corrections/actions/adjust-invoice.ts correct',
    calls: /correction\/decide$/,
    why: 'When it was asked for, the bill had a reading with another value; the version, compared before, says that it still has it.',
  },
  {
    code: 'meters.already_read',
    through: 'src/domains/meters/readings/actions/capture-reading.ts writeReading',
    calls: / billing\/invoice/,
    why: 'The only reading of the meter in that month is the one whose place it takes, under the lock of the connection.',
  },
  {
    code: 'meters.beyond_register',
    through: /^src\/domains\/meters\/readings\/actions\/correct-billed\.ts (refuseBeyondRegister|OF_FIGURE)$/,
    calls: /correction\/decide$/,
    why: 'The value was within the register when it was asked for, and a meter keeps its digits.',
  },
  ...[
    'applications/demand-note/actions/settle-demand-note.ts ensureNoteTakes',
    'applications/pipeline/take-step.ts beginStep',
  ].map((through) => ({
    code: /^applications\.(amount_above_balance|note_cancelled|partial_payment)$|^common\.not_(found|permitted)$/,
    through: `src/domains/${through}`,
    calls: BANK,
    why: 'What a demand note refuses of money that a bank has taken is caught (settleNoteLate), and the money is owed back.',
  })),
  ...['steps/actions/settle-charge.ts ensureDue', 'lock-order.ts beginStep'].map((name) => ({
    code: /^work-orders\.charge_whole$|^common\.not_(found|permitted)$/,
    through: `src/domains/work-orders/${name}`,
    calls: BANK,
    why: 'What a work order refuses of money that a bank has taken is caught (settleOrderLate), and the money is owed back.',
  })),
  ...['fee/actions/settle-fee.ts ensureFeeDue', 'lock-request.ts beginStep'].map((name) => ({
    code: /^ownership\.fee_whole$|^common\.not_(found|permitted)$/,
    through: `src/domains/ownership/${name}`,
    calls: BANK,
    why: 'What a request refuses of money that a bank has taken is caught (settleOwnershipFeeLate), and the money is owed back.',
  })),
  ...['openCaseForPayment', 'insertCase'].map((name) => ({
    code: /^payments\.(nothing_refundable|advance_refund_open|refund_open|payment_refund_open)$/,
    through: `src/domains/payments/refunds/actions/open-refund.ts ${name}`,
    calls: BANK,
    why: 'Its journal has just put the money on what is owed back, and it is the first case of a payment that has just come.',
  })),
  {
    code: /^(ownership\.fee_whole|applications\.(amount_above_balance|partial_payment)|work-orders\.charge_whole)$/,
    through: 'src/domains/payments/actions/owe-back.ts OTHER_SUMS',
    calls: BANK,
    why: 'It compares the refusal with these codes, to choose the words; the money goes back.',
  },
  ...['postJournal', 'postJournals'].map((name) => ({
    code: /^ledger\.(day|period)_closed$/,
    through: `src/domains/ledger/actions/post-journal.ts ${name}`,
    calls: BANK,
    why: 'It is no money of the counter, and its day is moved into an open month, which stays open (firstOpenDay).',
  })),
  {
    code: 'payments.alarm_has_money',
    through: 'src/domains/payments/bank-files/actions/raise-differences.ts refreshFileAlarms',
    calls: / billing\/bank-files\//,
    why: 'The rows of a file end an alarm as come right; only ending one with a remark is refused.',
  },
  {
    code: 'payments.alarm_has_money',
    through: 'src/domains/payments/alarms/actions/solve-alarm.ts solve',
    calls: BANK,
    why: "The bank's answer ends an alarm as come right; only ending one with a remark is refused.",
  },
  {
    code: 'payments.second_person',
    through: 'src/domains/payments/actions/reverse-payment.ts reversePayment',
    why: 'What needs a second person has no decider yet, and what one person does alone needs none.',
  },
  {
    code: 'common.not_found',
    through: 'src/domains/ledger/closings/queries.ts getClosing',
    calls: /cash-closings$/,
    why: 'The call answers with the closing that it has just written.',
  },
  {
    code: 'ledger.day_closed',
    through: 'src/domains/ledger/actions/post-journal.ts postJournal',
    calls: /cash-closings$/,
    why: "Under the locks of the day and the drawer no closing of the cashier's day was found.",
  },
  {
    code: 'ledger.day_closed',
    through: 'src/domains/ledger/actions/post-journal.ts postJournal',
    calls: /cash-closings\/\{id\}\/decide$/,
    why: 'The only closing of the day is the one that waits for this decision, and the trigger lets its variance through.',
  },
  {
    code: 'ledger.variance_decider',
    through: 'src/domains/ledger/closings/actions/decide-variance.ts withdrawCount',
    why: 'Who counted takes the count back; the two persons are asked of a decision only.',
  },
  {
    code: 'ledger.reopen_asker',
    through: 'src/domains/ledger/closings/actions/reopen-day.ts askReopen',
    why: 'It names who asks; the day was not opened by anybody yet.',
  },
  {
    code: 'ledger.reopen_asker',
    through: 'src/domains/ledger/closings/actions/reopen-day.ts withdrawReopen',
    why: 'The statement takes back only what its person asked for.',
  },
  ...['refuseReopen', 'withdrawReopen'].map((action) => ({
    code: 'ledger.period_closed',
    through: `src/domains/ledger/closings/actions/reopen-day.ts ${action}`,
    why: 'A request that is refused or taken back moves no money: the trigger lets it end in a closed month.',
  })),
  {
    code: 'meters.access_without_paying',
    through: 'src/domains/payments/payment-target.ts connectionTarget',
    calls: /billing\/proposals\//,
    why: 'Both permissions are for staff only, and staff take money for every connection.',
  },
  {
    code: /^payments\.(nothing_refundable|advance_refund_open|refund_open|payment_refund_open)$/,
    through: /refunds\/actions\/open-refund\.ts (openCaseForPayment|insertCase)$/,
    calls: /proposals\/\{id\}\/decide$/,
    why: 'The case is the first one of a payment that the call has just made, with its money on 2210.',
  },
  {
    code: /^payments\.(advance_refund_open|refund_open|payment_refund_open|refund_asker)$/,
    through: 'src/domains/payments/refunds/actions/take-back-refund.ts returnRefund',
    why: 'It copies the people and the reason of a case that is RETURNED by then; an advance may have a case that follows beside another.',
  },
  {
    code: 'payments.refund_asker',
    through: /refunds\/actions\/(pay-refund\.ts payRefund|take-back-refund\.ts setState)$/,
    why: 'Another person has decided before: what is paid, withdrawn or returned was approved.',
  },
  ...[
    [
      'refunds/actions/give-up-refund.ts giveUpRefund',
      /^payments\.(refund_approver|refund_asker|paid_before_decision)$/,
    ],
    ['reversals/actions/give-up-reversal.ts giveUpReversal', 'payments.second_person'],
    ['proposals/actions/decide-proposal.ts giveUpProposal', 'payments.proposal_asker'],
  ].map(([through, code]) => ({
    code: code as string | RegExp,
    through: `src/domains/payments/${through}`,
    why: 'Its statement finds only what waits and was asked for by the same person; nothing was paid yet.',
  })),
  {
    code: 'payments.alarm_has_money',
    through: 'src/domains/payments/alarms/actions/solve-alarm.ts solve',
    calls: /proposals\/\{id\}\/decide$/,
    why: 'What two people decided may end an alarm about money; only ending one with a remark is refused.',
  },
  ...['createTariff', 'editTariff'].map((name) => ({
    code: /^billing\.tariff_(day_billed|second_person)$/,
    through: `src/domains/billing/tariffs/actions/write-tariff.ts ${name}`,
    why: 'It writes a draft: only an approval is of a day, and has an approver.',
  })),
  {
    code: 'billing.tariff_day_billed',
    through: 'src/domains/billing/tariffs/actions/move-tariff.ts move',
    calls: /tariff\/\{id\}\/(submit|withdraw)$/,
    why: 'Only an approval is of a day.',
  },
  {
    code: /^billing\.tariff_(blocks_broken|day_billed)$/,
    through: 'src/domains/billing/settings/apply-vat.ts draftVatVersions',
    why: 'It writes drafts, with the blocks of versions that are approved.',
  },
  {
    code: 'billing.tariff_category_unknown',
    through: 'src/domains/billing/settings/actions/change-vat.ts check',
    calls: /vat\/\{id\}\/approve$/,
    why: 'They existed when it was planned, and no call deletes a category.',
  },
  {
    code: 'billing.tariff_second_person',
    through: 'src/domains/billing/settings/apply-vat.ts applyVat',
    why: 'The author of the copies is who planned the change, whom settings.dated_second_person refused before.',
  },
  {
    code: 'billing.tariff_day_billed',
    through: 'src/domains/billing/settings/apply-vat.ts applyVat',
    why: 'The first day was compared with what is billed, under the lock that posting shares.',
  },
  ...(['sector', 'road'] as const).map((place) => ({
    code: `billing.print_unknown_${place}`,
    through: `src/domains/settings/places/actions/edit-${place}s.ts delete${place === 'sector' ? 'Sector' : 'Road'}`,
    why: 'What is printed are bills of connections, and a place that has connections is refused before.',
  })),
];
