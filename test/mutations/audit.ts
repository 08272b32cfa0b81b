/** Breaks by hand: Each audit row. */
import type { Break } from './break.ts';

export const audit: readonly Break[] = [
  {
    what: 'a step of an application leaves no audit row',
    file: 'src/domains/applications/pipeline/take-step.ts',
    find: '  await audit(tx, actor, {\n    action: change.audit,',
    replace: '  if (false) await audit(tx, actor, {\n    action: change.audit,',
    caughtBy: 'src/domains/applications/simultaneous-steps-and-clocks.test.ts',
  },
  {
    what: 'the decision on a refund leaves no audit row',
    file: 'src/domains/payments/refunds/actions/decide-refund.ts',
    find: '  await audit(tx',
    replace: '  if (false) await audit(tx',
    caughtBy: 'src/domains/payments/refunds/refund-states.test.ts',
    test: 'audit row each',
  },
  {
    what: 'the payment of a refund leaves no audit row',
    file: 'src/domains/payments/refunds/actions/pay-refund.ts',
    find: '  await audit(tx',
    replace: '  if (false) await audit(tx',
    caughtBy: 'src/domains/payments/refunds/refund-states.test.ts',
    test: 'audit row each',
  },
  {
    what: 'a reversal leaves no audit row',
    file: 'src/domains/payments/actions/reverse-payment.ts',
    find: "  await audit(tx, actor, {\n    action: 'payment.reverse',",
    replace: "  if (false) await audit(tx, actor, {\n    action: 'payment.reverse',",
    caughtBy: 'src/domains/payments/take-and-reverse-payments.test.ts',
  },
  {
    what: 'the approval of a run leaves no audit row',
    file: 'src/domains/billing/bill-run/actions/approve-run.ts',
    find: "  await audit(tx, actor, {\n    action: 'bill-run.approve',",
    replace: "  if (false) await audit(tx, actor, {\n    action: 'bill-run.approve',",
    caughtBy: 'src/domains/billing/bill-run/run-states.test.ts',
  },
  {
    what: 'a cancelled bill leaves no audit row',
    file: 'src/domains/billing/corrections/actions/cancel-invoice.ts',
    find: '  await audit(tx',
    replace: '  if (false) await audit(tx',
    caughtBy: 'src/domains/payments/bill-corrections.test.ts',
  },
  {
    what: 'a step of a tariff leaves no audit row',
    file: 'src/domains/billing/tariffs/actions/move-tariff.ts',
    find: '  await audit(tx',
    replace: '  if (false) await audit(tx',
    caughtBy: 'src/domains/billing/tariffs/tariff-states.test.ts',
  },
  {
    what: 'the review of a reading leaves no audit row',
    file: 'src/domains/meters/readings/actions/review-reading.ts',
    find: '  await audit(tx',
    replace: '  if (false) await audit(tx',
    caughtBy: 'src/domains/meters/readings/review-guards.test.ts',
  },
  {
    what: 'an issued invoice leaves no audit row',
    file: 'src/domains/billing/invoices/actions/issue-invoice.ts',
    find: '  await audit(tx',
    replace: '  if (false) await audit(tx',
    caughtBy: 'src/domains/payments/demand-note-to-accounts.test.ts',
    test: 'issued by hand',
  },
  {
    what: 'a reserved meter leaves no audit row',
    file: 'src/domains/meters/actions/reserve-meter.ts',
    find: "  await audit(tx, actor, { action: 'meter.reserve'",
    replace: "  if (false) await audit(tx, actor, { action: 'meter.reserve'",
    caughtBy: 'src/domains/applications/refused-inputs.test.ts',
    test: 'the letter',
  },
];
