/** Breaks by hand: what a reading of works, phones and accounts found. */
import type { Break } from '../break.ts';

const STORE = 'src/web/outbox/store.ts';
const store = 'src/web/outbox/store.test.ts';
const outbox = 'src/web/outbox/outbox.test.ts';
const KEEPER = 'src/domains/meters/web/route/route-keeper.ts';
const keeper = 'src/domains/meters/web/route/route-keeper.test.ts';

export const reviewedWork: readonly Break[] = [
  {
    what: 'a phone whose storage is full forgets what it cannot keep',
    file: STORE,
    find: 'for (const entry of decided.own.put ?? []) untaken.set(entry.id, entry);',
    replace: '',
    caughtBy: outbox,
  },
  {
    what: 'what a full phone no longer needs comes back',
    file: STORE,
    find: 'for (const id of decided.own.remove ?? []) untaken.set(id, null);',
    replace: '',
    caughtBy: store,
  },
  {
    what: 'a large photo keeps a small figure out of the phone',
    file: STORE,
    find: 'put.length > 0 && (await isTaken([]))',
    replace: 'false',
    caughtBy: store,
  },
  {
    what: 'an older text takes the place of a newer one on a full phone',
    file: STORE,
    find: 'turn.then(() => take(account, work))',
    replace: 'take(account, work)',
    caughtBy: store,
  },
  {
    what: 'the page does not know that only it has an entry',
    file: 'src/web/outbox/outbox.ts',
    find: 'isFull: isFull(account)',
    replace: 'isFull: false',
    caughtBy: outbox,
  },
  {
    what: "a figure of last month that was never sent is overwritten by this month's",
    file: KEEPER,
    find: '=> `meter:${meterId}:${period}`',
    replace: '=> `meter:${meterId}`.slice(0, 6 + meterId.length + 0 * period.length)',
    caughtBy: keeper,
  },
  {
    what: 'what an earlier version kept is shown in each month',
    file: KEEPER,
    find: ' && monthOf(entry) === of.period',
    replace: '',
    caughtBy: keeper,
  },
  {
    what: 'a correction goes beside what an earlier version kept',
    file: KEEPER,
    find: 'before?.record ?? ',
    replace: '',
    caughtBy: keeper,
  },
  {
    what: 'a connection without water is active after its closure is taken back',
    file: 'src/domains/meters/closure/actions/reopen-connection.ts',
    find: "coalesce(closed_from, 'active')",
    replace: "'active'",
    caughtBy: 'src/domains/meters/closure/close-and-reopen-connection.test.ts',
    test: 'that had no water',
  },
  {
    what: 'nobody sees from when on a connection has no water after its closure is taken back',
    file: 'src/domains/meters/closure/actions/reopen-connection.ts',
    find: "if (status === 'disconnected')",
    replace: 'if (false)',
    caughtBy: 'src/domains/meters/closure/close-and-reopen-connection.test.ts',
    test: 'that had no water',
  },
  {
    what: 'a case of late bills stays closed after the closure of its connection is taken back',
    file: 'src/domains/collections/cases/actions/look-at-case.ts',
    find: 'if (await reopenCase(tx, actor, connectionId)) ',
    replace: 'if (false) ',
    caughtBy: 'src/domains/collections/cases/reconnection-goes-on.test.ts',
    test: 'a closure that is taken back',
  },
  {
    what: 'a paid order to reconnect is forgotten when the closure is taken back',
    file: 'src/domains/collections/cases/actions/reopen-case.ts',
    find: "case when ${isUnderWay} then 'RECONNECTING' else 'DISCONNECTED' end",
    replace: "'DISCONNECTED'",
    caughtBy: 'src/domains/collections/cases/reconnection-goes-on.test.ts',
    test: 'the paid order',
  },
  {
    what: 'who pays for work locks the order before what was begun for it',
    file: 'src/domains/payments/actions/make-payment.ts',
    find: '  await lockStarted(tx, own.target);\n',
    replace: '',
    caughtBy: 'src/domains/payments/charge-at-bank.test.ts',
    test: 'a case of late bills',
  },
  {
    what: 'a sign-in that fails after a registration looks like its refusal',
    file: 'src/domains/consumers/web/after-registration.ts',
    find: 'return showAccount();',
    replace: "throw new Error('refused');",
    caughtBy: 'src/domains/consumers/web/after-registration.test.ts',
  },
  {
    what: 'a household’s payments ask for a page that is gone',
    file: 'src/domains/payments/web/own-payments/own-payments.tsx',
    find: '  useExistingPage(found, asked, change);\n',
    replace: '',
    caughtBy: 'test/conformance/pages-that-are-gone.test.ts',
  },
  {
    what: 'a text about a cancelled order is in English only',
    file: 'src/domains/collections/cases/work-texts.ts',
    find: 'বকেয়ার চেক ব্যাংকে আছে / ',
    replace: '',
    caughtBy: 'src/domains/collections/cases/work-texts.test.ts',
  },
  {
    what: 'code that does not come takes what is typed along',
    file: 'src/web/load-part.ts',
    find: 'if (wouldLose()) timer',
    replace: 'if (false) timer',
    caughtBy: 'src/web/load-part.test.ts',
  },
  {
    what: 'money of work that the bank took back is not reversed',
    file: 'src/domains/payments/payment.rules.ts',
    find: 'needsNoBank(payment) || isTakenBack;',
    replace: 'needsNoBank(payment);',
    caughtBy: 'src/domains/payments/bank-files/taken-back-by-bank.test.ts',
  },
  {
    what: 'money of work is reversed although the bank has it',
    file: 'src/domains/payments/actions/reverse-payment.ts',
    find: 'if (!isReversible(payment, tookBack.has(payment.id)))',
    replace: 'if (!isReversible(payment, true || tookBack.has(payment.id)))',
    caughtBy: 'src/domains/payments/bank-files/taken-back-by-bank.test.ts',
  },
  {
    what: 'one person reverses what the bank took back',
    file: 'src/domains/payments/actions/reverse-payment.ts',
    find: 'isFromBank(payment) || (await',
    replace: 'false || (await',
    caughtBy: 'src/domains/payments/bank-files/taken-back-by-bank.test.ts',
    test: 'a work order',
  },
];
