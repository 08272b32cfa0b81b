/**
 * Every kind of notice of the bell, `domain.what`. Its text is the domain's key `notices.<what>` in both languages;
 * adding a word here is the only way to add a kind.
 */
export const NOTICE_KINDS = [
  'identity.new_device',
  'identity.password_changed',
  'identity.limits_waiting',
  'meters.file_review',
  'applications.assigned',
  'applications.handed_over',
  'applications.desk',
  'applications.corrected',
  'applications.submitted',
  'applications.correct',
  'applications.letter',
  'applications.pay',
  'applications.taken_back',
  'applications.connected',
  'applications.rejected',
  'applications.expired',
  'applications.reopened',
  'billing.run_review',
  'billing.run_posted',
  'billing.run_failed',
  'billing.corrections_review',
  'billing.corrections_posted',
  'billing.bill_issued',
  'billing.bill_credited',
  'billing.bill_cancelled',
  'billing.own_bill_cancelled',
  'billing.run_reversed',
  'billing.reversal_waiting',
  'billing.correction_waiting',
  'ledger.reopen_waiting',
  'ledger.variance_waiting',
  'ledger.variance_posted',
  'ledger.variance_accepted',
  'ledger.variance_refused',
  'payments.received',
  'payments.alarm',
  'payments.alarm_handed',
  'payments.decision_waiting',
  'payments.refund_waiting',
  'payments.refund_approved',
  'payments.refund_refused',
  'logs.job_failed',
  'logs.mail_undelivered',
  'logs.sms_undelivered',
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** What the text fills in; amounts in poisha, days 'YYYY-MM-DD'. */
export type NoticeParams = Record<string, string | number>;
