/** The same for what households ask for: applications, repairs, tickets; and for requests that wait for a second person. */
import type { NeverRefused } from './reachable-refusals.ts';

export const NEVER_REFUSED_OF_REQUESTS: readonly NeverRefused[] = [
  {
    code: 'applications.approved_already',
    through: 'src/domains/applications/noc/approved-parts.ts refuseIfApproved',
    calls: /application_plumber\/update$/,
    why: 'An approval is not about the plumber.',
  },
  {
    code: 'applications.commented_too_often',
    through: 'src/domains/applications/intake/household-limits.ts refuseManyComments',
    calls: /quick\/application\/create$/,
    why: 'A draft that is made now has no comment yet.',
  },
  {
    code: 'meters.visit_exists',
    through: 'src/domains/meters/visits/actions/note-visit.ts noteVisit',
    calls: /(own-reading|reading\/update|connection\/close(-unmetered)?|change_ownership_request\/accept)$/,
    why: 'Only a phone at the meter sends a visit: the call that captures a reading, and the one that says why there is none.',
  },
  {
    code: 'work-orders.asked_too_often',
    through: 'src/domains/work-orders/steps/actions/create-order.ts refuseMany',
    calls: /support_ticket\/work_order\/create$/,
    why: 'The limit is that of a household; only staff make an order of a ticket.',
  },
  {
    code: 'meters.already_read',
    through: 'src/domains/meters/estimates/actions/create-estimates.ts createEstimates',
    why: 'The gate is closed, and only connections without a reading of the month are estimated.',
  },
  {
    code: 'meters.handed_over_reading',
    through: 'src/domains/meters/estimates/actions/create-estimates.ts createEstimates',
    why: 'It takes a reading and corrects none.',
  },
  {
    code: /^meters\.(unknown_meter|not_installed|before_installation|after_removal|reading_in_future|month_after_reading)$/,
    through: 'src/domains/meters/readings/refuse-reading.ts REFUSALS',
    calls: /meter\/own-reading$/,
    why: 'The meter is the one that is at the connection since before today, under its lock; the day is today, and the month that of the window.',
  },
  {
    code: 'meters.last_of_closed',
    through: 'src/domains/meters/own/actions/send-own.ts sendOwnReading',
    why: 'Nobody sends the figure of a connection that is closed: it is not found, under its lock.',
  },
  {
    code: 'meters.handed_over_reading',
    through: 'src/domains/meters/readings/actions/capture-reading.ts writeReading',
    calls: /meter\/own-reading$/,
    why: 'It takes a reading and corrects none.',
  },
  {
    code: /^meters\.(already_read|handed_over_reading|last_of_closed)$/,
    through: 'src/domains/meters/estimates/actions/make-again.ts makeAgain',
    why: 'Each estimate gave its month free in the statement before, and none is the last reading of a connection that is closed or was handed over: that one is real.',
  },
  {
    code: 'billing.reversal_second_person',
    through: 'src/domains/billing/bill-run/actions/reverse-run.ts withdrawReversal',
    why: 'The statement takes back only what its person asked for.',
  },
  {
    code: 'billing.correction_second_person',
    through: 'src/domains/billing/corrections/actions/decide-correction.ts withdrawCorrection',
    why: 'The statement takes back only what its person asked for.',
  },
  {
    code: 'payments.return_reference_taken',
    through: 'src/domains/payments/bank-files/actions/post-bank-file.ts askBankPosting',
    why: 'It is about refunds that came back: the index knows no other kind of proposal.',
  },
  {
    code: 'payments.return_reference_taken',
    through: 'src/domains/payments/proposals/actions/propose-money.ts proposeForAlarm',
    why: 'It is about refunds that came back: the index knows no other kind of proposal.',
  },
  {
    code: 'payments.return_reference_taken',
    through: 'src/domains/payments/refunds/actions/take-back-refund.ts ask',
    calls: /refund\/withdraw$/,
    why: 'A refund that is withdrawn names no line of the bank.',
  },
  {
    code: /^wallet\.return_(reference_taken|asker)$/,
    through: 'src/domains/wallet/withdrawals/actions/return-withdrawal.ts forgetReport',
    why: 'It takes the line and the people out.',
  },
  {
    code: 'payments.alarm_has_money',
    through: 'src/domains/payments/bank-files/actions/raise-differences.ts endFileAlarms',
    why: 'A reversal ends an alarm as come right; only ending one with a remark is refused.',
  },
];
