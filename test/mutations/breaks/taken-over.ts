/** Breaks by hand: bills of an earlier owner that the new one has taken over, and who accepts a change. */
import type { Break } from '../break.ts';

const caughtBy = 'src/domains/ownership/bills-taken-over.test.ts';
const PAYABLES = 'src/domains/payments/payables/queries.ts';

export const takenOver: readonly Break[] = [
  {
    what: 'the new owner takes nothing over when the owner changes',
    file: 'src/domains/ownership/steps/actions/accept-change.ts',
    find: '  await takeOverBills(tx, actor, { connectionId, toConsumerId });\n',
    replace: '',
    caughtBy,
    test: 'reads what is open',
  },
  {
    what: 'who took bills over pays more than them',
    file: 'src/domains/payments/actions/make-payment.ts',
    find: 'mostMinor !== undefined && amountMinor > mostMinor',
    replace: 'false',
    caughtBy,
    test: 'no bill of after',
  },
  {
    what: 'who took bills over reads the later ones',
    file: PAYABLES,
    find: 'const ofTaken = taken ?',
    replace: 'const ofTaken = taken && false ?',
    caughtBy,
    test: 'no bill of after',
  },
  {
    what: 'bills that were taken over are everybody’s',
    file: 'src/domains/billing/invoices/taken-over.ts',
    find: '${isConsumer(sql`t.consumer_id`, actor.consumerId)}',
    replace: 'true',
    caughtBy,
    test: 'stay closed',
  },
  {
    what: 'bills that were taken over are to be paid for good',
    file: 'src/domains/billing/invoices/taken-over.ts',
    find: ' and i.settled_minor < i.total_minor`',
    replace: '`',
    caughtBy,
    test: 'reads what is open',
  },
  {
    what: 'the database hides bills from who took them over',
    file: 'migrations/0181_bills_taken_over.sql',
    find: '  or id in (select t.invoice_id from billing.taken_over_bills t)',
    replace: '  or false',
    caughtBy,
    test: 'reads what is open',
  },
  {
    what: 'who agreed for an owner accepts the change too',
    file: 'src/domains/ownership/ownership.rules.ts',
    find: ', ...facts.overriddenBy',
    replace: '',
    caughtBy: 'src/domains/ownership/refused-acceptance.test.ts',
    test: 'who agreed for an owner',
  },
  {
    what: 'who typed the code of an owner does not accept the change',
    file: 'src/domains/ownership/lock-request.ts',
    find: " and c.given_as = 'OFFICE'",
    replace: '',
    caughtBy: 'src/domains/ownership/refused-acceptance.test.ts',
    test: 'who agreed for an owner',
  },
];
