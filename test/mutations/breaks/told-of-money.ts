/** Breaks by hand: what a link to pay, a message and a history tell of money, and whose money it is. */
import type { Break } from '../break.ts';

const PAYMENTS = 'src/domains/payments';
const LINKS = `${PAYMENTS}/links/queries.ts`;
const byLink = `${PAYMENTS}/links/pay-by-link.test.ts`;
const anotherSum = `${PAYMENTS}/another-sum.test.ts`;
const ofTheOther = 'src/domains/ownership/money-of-the-other.test.ts';

export const toldOfMoney: readonly Break[] = [
  {
    what: 'who comes back from the bank to a link that ended reads nothing of the money',
    file: LINKS,
    find: ' or ${isTold(actor)})',
    replace: ')',
    caughtBy: byLink,
    test: 'when the link ended',
  },
  {
    what: 'an answer of the bank that does not fit is told as no answer',
    file: LINKS,
    find: "'isSetAside', p.set_aside_at is not null",
    replace: "'isSetAside', false",
    caughtBy: byLink,
    test: 'does not fit',
  },
  {
    what: 'money that goes back is told as paid',
    file: LINKS,
    find: " when x.owed_back then 'GOES_BACK'",
    replace: '',
    caughtBy: byLink,
    test: 'going back',
  },
  {
    what: 'a link ends before the day that its message names',
    file: `${PAYMENTS}/links/actions/send-link.ts`,
    find: '::date + 1`)} as "expiresAt"',
    replace: '::date`)} as "expiresAt"',
    caughtBy: byLink,
    test: 'the last one, to its end',
  },
  {
    what: 'the counter records money for bills that were paid since it looked',
    file: `${PAYMENTS}/refuse-unasked.ts`,
    find: 'seenDueMinor !== undefined && seenDueMinor !== ownMinor',
    replace: 'false',
    caughtBy: `${PAYMENTS}/due-moved.test.ts`,
    test: 'two counters show',
  },
  {
    what: 'money whose sum is another one is told as not needed',
    file: `${PAYMENTS}/message-texts.ts`,
    find: '  return row.stillDue ?',
    replace: '  return (false as boolean) && row.stillDue ?',
    caughtBy: anotherSum,
    test: 'a part came',
  },
  {
    what: 'the refund of money whose sum is another one says that nothing was due',
    file: `${PAYMENTS}/actions/owe-back.ts`,
    find: 'isOtherSum(thrown) ? OTHER_SUM : NOTHING_DUE',
    replace: 'NOTHING_DUE',
    caughtBy: anotherSum,
    test: 'a part came',
  },
  {
    what: 'the earlier owner reads the payments for bills that were taken over, if row-level security is away',
    file: `${PAYMENTS}/queries.ts`,
    find: '(p.payer_id is not null and (p.owed_back or p.taken_over))',
    replace: '(p.payer_id is not null and p.owed_back)',
    caughtBy: ofTheOther,
    test: 'nowhere of the earlier owner',
  },
  {
    what: 'the earlier owner is told of the payments for bills that were taken over',
    file: `${PAYMENTS}/notices.ts`,
    find: '(p.owed_back or p.taken_over)',
    replace: 'p.owed_back',
    caughtBy: ofTheOther,
    test: 'nowhere of the earlier owner',
  },
  {
    what: 'the earlier owner ends a payment that the new owner has begun',
    file: `${PAYMENTS}/actions/make-payment.ts`,
    find: '\n      and taken_over = payments.pays_taken_over(${target.connectionId ?? null}::uuid, ${target.payerId ?? null}::uuid)',
    replace: '',
    caughtBy: ofTheOther,
    test: 'is left alone',
  },
  {
    what: 'the exact sum of taken-over bills is asked about',
    file: `${PAYMENTS}/actions/make-payment.ts`,
    find: '!unusual && mostMinor === undefined',
    replace: '!unusual',
    caughtBy: ofTheOther,
    test: 'is not unusual',
  },
  {
    what: 'a connection that ended promises a next bill',
    file: `${PAYMENTS}/payables/queries.ts`,
    find: "isEnded ? 'PAID_BACK' : 'NEXT_BILL'",
    replace: "isEnded ? 'NEXT_BILL' : 'NEXT_BILL'",
    caughtBy: ofTheOther,
    test: 'promises no next bill',
  },
  {
    what: 'a cancellation that cannot be made waits for the second person',
    file: 'src/domains/billing/corrections/actions/cancel-invoice.ts',
    find: '  if (twoPerson) await ensureCreditsLeft(tx, bill);\n',
    replace: '',
    caughtBy: 'src/domains/ownership/credits-of-taken-bills.test.ts',
    test: 'hears that it cannot be made',
  },
];
