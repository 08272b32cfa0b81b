/**
 * Codes that the source of a call mentions and the call never refuses with: something before always answers, or the row cannot
 * be so. Each with its reason. One that is reached no more fails the test.
 */

import { NEVER_REFUSED_OF_MONEY } from './never-refused-of-money.ts';
import { NEVER_REFUSED_OF_REQUESTS } from './never-refused-of-requests.ts';
import { NEVER_REFUSED_OF_TICKETS } from './never-refused-of-tickets.ts';
import type { NeverRefused } from './reachable-refusals.ts';

const JUST_WRITTEN = 'The call answers with the record that it has just written.';
const OWN_ACCOUNT = 'It is the account of who signs in or is signed in, and accounts stay.';

export const NEVER_REFUSED: readonly NeverRefused[] = [
  {
    code: 'common.stale_version',
    through: 'src/domains/bulk/look.ts lookAt',
    why: 'The call answers for each record whether it can be done: the code is in its answer.',
  },
  {
    code: /^common\.(not_found|stale_version)$/,
    through: 'src/domains/bulk/actions/start-job.ts whyLeftOut',
    why: 'The reason why a record was left out is kept with the job: the code is in its answer.',
  },
  {
    code: 'common.not_found',
    through: 'src/domains/applications/pipeline/load-facts.ts lockFacts',
    calls: /quick\/application\/create$/,
    why: JUST_WRITTEN,
  },
  {
    code: 'common.not_found',
    through: 'src/domains/bulk/queries.ts findJob',
    calls: /bulk\/start$/,
    why: JUST_WRITTEN,
  },
  {
    code: 'applications.remark_required',
    through: 'src/domains/applications/pipeline/take-step.ts beginStep',
    why: 'The form of the call wants the remark that its action needs; the two calls that choose the action list the code.',
  },
  {
    code: 'common.stale_version',
    through: 'src/domains/applications/pipeline/take-step.ts beginStep',
    why: 'The call sends no version.',
  },
  {
    code: 'common.stale_version',
    through: 'src/domains/ownership/lock-request.ts beginStep',
    why: 'The call sends no version.',
  },
  {
    code: 'common.stale_version',
    through: 'src/domains/work-orders/lock-order.ts beginStep',
    why: 'The call sends no version.',
  },
  ...NEVER_REFUSED_OF_TICKETS,
  {
    code: 'meters.handed_over_reading',
    through: 'src/domains/meters/readings/actions/capture-reading.ts writeReading',
    calls: /main\/(meter\/reading\/create|connection\/|application\/)/,
    why: 'It takes a reading and corrects none.',
  },
  {
    code: 'meters.handed_over_reading',
    through: 'src/domains/meters/imports/actions/commit-import.ts commitImport',
    why: 'A file takes readings and corrects none.',
  },
  {
    code: 'meters.handed_over',
    through: /closure\/actions\/close-connection\.ts /,
    why: 'A connection is closed; only one that is opened again is refused.',
  },
  {
    code: 'meters.handed_over',
    through: 'src/domains/meters/closure/actions/reopen-connection.ts asBefore',
    why: 'A connection that has a successor is not found by its meter.',
  },
  {
    code: /^meters\.(not_installed|reading_in_future|unknown_meter|after_removal|month_after_reading|closing_in_future)$/,
    through: /(close-connection|capture-reading|refuse-reading)\.ts /,
    calls: /change_ownership_request\/accept$/,
    why: 'The meter is the one that is at the connection, under its lock, and the day was not in the future when it was noted.',
  },
  {
    code: /^meters\.(month_after_reading|unknown_meter|not_installed|before_installation|after_removal|reading_in_future|later_reading_exists|connection_has_meter)$/,
    through: /(refuse-reading|refuse-hand-over)\.ts /,
    calls: /change_ownership_request\/reading$/,
    why: 'The meter is the one that is at the connection, the month is that of the day, and a day before the last reading or the installation, or no figure, is refused before.',
  },
  {
    code: 'ownership.code_wait',
    through: 'src/domains/ownership/steps/actions/send-codes.ts sendConsentCode',
    calls: /change_ownership_request$/,
    why: 'A request that is made now has had no code yet.',
  },
  {
    code: /^(ownership|meters)\./,
    through: /(blocked-steps|ready-to-accept|new-owner|refuse-hand-over|refuse-reading)\.ts /,
    calls: /change_ownership_request\/detail$/,
    why: 'The page tells what the step would refuse, as a part of its answer.',
  },
  {
    code: 'consumers.born_in_future',
    through: 'src/domains/consumers/actions/register-consumer.ts createConsumer',
    calls: /change_ownership_request\/accept$|main\/application\/create$/,
    why: 'A request says no day of birth; that of an application is refused at its field before.',
  },
  {
    code: 'identity.unknown_role',
    through: 'src/domains/identity/users/actions/require-role.ts requireRole',
    why: 'The role is that of a staff account that was found by it.',
  },
  { code: 'common.not_found', through: 'src/domains/identity/queries.ts getProfile', why: OWN_ACCOUNT },
  {
    code: 'common.not_found',
    through: 'src/domains/roles/queries.ts getRole',
    calls: / social\/user\//,
    why: OWN_ACCOUNT,
  },
  {
    code: 'common.not_found',
    through: 'src/platform/files/files.ts findFile',
    calls: / social\/user\/profile$/,
    why: 'A foreign key keeps the picture that an account names.',
  },
  ...[
    'src/domains/identity/users/queries.ts getStoredUser',
    'src/domains/identity/preferences/queries.ts getView',
    'src/domains/settings/dated/queries.ts getDated',
    'src/domains/settings/materials/queries.ts getMaterial',
    'src/domains/settings/places/queries.ts getDma',
    'src/domains/settings/places/queries.ts getSector',
    'src/domains/settings/senders/queries.ts getSender',
    'src/domains/billing/tariffs/queries.ts getTariff',
    'src/domains/meters/readings/queries.ts getReading',
  ].map((through) => ({ code: 'common.not_found', through, why: JUST_WRITTEN })),
  {
    code: 'common.not_found',
    through: 'src/domains/consumers/queries.ts getConsumer',
    calls: /consumer\/create$/,
    why: JUST_WRITTEN,
  },
  {
    code: 'common.not_found',
    through: 'src/domains/meters/imports/queries.ts getImport',
    calls: /reading\/import$/,
    why: JUST_WRITTEN,
  },
  {
    code: 'common.not_found',
    through: 'src/domains/consumers/imports/queries.ts getImport',
    calls: /consumer\/import$/,
    why: JUST_WRITTEN,
  },
  {
    code: 'common.not_found',
    through: 'src/platform/files/files.ts keepFile',
    calls: /(reading|consumer)\/import$/,
    why: 'The call itself has just stored the file.',
  },
  ...['platform/imports/open-csv.ts openCsv', 'platform/imports/csv-rows.ts csvRows'].map((through) => ({
    code: /^imports\.not_(a_table|utf8)$/,
    through: `src/${through}`,
    calls: /(reading|consumer)\/import/,
    why: 'A file that is kept was read when it came: text that is not UTF-8, or that has a zero byte, is none that is kept.',
  })),
  {
    code: /^(imports\.|files\.)/,
    through: /^src\/platform\/(imports|files)\//,
    calls: /GET main\/meter\/reading\/import\/|import\/\{id\}\/commit$/,
    why: 'The same part of the same file was read before: at the upload, or by the check.',
  },
  {
    code: /^(imports\.(empty|unreadable_workbook)|files\.)/,
    through: /^src\/platform\/(imports|files)\//,
    calls: /reading\/import\/\{id\}\/check$/,
    why: 'The upload looked at the start of the file, and whether a workbook is whole.',
  },
  {
    code: /^meters\.import_(column_missing|empty)$/,
    through: /^src\/domains\/meters\/imports\//,
    calls: /import\/\{id\}\/commit$/,
    why: 'The check has read the same file with the same columns.',
  },
  {
    code: 'meters.already_read',
    through: 'src/domains/meters/imports/actions/commit-import.ts commitImport',
    why: 'The gate is closed, so nobody takes a reading; rows whose meter was read after the check are given their verdict again.',
  },
  {
    code: 'applications.unknown_material',
    through: 'src/domains/applications/survey/actions/save-survey.ts copySurvey',
    calls: /application\/update\/state$/,
    why: 'The survey that is copied names the materials, and a foreign key keeps them.',
  },
  {
    code: 'applications.plot_has_other',
    through: 'src/domains/applications/intake/actions/ensure-plot-free.ts ensurePlotFree',
    calls: /application\/update\/state$/,
    why: 'A household opens nothing again.',
  },
  {
    code: /^applications\.plot_(taken|has_other)$/,
    through: 'src/domains/applications/intake/actions/ensure-plot-free.ts ensurePlotFree',
    calls: /application_(applicant|owner|plumber)\/update$/,
    why: 'Only the building has a plot.',
  },
  {
    code: 'common.not_found',
    through: 'src/domains/consumers/queries.ts getConsumer',
    calls: /consumer\/claim(\/agree)?$/,
    why: 'The entry was found before, and no entry is deleted that has an account.',
  },
  {
    code: 'common.not_found',
    through: 'src/platform/files/files.ts deleteFile',
    calls: /file-upload$/,
    why: 'The call itself has just stored the file.',
  },
  {
    code: /^meters\.(after_removal|month_after_reading)$/,
    through: 'src/domains/meters/readings/refuse-reading.ts REFUSALS',
    calls: /connection\/close$/,
    why: 'The meter is there, its last day is the day of the reading, and the call chooses the month by that day.',
  },
  {
    code: /^meters\.(not_installed|meter_not_free)$/,
    through: /meters\/actions\/(change-meter\.ts changeMeter|install-meter\.ts installMeter)/,
    calls: /new\/meter\/accept$/,
    why: 'The old meter is there (change_outdated), and the new one is kept for the request.',
  },
  {
    code: 'meters.last_of_closed',
    through: 'src/domains/meters/readings/actions/recheck-readings.ts recheck',
    calls: /dumped\/meter\/reading/,
    why: 'It is measured again; only one that stops to count is refused.',
  },
  {
    code: 'meters.last_of_closed',
    through: 'src/domains/meters/closure/actions/reopen-connection.ts voidOfNextMonth',
    why: 'The connection is open again before its last reading becomes void.',
  },
  {
    code: /^meters\.(already_read|later_reading_exists|not_installed)$/,
    through: /(capture-reading\.ts writeReading|refuse-reading\.ts REFUSALS)$/,
    calls: /reading\/update$/,
    why: 'The reading that is corrected gives its month free, may have later ones, and its meter was installed when it was taken.',
  },
  {
    code: 'meters.reading_in_posting',
    through:
      /actions\/(edit-reading|make-again|recheck-readings|void-reading|approve-unflagged|approve-flagged|review-reading)\.ts (?!reopen)/,
    why: 'These change readings that wait; a run posts readings that are approved.',
  },
  {
    code: 'meters.last_of_closed',
    through: /readings\/actions\/approve-(un)?flagged\.ts /,
    why: 'An approved reading counts; only one that stops to count is looked at.',
  },
  {
    code: /^payments\.(advance_refund_open|payment_refund_open|refund_open)$/,
    through: 'src/domains/payments/refunds/actions/open-refund.ts insertCase',
    calls: /application\/(work_order\/)?withdraw$/,
    why: 'It is withdrawn once, and its case is the first of its note or payment.',
  },
  {
    code: 'ledger.day_closed',
    through: /^src\/domains\/ledger\/actions\/post-journal\.ts /,
    calls: /application\/(work_order\/)?withdraw$|billing\/refund\/(open|decide|give-up)$/,
    why: 'It posts nothing about cash.',
  },
  {
    code: 'ledger.period_closed',
    through: /^src\/domains\/ledger\/actions\/post-journal\.ts /,
    calls: /application\/(work_order\/)?withdraw$/,
    why: 'It posts on today, and a month is closed when it is over; one that is under way at midnight is sent again.',
  },
  ...['lockRun', 'moveRun'].map((name) => ({
    code: /^(common\.not_found|billing\.run_state)$/,
    through: `src/domains/billing/bill-run/actions/lock-run.ts ${name}`,
    calls: /bill-run\/plan(-correction)?$/,
    why: 'The run was planned by the same call.',
  })),
  {
    code: 'common.not_found',
    through: 'src/domains/billing/bill-run/queries.ts findRun',
    calls: /bill-run\/plan$/,
    why: JUST_WRITTEN,
  },
  {
    code: 'billing.unknown_sector',
    through: 'src/domains/billing/bill-run/actions/insert-run.ts insertRun',
    calls: /plan-correction$/,
    why: 'A correction run is of no sector.',
  },
  ...[
    'lock-run.ts moveRun',
    'approve-run.ts approveRun',
    'approve-run.ts keepInReview',
    'approve-run.ts openCorrection',
    'give-up-run.ts endRun',
    'hold-item.ts holdItem',
  ].map((name) => ({
    code: 'billing.run_exists',
    through: `src/domains/billing/bill-run/actions/${name}`,
    why: 'A step changes neither the month nor the sectors of a run, and no run that is over becomes open again.',
  })),
  {
    code: 'identity.email_taken',
    through: 'src/domains/identity/actions/create-user.ts createUser',
    why: 'Who registers gets the e-mail by its link, later.',
  },
  {
    code: 'identity.email_taken',
    through: 'src/domains/identity/email/change-email.ts removeEmail',
    why: 'It writes none.',
  },
  {
    code: /^identity\.(email|phone)_taken$/,
    through: 'src/domains/identity/users/actions/end-accounts.ts letGo',
    why: 'It writes none.',
  },
  ...['requireGrantable', 'grant'].map((name) => ({
    code: 'roles.unknown_permission',
    through: `src/domains/roles/actions/set-permission.ts ${name}`,
    calls: /role\/create$/,
    why: 'A copy takes the permissions that the other role has and the program knows.',
  })),
  {
    code: 'consumers.claim_limit',
    through: 'src/domains/consumers/claim/waiting/actions/open-claim.ts openClaim',
    calls: /registration$/,
    why: 'An account that was just made has no claims.',
  },
  ...['replace', 'withdrawDated'].map((name) => ({
    code: 'settings.dated_second_person',
    through: `src/domains/settings/dated/actions/plan-dated.ts ${name}`,
    why: 'What is withdrawn is not approved any more.',
  })),
  {
    code: 'settings.dated_day_planned',
    through: 'src/domains/settings/dated/actions/plan-dated.ts planDated',
    calls: /settings\/billing$/,
    why: 'One person decides: the value is approved at once, so none is only planned.',
  },
  ...['planDated', 'refuseTaken'].map((name) => ({
    code: 'settings.dated_day_taken',
    through: `src/domains/settings/dated/actions/plan-dated.ts ${name}`,
    calls: /settings\/(dunning|leaks|empty-houses|payment-plans|cheque-fee|wallet)$/,
    why: 'The value is only planned; approved, it takes the place of the approved one of that day.',
  })),
  {
    code: 'billing.simulation_running',
    through: 'src/domains/billing/simulations/actions/ask-simulation.ts giveUpSimulation',
    why: 'It ends the one that is calculated, and starts none.',
  },
  {
    code: /^payments\.(refund_approver|paid_before_decision)$/,
    through: 'src/domains/payments/refunds/actions/decide-refund.ts decideRefund',
    why: 'It is decided before it is paid: there is no payer and no day of payment yet.',
  },
  {
    code: 'meters.unknown_meter',
    through: 'src/domains/meters/readings/refuse-reading.ts REFUSALS',
    calls: /invoice\/(adjust|correction)|reading\/update$|connection\/close$/,
    why: 'The meter is that of a reading, or of an installation, that was found.',
  },
  ...['actions/capture-reading.ts writeReading', 'refuse-reading.ts REFUSALS'].map((name) => ({
    code: /^meters\.(already_read|unknown_meter|not_installed|before_installation|after_removal|reading_in_future|month_after_reading|not_after_previous|later_reading_exists)$/,
    through: `src/domains/meters/readings/${name}`,
    calls: /connection\/close-unmetered$/,
    why: 'Meter and day are those of a removal after which nothing was read; it is not later than the end, and its month is free.',
  })),
  {
    code: 'billing.tariff_day_taken',
    through: 'src/domains/billing/tariffs/actions/move-tariff.ts move',
    calls: /tariff\/\{id\}\/withdraw$/,
    why: 'A version that is withdrawn takes no day.',
  },
  {
    code: 'billing.tariff_day_taken',
    through: 'src/domains/billing/settings/apply-vat.ts applyVat',
    why: 'The approved versions of its days are withdrawn before the copies are approved.',
  },
  {
    code: 'billing.tariff_day_taken',
    through: 'src/domains/billing/settings/apply-vat.ts undoVat',
    why: 'A tariff that was approved since then for these days is refused before (vat_built_upon).',
  },
  ...NEVER_REFUSED_OF_MONEY,
  ...NEVER_REFUSED_OF_REQUESTS,
];
