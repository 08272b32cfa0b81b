/** Breaks by hand: what somebody pays or decides is what their page showed, not what it is by now. */
import type { Break } from '../break.ts';

const PAYMENTS = 'src/domains/payments';
const BEGIN = `${PAYMENTS}/actions/begin-payment.ts`;
const MOVED = `${PAYMENTS}/due-moved.test.ts`;

export const seenBeforeSending: readonly Break[] = [
  {
    what: 'online the sum of a bill that was paid since the page showed it is paid ahead',
    file: BEGIN,
    find: 'sql`${due} = ${seen.dueMinor}::bigint`',
    replace: 'sql`true`',
    caughtBy: MOVED,
    test: 'not paid ahead online',
  },
  {
    what: 'an online payment is begun beside money that the counter is just recording',
    file: BEGIN,
    find: '  // Money that the counter is just recording is waited for.\n  await lockConnections(tx, sql`select ${target.connectionId ?? null}::uuid`);\n',
    replace: '',
    caughtBy: MOVED,
    test: 'GATEWAY: money that the counter',
  },
  {
    what: 'the wallet pays for what its household did not see',
    file: `${PAYMENTS}/actions/pay-from-wallet.ts`,
    find: '  await refuseMoved(tx, target, seen);\n',
    replace: '',
    caughtBy: MOVED,
    test: 'not paid ahead online',
  },
  {
    what: 'the wallet compares what is due with money that the counter is just recording',
    file: BEGIN,
    find: '  if (seen.dueMinor === undefined) return;\n  await lockConnections(tx, sql`select ${target.connectionId ?? null}::uuid`);\n',
    replace: '  if (seen.dueMinor === undefined) return;\n',
    caughtBy: MOVED,
    test: 'WALLET: money that the counter',
  },
  {
    what: 'who pays what they took over is compared with the bills of the earlier owner',
    file: `${PAYMENTS}/actions/make-payment.ts`,
    find: 'isTakenOver: mostMinor !== undefined',
    replace: 'isTakenOver: false as boolean',
    caughtBy: 'src/domains/ownership/money-of-the-other.test.ts',
    test: 'moves nothing',
  },
];
