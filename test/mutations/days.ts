/** Breaks by hand: First and last days. */
import type { Break } from './break.ts';

export const days: readonly Break[] = [
  {
    what: 'a demand note is paid on the day after its last',
    file: 'src/domains/applications/application.rules.ts',
    find: 'facts.expiresOn >= who.today,\n  meter',
    replace: "facts.expiresOn >= '',\n  meter",
    caughtBy: 'src/domains/applications/each-guard-alone.test.ts',
    test: 'note_expired',
  },
  {
    what: 'a demand note expires on its last day',
    file: 'src/domains/applications/application.rules.ts',
    find: 'facts.expiresOn !== null && facts.expiresOn < who.today',
    replace: 'facts.expiresOn !== null && facts.expiresOn <= who.today',
    caughtBy: 'src/domains/applications/each-guard-alone.test.ts',
    test: 'not_over_yet',
  },
  {
    what: 'reopening after 91 days',
    file: 'src/domains/applications/application.rules.ts',
    find: 'const REOPEN_DAYS = 90;',
    replace: 'const REOPEN_DAYS = 91;',
    caughtBy: 'src/domains/applications/each-guard-alone.test.ts',
    test: 'reopen_too_late',
  },
  {
    what: 'a NoC of yesterday counts',
    file: 'src/domains/applications/application.rules.ts',
    find: 'facts.nocValidUntil >= who.today',
    replace: "facts.nocValidUntil >= ''",
    caughtBy: 'src/domains/applications/each-guard-alone.test.ts',
    test: 'noc_not_valid',
  },
  {
    what: "a connection of the next month's first day is billed",
    file: 'src/domains/billing/bill-run/calculate-chunk.ts',
    find: 'c.connected_on < (${run.period}',
    replace: 'c.connected_on <= (${run.period}',
    caughtBy: 'src/domains/billing/bill-run/plan-to-posted.test.ts',
  },
  {
    what: "a connection that left on the month's first day is not billed",
    file: 'src/domains/billing/bill-run/calculate-chunk.ts',
    find: 'c.disconnected_on >= ${run.period}',
    replace: 'c.disconnected_on > ${run.period}',
    caughtBy: 'src/domains/billing/bill-run/run-states.test.ts',
  },
  {
    what: 'a bill is overdue on its last day',
    file: 'src/domains/billing/invoices/queries.ts',
    find: '(${isOpen} and i.due_on < ${today}) as overdue',
    replace: '(${isOpen} and i.due_on <= ${today}) as overdue',
    caughtBy: 'src/domains/billing/invoices/due-day.test.ts',
  },
  {
    what: 'money of tomorrow is taken',
    file: 'src/domains/payments/actions/make-payment.ts',
    find: 'if (paidOn > actor.today) throw fail(errors.paid_in_future);',
    replace: '',
    caughtBy: 'src/domains/payments/take-and-reverse-payments.test.ts',
  },
  {
    what: 'an installation of tomorrow is noted',
    file: 'src/domains/applications/installation/actions/install-meter.ts',
    find: 'if (input.installedOn > actor.today)',
    replace: 'if (false)',
    caughtBy: 'src/domains/applications/refused-inputs.test.ts',
  },
  {
    what: 'a survey of tomorrow is submitted',
    file: 'src/domains/applications/survey/actions/save-survey.ts',
    find: 'if (input.visitedOn > actor.today) throw fail(errors.in_future);',
    replace: '',
    caughtBy: 'src/domains/applications/refused-inputs.test.ts',
  },
];
