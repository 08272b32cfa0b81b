/** Breaks by hand: what a reader of payments and wallets found missing. */
import type { Break } from '../break.ts';

const FILES = 'src/domains/payments/bank-files';
const MOVEMENTS = `${FILES}/movements-of-files.test.ts`;

const CALL = 'src/domains/payments/gateway/receive-callback.ts';
const CALLS = 'src/domains/payments/gateway/calls-without-an-answer.test.ts';

const WAITS = 'src/domains/payments/what-waits.test.ts';
const REVERSE = 'src/domains/payments/actions/reverse-payment.ts';
const TAKEN_BACK = 'src/domains/payments/wallet-money-taken-back.test.ts';
const RETURNED = 'src/domains/wallet/withdrawals/returned-and-late.test.ts';

export const reviewedPayments: readonly Break[] = [
  {
    what: 'without numbers of the bank, a second payment of an order is the first one',
    file: `${FILES}/actions/import-bank-file.ts`,
    find: `x.reference = x."orderId" and x.kind <> 'NOT_PAID'`,
    replace: 'false',
    caughtBy: MOVEMENTS,
    test: 'two payments of one order are two',
  },
  {
    what: 'without numbers of the bank, a payment of another day is one that was in an earlier file',
    file: `${FILES}/actions/import-bank-file.ts`,
    find: `to_char(x.day, 'YYYY-MM-DD') || '/'`,
    replace: `'/'`,
    caughtBy: MOVEMENTS,
    test: 'of another day or sum',
  },
  {
    what: 'the title that is furthest left names the number of a movement',
    file: `${FILES}/bank-file.rules.ts`,
    find: 'columns[field].find((wanted) => known.includes(wanted))',
    replace: 'known.find((title) => columns[field].includes(title))',
    caughtBy: MOVEMENTS,
    test: 'from its best title',
  },
  {
    what: 'what repeats a file that was given up counts nowhere if its own file waits for its posting',
    file: `${FILES}/actions/post-bank-file.ts`,
    find: `y.state in ('READ', 'ASKED')`,
    replace: `y.state = 'READ'`,
    caughtBy: MOVEMENTS,
    test: 'given up while a later one waits',
  },
  {
    what: 'a call that comes when the bank cannot be asked is worked through without a further question',
    file: CALL,
    find: 'if (unanswered) await askSoon(tx, actor, unanswered);',
    replace: '',
    caughtBy: CALLS,
    test: 'asked again after a minute',
  },
  {
    what: 'a call that is repeated asks nobody, also if nobody answered the first time',
    file: CALL,
    find: `stored.state === 'WAITING' || isAgain`,
    replace: `stored.state === 'WAITING'`,
    caughtBy: CALLS,
    test: 'the same call again',
  },
  {
    what: 'a call about a paid payment asks the bank each time it is repeated',
    file: CALL,
    find: ` and p.state not in ('APPROVED', 'REVERSED')`,
    replace: '',
    caughtBy: CALLS,
    test: 'the same call again',
  },
  {
    what: 'a call takes a question of the schedule away',
    file: CALL,
    find: 'greatest(o.checks - 1, 0)',
    replace: 'o.checks',
    caughtBy: CALLS,
    test: 'keeps the questions of its schedule',
  },
  {
    what: 'counter money of an earlier month that waits does not keep that month open',
    file: 'src/domains/payments/hindrances.ts',
    find: 'coalesce(paid_on, ${dayOfInstant(sql`requested_at`)})',
    replace: '${dayOfInstant(sql`requested_at`)}',
    caughtBy: WAITS,
    test: 'that month is not closed before',
  },
  {
    what: 'the list shows no reversals that wait',
    file: 'src/domains/payments/queries.ts',
    find: '  if (query.waits) parts.push(isWaiting(actor, query.waits));\n',
    replace: '',
    caughtBy: WAITS,
    test: 'a reversal that waits is listed',
  },
  {
    what: 'a reversal that waits is nobody’s work',
    file: 'src/domains/payments/work-queues.ts',
    find: '  decisions,\n  reversals,\n',
    replace: '  decisions,\n',
    caughtBy: WAITS,
    test: 'a reversal that waits is listed',
  },
  {
    what: 'a household learns that its payment may be taken back',
    file: 'src/domains/payments/queries.ts',
    find: "return actor.kind === 'consumer'\n    ? sql`false`\n    : sql`p.id in",
    replace: 'return sql`p.id in',
    caughtBy: WAITS,
    test: 'does not learn',
  },
  {
    what: 'the list of what the bank has not decided leaves out what did not reach it',
    file: 'src/domains/payments/queries.ts',
    find: "return sql`p.state in ('CREATED', 'PROCESSING')`;",
    replace: "return sql`p.state = 'PROCESSING'`;",
    caughtBy: WAITS,
    test: 'what the bank has not decided',
  },
  {
    what: 'nobody is told that a payment was taken back',
    file: REVERSE,
    find: '  await tellTakenBack(tx, actor, { paymentId: payment.id, reason });\n',
    replace: '',
    caughtBy: TAKEN_BACK,
    test: 'a recharge that is taken back is told',
  },
  {
    what: 'one person takes an old recharge out of a wallet',
    file: REVERSE,
    find: 'return isTooLongAgo(actor, paidOn, backdateDays);',
    replace: 'return paidOn > actor.today;',
    caughtBy: TAKEN_BACK,
    test: 'is taken out by two people',
  },
  {
    what: 'a reversal locks the connection before the wallet',
    file: REVERSE,
    find: '  else if (payment.walletOf) await lockWallet(tx, payment.walletOf);\n',
    replace: '',
    caughtBy: TAKEN_BACK,
    test: 'nobody waits in a circle',
  },
  {
    what: 'the second report that a bank sent a withdrawal back is told to nobody',
    file: 'src/domains/wallet/withdrawals/tell-consumer.ts',
    find: '`:${actor.now.toISOString()}`',
    replace: "''",
    caughtBy: RETURNED,
    test: 'is told again',
  },
  {
    what: 'withdrawals that the bank sent back are not told from others',
    file: 'src/domains/wallet/withdrawals/queries.ts',
    find: '  if (query.returns) parts.push(isReturnWaiting(actor));\n',
    replace: '',
    caughtBy: RETURNED,
    test: 'is told again',
  },
  {
    what: 'what is held does not count towards the most that a wallet may have',
    file: 'src/domains/wallet/actions/recharge-wallet.ts',
    find: 'wallet.balanceMinor + (await heldOf(tx, wallet.consumerId))',
    replace: 'wallet.balanceMinor',
    caughtBy: RETURNED,
    test: 'counts towards the most',
  },
  {
    what: 'a withdrawal that cannot be ended keeps the later ones waiting',
    file: 'src/domains/wallet/withdrawals/actions/end-withdrawal.ts',
    find: 'await eachAlone(late, ({ id }) =>',
    replace:
      'await ((list: typeof late, end: (row: { id: string }) => Promise<void>) => list.reduce((before, row) => before.then(() => end(row)), Promise.resolve()))(late, ({ id }) =>',
    caughtBy: RETURNED,
    test: 'does not keep the later ones waiting',
  },
  {
    what: 'a download that cannot be ended keeps the later ones waiting',
    file: `${FILES}/downloads/actions/keep-download.ts`,
    find: 'await eachAlone(stale, ({ id }) => endBroken(platform, id));',
    replace: 'for (const { id } of stale) await endBroken(platform, id);',
    caughtBy: `${FILES}/downloads/keep-downloads.test.ts`,
    test: 'the second one is ended all the same',
  },
];
