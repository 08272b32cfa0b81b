/** Faults that a reader found: cases of late bills and their orders, changes of owners, the daily rounds. */
import type { Break } from '../break.ts';

const CASES = 'src/domains/collections/cases';
const look = `${CASES}/actions/look-at-case.ts`;
const ends = `${CASES}/actions/end-order-of-case.ts`;
const paid = `${CASES}/paid-orders.test.ts`;
const goesOn = `${CASES}/reconnection-goes-on.test.ts`;
const expiring = 'src/domains/ownership/steps/actions/end-request.ts';
const requests = 'src/domains/ownership/who-sees-what.test.ts';
const round = 'src/domains/applications/pipeline/actions/run-daily-round.ts';
const waits = 'src/domains/applications/changed-while-round-waits.test.ts';

export const reviewedCollections: readonly Break[] = [
  {
    what: 'an order to disconnect whose charge is paid cannot end',
    file: ends,
    find: 'if (paidMinor === 0) {',
    replace: 'if (paidMinor >= 0) {',
    caughtBy: paid,
  },
  {
    what: 'a crew that has arrived keeps the order that was paid',
    file: ends,
    find: 'isWithdrawable ? order : ',
    replace: 'order || ',
    caughtBy: paid,
    test: 'IN_PROGRESS',
  },
  {
    what: 'a case that fails stops the others and the ladder',
    file: look,
    find: '      await addJob(db, LOOK_JOB, { connectionId });\n',
    replace: '      throw error;\n',
    caughtBy: paid,
    test: 'a case that fails',
  },
  {
    what: 'a case that fails is not tried again',
    file: look,
    find: '      await addJob(db, LOOK_JOB, { connectionId });\n',
    replace: '',
    caughtBy: paid,
    test: 'a case that fails',
  },
  {
    what: 'a connection that is cut off changes hands',
    file: 'src/domains/ownership/ready-to-accept.ts',
    find: '  if (isCutOff) throw fail(errors.without_water);\n',
    replace: '',
    caughtBy: 'src/domains/ownership/refused-acceptance.test.ts',
    test: 'cut off',
  },
  {
    what: 'a bill that became late since stops who comes to connect',
    file: look,
    find: 'found.connectionId, found.stateOn)',
    replace: 'found.connectionId)',
    caughtBy: goesOn,
    test: 'becomes late',
  },
  {
    what: 'a household is not told why nobody comes to connect',
    file: look,
    find: '  await tellCases(tx, actor, { ids: [found.id], what });\n',
    replace: '',
    caughtBy: goesOn,
    test: 'money that is taken back',
  },
  {
    what: 'who is there to connect is sent away',
    file: look,
    find: ' || order.isStarted || ',
    replace: ' || ',
    caughtBy: goesOn,
    test: 'who has arrived',
  },
  {
    what: 'a reconnection whose fee is paid ends because money was taken back',
    file: look,
    find: ' || order.paidMinor > 0) return;',
    replace: ') return;',
    caughtBy: goesOn,
    test: 'whose fee is paid',
  },
  {
    what: 'a paid reconnection ends with the connection',
    file: look,
    find: ' && (order.paidMinor === 0 || order.id === found.order?.id)',
    replace: '',
    caughtBy: goesOn,
    test: 'whose fee is paid',
  },
  {
    what: 'a reconnection goes on at a closed connection',
    file: look,
    find: '[found.order, found.reconnection] : []',
    replace: '[found.order] : []',
    caughtBy: goesOn,
    test: 'that nobody has paid',
  },
  {
    what: 'a case of a closed connection waits for ever after its order was completed',
    file: look,
    find: "  if (standing.because === 'connection_closed')\n",
    replace: "  if (standing.because === 'connection_closed' && found.state !== 'ORDERED')\n",
    caughtBy: goesOn,
    test: 'a case of a closed connection',
  },
  {
    what: 'the water is off from the day on which the phone told it',
    file: `${CASES}/actions/follow-order.ts`,
    find: 'dayOf(order.completedAt, ',
    replace: 'dayOf(actor.now, ',
    caughtBy: goesOn,
    test: 'the days of the work',
  },
  {
    what: 'a request expires although its last day was moved',
    file: expiring,
    find: 'return isOver ? subject : undefined;',
    replace: 'return isOver || true ? subject : undefined;',
    caughtBy: requests,
    test: 'after the list was read',
  },
  {
    what: 'a request that somebody ended meanwhile stops the others',
    file: expiring,
    find: 'if (error instanceof AppError) return undefined;',
    replace: '',
    caughtBy: requests,
    test: 'after the list was read',
  },
  {
    what: 'an application that got more days is ended',
    file: round,
    find: 'where a.id = ${id} and ${isOver(actor)} for update of a',
    replace: 'where a.id = ${id} for update of a',
    caughtBy: waits,
    test: 'not ended',
  },
  {
    what: 'an application that got more days is reminded',
    file: round,
    find: 'where a.id = ${id} and ${isToRemind(actor)} for update of a',
    replace: 'where a.id = ${id} for update of a',
    caughtBy: waits,
    test: 'not reminded',
  },
  {
    what: 'a plan that was declined after days of waiting counts for nothing',
    file: 'src/domains/billing/payment-plans/terms.ts',
    find: "p.state = 'DECLINED' and ${daysHeld} > 0",
    replace: 'false',
    caughtBy: 'src/domains/billing/payment-plans/refused-plans.test.ts',
    test: 'held nothing',
  },
  {
    what: 'a plan that was declined at once counts as broken',
    file: 'src/domains/billing/payment-plans/terms.ts',
    find: "p.state = 'DECLINED' and ${daysHeld} > 0",
    replace: "p.state = 'DECLINED'",
    caughtBy: 'src/domains/billing/payment-plans/refused-plans.test.ts',
    test: 'held nothing',
  },
];
